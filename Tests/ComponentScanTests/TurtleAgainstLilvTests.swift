import ComponentScan
import TestSupport
import Testing
import Turtle

@testable import BundleReading
@testable import Lilv

/// serd and lilv give the same texts of the installed plugins, so that what is read with serd alone can be trusted.
@Suite struct TurtleAgainstLilvTests {
  /// What the two readings of bundles disagree about.
  private struct Comparison {
    /// The literal properties that both can be asked for.
    private static let properties: [Property] = [
      .doapName, .doapShortDescription, .doapDescription, .rdfsComment, .rdfsLabel, .lv2ShortName, .lv2MinorVersion,
      .lv2MicroVersion,
    ]

    /// How a file is read with serd.
    var read = { TurtleReader.statements(of: Set(properties.map(\.uri)), inFile: $0) }
    private(set) var plugins = 0
    private(set) var texts = 0
    private(set) var differences: [String] = []

    mutating func compare(_ bundle: String) throws {
      let world = try #require(World())
      world.load(bundle: bundle)
      var files: [String: [TurtleNode: [TurtleStatement]]] = [:]
      for uri in world.pluginURIs {
        plugins += 1
        let plugin = try #require(world.loadData(ofPlugin: uri))
        var statements: [TurtleStatement] = []
        for file in Set(world.dataFiles(ofPlugin: uri).compactMap(FileURI.path)) {
          let known = files[file] ?? Dictionary(grouping: read(file), by: \.subject)
          files[file] = known
          statements += known[.uri(uri)] ?? []
        }
        for property in Self.properties {
          let values = world.withEveryLanguage { plugin.values(property) }
          compare(property, lilv: Set(values.compactMap(\.literal)), statements, uri)
        }
      }
    }

    private mutating func compare(
      _ property: Property, lilv: Set<String>, _ statements: [TurtleStatement], _ uri: String
    ) {
      var serd: Set<String> = []
      for statement in statements where statement.predicate == property.uri {
        if case .literal(let text, _, _) = statement.object { serd.insert(text) }
      }
      texts += serd.count
      if serd != lilv { differences.append("\(uri) \(property): serd \(serd), lilv \(lilv)") }
    }
  }

  @Test(
    "over the installed plugins",
    .enabled(if: RealBundle.mda.isInstalled, "no real plugins are installed: .dev/setup plugins"))
  func overTheCorpus() throws {
    var comparison = Comparison()
    let survey = BundleSurvey(SearchPath(entries: ["/usr/lib/lv2"], environment: [:]))
    for bundle in survey.bundles { try comparison.compare(bundle.path) }
    #expect(comparison.differences.isEmpty, "\(comparison.differences.prefix(5))")
    #expect(comparison.plugins >= 30 && comparison.texts > comparison.plugins, "it says little otherwise")
  }

  /// A folder with a bundle of hard texts. To lilv a boolean is no literal.
  private func hardTexts() -> TemporaryFolder {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin(
      "x.lv2",
      more: """
        <urn:aucat:x.lv2:good> doap:name "Hall"@de, "Sal"@sv, "Eko"@pt-BR, \"\"\"zwei
        Zeilen\"\"\", "\\u00E9\\t\\"", "e\u{301}x", "👩‍🚀", "صدى"@ar, 'ein'@de ; rdfs:comment 1 , 2.5 .
        """)
    return folder
  }

  @Test("over texts in several languages, escapes, scripts and numbers")
  func overHardTexts() throws {
    let folder = hardTexts()
    var comparison = Comparison()
    try comparison.compare(folder("x.lv2"))
    #expect(comparison.differences.isEmpty, "\(comparison.differences)")
    #expect(comparison.texts == 12)
  }

  @Test("a text that only one of them sees is found")
  func itCanFail() throws {
    let folder = hardTexts()
    var comparison = Comparison()
    let read = comparison.read
    comparison.read = { file in
      read(file).filter { if case .literal(_, _, "ar") = $0.object { false } else { true } }
    }
    try comparison.compare(folder("x.lv2"))
    #expect(comparison.differences.count == 1)
  }
}
