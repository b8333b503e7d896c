import ComponentModel
import ComponentScan
import TestSupport
import Testing

@testable import BundleReading

/// What the scanner reads of the tags that authors declare.
struct TagReadingTests {
  private static let prefix = "@prefix tags: <urn:aucat:tags#> .\n"
  private let folder = TemporaryFolder()

  /// Writes a bundle with plugins of these names, or a file of it.
  private func write(_ turtle: String, to file: String = "x.lv2/manifest.ttl", declaring plugins: [String] = []) {
    let declared = plugins.map { plugin("urn:aucat:x.lv2:\($0)", data: "\($0).ttl") }.joined()
    folder.write(turtlePrefixes + Self.prefix + "@prefix x: <urn:aucat:x.lv2:> .\n" + declared + turtle, to: file)
    folder.write("", to: "x.lv2/plugin.so")
  }

  /// The plugins by name.
  private func scan() throws -> [String: PluginRecord] {
    let plugins = try Scan(folder.path).plugins
    return Dictionary(plugins.map { (lastName($0.uri), $0) }, uniquingKeysWith: { $1 })
  }

  @Test func namesArriveAsTheyAreWrittenOnceFromAllFilesOfAPluginAndFromNoOthers() throws {
    write(
      """
      x:one tags:standardTag "Drums", " Time Effect " ; tags:ownTag <urn:shared>,
        [ a tags:Tag ; rdfs:label "Tape", "Tonband"@de, "Bandmaskin"@sv, "شريط"@ar ] .
      <urn:shared> rdfs:label "Röhre"@de-AT, "Tube"@en . _:b1 rdfs:label "of the manifest" .
      <urn:aucat:y.lv2:good> tags:standardTag "Drums" .
      x:three tags:ownTag [ rdfs:label "Tape" ] ; tags:standardTag "Drums" .
      """, declaring: ["one", "two", "three"])
    write("x:two tags:ownTag [ rdfs:label \"Two\" ] . <urn:far> rdfs:label \"Far\" .", to: "x.lv2/two.ttl")
    write("x:one tags:ownTag <urn:far> . x:two tags:standardTag \"Bass\" .", to: "x.lv2/one.ttl")
    write(
      "x:three tags:ownTag [ rdfs:label \"Tape\", \"Tonband\"@de ] , <urn:shared> ; tags:standardTag \"Drums\" .",
      to: "x.lv2/three.ttl")
    folder.bundleWithGoodPlugin("y.lv2")
    let plugins = try scan()
    let one = try demand(plugins["one"])
    verify(one.standardTags, equals: ["Drums", "Time Effect"])
    verify(Set(one.ownTags.map(\.text)), equals: ["Tape", "Tube"])
    let labels = try [demand(one.ownTags.first { $0.text == "Tape" }), demand(one.ownTags.first { $0.text == "Tube" })]
    verify(labels[0].labels.map(\.language), equals: [nil, "de", "sv", "ar"])
    verify(labels[1].translations.map(\.text), equals: ["Röhre", "Tube"])
    verify(labels[1].labels[0].language, equals: "de-at")
    verify(one.remarks.map(\.description), equals: ["tags:ownTag: <urn:far> has no rdfs:label"])
    let two = try demand(plugins["two"])
    verify(two.ownTags.map(\.text) == ["Two"] && two.standardTags.isEmpty)
    let three = try demand(plugins["three"])
    verify(three.standardTags == ["Drums"] && three.remarks.isEmpty)
    verify(three.ownTags.map(\.text), equals: ["Tape", "Tube"])
    verify(three.ownTags[0].translations, equals: [LocalizedText("Tonband", language: "de")])
    verify(plugins["good"]?.standardTags, equals: [])
  }

  @Test func theVocabularysNameIsFoundWhereverAPieceOfAFileEndsAndNoOtherIsTaken() throws {
    for offset in [0, 1, 7, 14, 15] {
      let uri = "urn:aucat:\(offset).lv2:\(offset)"
      let head = turtlePrefixes + plugin(uri)
      let comment = String(repeating: "#", count: (1 << 18) - offset - head.utf8.count - "\n<\(uri)> <".utf8.count)
      folder.write(
        head + comment + "\n<\(uri)> <urn:aucat:tags#standardTag> \"Drums\" .\n", to: "\(offset).lv2/manifest.ttl")
      folder.write("", to: "\(offset).lv2/plugin.so")
    }
    folder.bundleWithGoodPlugin(
      "y.lv2", more: "<urn:aucat:y.lv2:good> doap:name \"Gut\"@de ; <urn:aucat:tags%23standardTag> \"Drums\" .")
    let plugins = try scan()
    for offset in [0, 1, 7, 14, 15] { verify(plugins["\(offset)"]?.standardTags, equals: ["Drums"], "\(offset)") }
    let good = try demand(plugins["good"])
    verify(good.names.count == 2 && good.standardTags.isEmpty && good.remarks.isEmpty)
  }

  @Test func tooManyTagsNamesAndBytesCostARemark() throws {
    let names = ["many", "named", "bad", "long", "one"]
    func list(_ count: Int, _ item: (Int) -> String) -> String { (0..<count).map(item).joined(separator: ", ") }
    let name = String(repeating: "x", count: 990)
    let long = list(200) { "\"\(name)\($0)\"@a-\($0)" }
    let one = list(50) { tag in "[ rdfs:label \"One\", \(list(150) { "\"n\"@a-\(tag)-\($0)" }) ]" }
    write(
      """
      x:many tags:standardTag \(list(2_000) { "\"tag \($0)\"" }) .
      x:named tags:standardTag "\(name)xxxxxxxxxxx" ; tags:ownTag [ rdfs:label \(list(2_000) { "\"\($0)\"@a-\($0)" }) ] .
      x:bad tags:ownTag \(list(50) { tag in "[ rdfs:label \(list(50) { "<urn:\(tag):\($0)>" }) ]" }) .
      x:long tags:ownTag <urn:1>, <urn:2>, <urn:3> ; tags:standardTag "Drums" .
      <urn:1> rdfs:label \(long) . <urn:2> rdfs:label \(long) . <urn:3> rdfs:label "Short" .
      x:one tags:ownTag \(one) .
      """, declaring: names)
    for name in names { write("", to: "x.lv2/\(name).ttl") }
    let plugins = try scan()
    func remarks(_ name: String) -> [String] { plugins[name]?.remarks.map(\.description) ?? [] }
    verify(plugins["many"]?.standardTags.count, equals: ScanLimits.tags)
    verify(remarks("many"), equals: ["it declares 2000 tags; the first 100 are read"])
    verify(remarks("named").contains { $0.contains("1001 bytes") }, "\(remarks("named"))")
    verify(plugins["named"]?.ownTags.map(\.labels.count), equals: [ScanLimits.tagNames])
    verify(remarks("bad").count, equals: ScanLimits.tags)
    let bytes = try demand(plugins["long"]).tagBytes
    verify(bytes <= ScanLimits.tagBytes && bytes > ScanLimits.tagBytes - 2_000)
    verify(remarks("long"), equals: ["the names of its tags have more than 64 KiB; the first are read"])
    // Those with one text have no more names together than one of them may have.
    verify(
      plugins["one"]?.ownTags.map(\.labels.count) == [ScanLimits.tagNames] && plugins["one"]?.ownTags[0].text == "One")
    verify(plugins["one"]?.remarks.contains(.tag(.tooManyNames(limit: 200))), equals: true)
  }

  @Test func pluginsThatShareLargeTagsAreHandedOnInPartsAndThoseOfALargeBundleHaveTheirs() throws {
    let names = (0..<80).map { "\($0)" }
    let labels = (0..<60).map { "\"\(String(repeating: "x", count: 980))\"@a-\($0)" }.joined(separator: ", ")
    let tags = names.map { "x:\($0) tags:ownTag <urn:shared> .\n" }.joined() + "<urn:shared> rdfs:label \(labels) ."
    write(tags, declaring: names)
    for filling in ["", String(repeating: "c", count: 20_000)] {
      for name in names {
        write("x:\(name) rdfs:comment \"\(filling)\" ; tags:standardTag \"\(name)\" .", to: "x.lv2/\(name).ttl")
      }
      let scan = try Scan(folder.path)
      for name in names {
        let plugin = try demand(scan.plugin("urn:aucat:x.lv2:\(name)"))
        verify(plugin.standardTags == [name] && plugin.ownTags.map(\.labels.count) == [60], "\(name)")
      }
      verify(scan.plugins.count == 80 && scan.largestPiece < 80)
    }
  }

  @Test func everyTermOfThePublishedVocabularyIsDescribed() {
    let file = Repository.path("schema/tags.lv2/tags.ttl")
    let graph = Graph()
    let number = Child.contents(file).withUnsafeBytes { graph.read($0, path: file) }
    verify(graph.files[number].error == nil)
    func described(_ term: String) -> Set<String> {
      let subject = graph.term(Namespace.tags + term)
      let uris = subject.map { graph.statements(about: $0).map { graph.text($0.predicate) } } ?? []
      return Set(uris.compactMap { Namespace.local($0, in: "http://www.w3.org/2000/01/rdf-schema#") })
    }
    for term in ["standardTag", "ownTag"] { verify(described(term), equals: ["label", "comment", "domain", "range"]) }
    verify(described("Tag"), equals: ["label", "comment"])
    let read = Property.allCases.compactMap { Namespace.local($0.uri, in: Namespace.tags) }
    verify(Set(read), equals: ["standardTag", "ownTag"])
  }
}
