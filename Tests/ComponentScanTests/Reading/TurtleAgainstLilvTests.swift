import ComponentModel
import ComponentScan
import TestSupport
import Testing
@testable import BundleReading

/// lilv says of every plugin what our own reading says: each value of each property that is read, of the plugin, its ports,
/// authors, groups, units, points and whatever else they lead to.
struct TurtleAgainstLilvTests {
  /// What the two readings of bundles disagree about.
  private struct Comparison {
    private static let depth = 3
    /// Where the two have to differ, and why.
    private static let expected = [
      "urn:aucat:see-also-outside:poor": "lilv reads what lies outside the bundle; our gate does not"
    ]
    /// Statements that our reading is kept from seeing, to see the comparison fail.
    var isHidden: (Facts, Term) -> Bool = { _, _ in false }
    private(set) var plugins = 0
    private(set) var statements = 0
    private(set) var differences: [String] = []

    mutating func compare(_ bundle: String) throws {
      guard let reader = try? BundleReader(path: bundle) else { return }
      let known = try demand(LilvOracle(bundle: bundle)).pluginURIs
      if known != reader.pluginURIs { differences.append("\(bundle): \(known) and \(reader.pluginURIs)") }
      for uri in known {
        guard let sources = try? reader.sources(of: uri) else { continue }
        plugins += 1
        // In a world of its own, since lilv keeps what the files of other plugins say.
        let lilv = try demand(LilvOracle(bundle: bundle)?.description(ofPlugin: uri, depth: Self.depth))
        let ours = tree(sources.facts, sources.subjects, Self.depth)
        if lilv != ours && Self.expected[uri] == nil { differences.append("\(uri)\nlilv: \(lilv)\nours: \(ours)") }
      }
    }

    private mutating func tree(_ facts: Facts, _ subjects: [Term], _ depth: Int) -> String {
      var words: [String] = []
      for property in Property.allCases.prefix(Property.scanned) {
        var values: Set<String> = []
        for subject in subjects {
          for object in facts.values(subject, property) where !isHidden(facts, object) {
            statements += 1
            values.insert(term(facts, object, property, depth))
          }
        }
        if !values.isEmpty { words.append("\(property) {\(values.sorted().joined(separator: ", "))}") }
      }
      return words.joined(separator: " ")
    }

    private mutating func term(_ facts: Facts, _ term: Term, _ property: Property, _ depth: Int) -> String {
      let text = facts.graph.text(term)
      let kind = facts.graph.kind(term)
      if kind.isLiteral { return "\"\(text)\"" }
      let inner = depth > 0 && property.isFollowed ? tree(facts, [term], depth - 1) : ""
      return kind == .blank ? "[\(inner)]" : "<\(text)>[\(inner)]"
    }
  }

  @Test(.part(.oracle), .enabled(if: realBundles.count >= 4, "few real plugins are installed: .dev/setup plugins"))
  func installedPluginsAreReadAsByLilv() throws {
    var comparison = Comparison()
    for bundle in Scan.survey("/usr/lib/lv2").bundles { try comparison.compare(bundle.path) }
    verify(comparison.differences.isEmpty, "\(comparison.differences.prefix(2))")
    verify(comparison.plugins >= 30 && comparison.statements > comparison.plugins * 50, "it says little otherwise")
  }

  @Test func faultyBundlesAreReadAsByLilv() throws {
    var comparison = Comparison()
    for bundle in Scan.survey(faultyBundles).bundles { try comparison.compare(bundle.path) }
    verify(comparison.differences.isEmpty, "\(comparison.differences)")
    verify(comparison.plugins > 40 && comparison.statements > 300, "it says little otherwise")
  }

  /// Also sees that a text that only one of them finds is a difference.
  @Test func textsInLanguagesEscapesNumbersRelativeURIsAndAPrototypeAreReadAsByLilv() throws {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin(
      "x.lv2",
      more: """
        <urn:aucat:x.lv2:good> doap:name "Hall"@de, "Sal"@sv, "Eko"@pt-BR, \"\"\"zwei
        Zeilen\"\"\", "\\u00E9\\t\\"", "e\u{301}x", "👩‍🚀", "صدى"@ar, 'ein'@de ; rdfs:comment 1 , 2.5 , true ;
          lv2:prototype <urn:aucat:x.lv2:kind> ; doap:license <a/../LICENSE%20x> , <#own> , <> .
        <urn:aucat:x.lv2:kind> lv2:shortName "Kind" ; rdfs:seeAlso <kind.ttl> .
        """)
    folder.write(turtlePrefixes + "<urn:aucat:x.lv2:kind> lv2:port [ lv2:index 0 ] .", to: "x.lv2/kind.ttl")
    var comparison = Comparison()
    try comparison.compare(folder("x.lv2"))
    verify(comparison.differences.isEmpty, "\(comparison.differences)")
    verify(comparison.statements > 20)
    comparison.isHidden = { facts, term in facts.graph.language(term).map { facts.graph.text($0) } == "ar" }
    try comparison.compare(folder("x.lv2"))
    verify(comparison.differences.count, equals: 1)
  }

  /// lilv does not: sord makes a node of its own of such a URI each time it is asked with its text, and then finds nothing.
  @Test func theFilesOfAPluginWhoseURIGoesBeyondASCIIAreFound() throws {
    let folder = TemporaryFolder()
    folder.bundle("x.lv2", plugin("urn:aucat:x.lv2:höhe", data: "data.ttl"))
    folder.write(turtlePrefixes + "<urn:aucat:x.lv2:höhe> rdfs:comment \"da\" .", to: "x.lv2/data.ttl")
    try verify(BundleReader(path: folder("x.lv2")).record(of: "urn:aucat:x.lv2:höhe").comment, equals: "da")
  }
}
