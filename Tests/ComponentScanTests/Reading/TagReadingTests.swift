import ComponentModel
import ComponentScan
import TestSupport
import Testing
@testable import BundleReading

/// What the scanner reads of the tags that authors declare.
@Suite struct TagReadingTests {
  private static let prefix = "@prefix tags: <urn:aucat:tags#> .\n"
  private let folder = TemporaryFolder()

  /// The plugin `urn:aucat:x.lv2:good` of a bundle with these statements about it, and more Turtle.
  private func record(_ facts: String, more: String = "") throws -> PluginRecord {
    folder.bundleWithGoodPlugin("x.lv2", more: Self.prefix + "<urn:aucat:x.lv2:good> \(facts) .\n" + more)
    return try #require(try Scan(folder.path).plugin("urn:aucat:x.lv2:good"))
  }

  private func texts(_ record: PluginRecord) -> [String] { record.ownTags.map(\.text) }

  @Test("standard names and own tags arrive as they are written")
  func both() throws {
    let record = try record(
      """
      tags:standardTag "Drums", " Time Effect " ; tags:ownTag
        [ a tags:Tag ; rdfs:label "Tape", "Tonband"@de, "Bandmaskin"@sv, "شريط"@ar ], <urn:shared>
      """, more: "<urn:shared> rdfs:label \"Röhre\"@de-AT, \"Tube\"@en .")
    #expect(record.standardTags == ["Drums", "Time Effect"])
    #expect(texts(record) == ["Tape", "Tube"])
    #expect(record.ownTags[0].labels.map(\.language) == [nil, "de", "sv", "ar"])
    #expect(record.ownTags[1].translations.map(\.text) == ["Röhre", "Tube"])
    #expect(record.ownTags[1].labels[0].language == "de-at")
    #expect(record.remarks.isEmpty)
  }

  @Test("without a name in English the first language names a tag")
  func firstLanguage() throws {
    #expect(try texts(record("tags:ownTag [ rdfs:label \"Band\"@sv, \"Tonband\"@de ]")) == ["Tonband"])
  }

  @Test("a bundle that does not name the vocabulary is not read for tags, one with names in languages neither")
  func noVocabulary() throws {
    folder.bundleWithGoodPlugin(
      "y.lv2", more: "<urn:aucat:y.lv2:good> doap:name \"Gut\"@de ; <urn:aucat:tags%23standardTag> \"Drums\" .")
    let record = try #require(try Scan(folder.path).plugin("urn:aucat:y.lv2:good"))
    #expect(record.names.count == 2)
    #expect(record.standardTags.isEmpty && record.remarks.isEmpty)
  }

  @Test("the vocabulary's name is found wherever a piece of the file ends", arguments: [0, 1, 7, 14, 15])
  func pieces(offset: Int) throws {
    let head = turtlePrefixes + plugin("urn:aucat:z.lv2:good")
    let start = (1 << 18) - offset - head.utf8.count - "\n<urn:aucat:z.lv2:good> <".utf8.count
    let comment = String(repeating: "#", count: start)
    let fact = "\n<urn:aucat:z.lv2:good> <urn:aucat:tags#standardTag> \"Drums\" .\n"
    folder.write(head + comment + fact, to: "z.lv2/manifest.ttl")
    folder.write("", to: "z.lv2/plugin.so")
    #expect(try Scan(folder.path).plugin("urn:aucat:z.lv2:good")?.standardTags == ["Drums"])
  }

  @Test("two labels of one language: the first is taken, with a remark")
  func twoNames() throws {
    let record = try record("tags:ownTag [ rdfs:label \"Tape\", \"Band\"@de, \"Tonband\"@DE ]")
    #expect(record.ownTags.first?.labels == [LocalizedText("Tape"), LocalizedText("Band", language: "de")])
    #expect(
      record.remarks.map(\.description) == [
        "tags:ownTag: a tag has two names in \"de\"; \"Band\" is used, \"Tonband\" is not"
      ])
  }

  @Test(
    "what is no name is left out with a remark, and the rest is read",
    arguments: [
      ("tags:standardTag \"a\\tb\"", "TAB"), ("tags:standardTag \"\"", "empty"), ("tags:standardTag \"  \"", "empty"),
      ("tags:standardTag \"a\\u001Bb\"", "control character"), ("tags:standardTag <urn:drums>", "<urn:drums>"),
      ("tags:standardTag [ rdfs:label \"Drums\" ]", "a blank node"), ("tags:ownTag \"Tape\"", "\"Tape\""),
      ("tags:ownTag [ rdfs:label \"a\\nb\" ]", "line break"), ("tags:ownTag [ rdfs:label <urn:label> ]", "<urn:label>"),
      ("tags:ownTag []", "has no rdfs:label"), ("tags:ownTag <urn:nobody>", "<urn:nobody> has no rdfs:label"),
      ("tags:ownTag [ rdfs:label [ rdfs:label \"nested\" ] ]", "a blank node"),
      ("tags:ownTag [ tags:ownTag [ rdfs:label \"nested\" ] ]", "has no rdfs:label"),
      ("tags:standardTag \"\(String(repeating: "x", count: 1_001))\"", "1001 bytes"),
      ("tags:ownTag [ rdfs:label \"x\"@a-\(String(repeating: "b", count: 40)) ]", "bytes"),
    ])
  func leftOut(fact: String, words: String) throws {
    let record = try record("\(fact) ; tags:standardTag \"Reverb\"")
    #expect(record.standardTags == ["Reverb"])
    #expect(record.ownTags.isEmpty)
    #expect(record.remarks.contains { $0.description.contains(words) }, "\(record.remarks)")
  }

  @Test("ten thousand tags cost a remark, and ten thousand names of one too")
  func tooMany() throws {
    let standard = (0..<10_000).map { "\"tag \($0)\"" }.joined(separator: ", ")
    let many = try record("tags:standardTag \(standard)")
    #expect(many.standardTags.count == ScanLimits.tags)
    #expect(many.remarks.map(\.description) == ["it declares 10000 tags; the first 100 are read"])
    let labels = (0..<10_000).map { "\"\($0)\"@a-\($0)" }.joined(separator: ", ")
    let named = try record("tags:ownTag [ rdfs:label \(labels) ]")
    #expect(named.ownTags.map(\.labels.count) == [ScanLimits.tagNames])
    let bad = (0..<90).map { number in
      "[ rdfs:label \((0..<90).map { "<urn:\(number):\($0)>" }.joined(separator: ", ")) ]"
    }
    #expect(try record("tags:ownTag \(bad.joined(separator: ", "))").remarks.count == ScanLimits.tags)
  }

  @Test("names of 64 KiB are read, and the rest costs a remark")
  func tooLong() throws {
    let name = String(repeating: "x", count: 990)
    let labels = (0..<200).map { "\"\(name)\($0)\"@a-\($0)" }.joined(separator: ", ")
    let record = try record(
      "tags:ownTag <urn:1>, <urn:2>, <urn:3> ; tags:standardTag \"Drums\"",
      more: "<urn:1> rdfs:label \(labels) . <urn:2> rdfs:label \(labels) . <urn:3> rdfs:label \"Short\" .")
    #expect(record.tagBytes <= ScanLimits.tagBytes && record.tagBytes > ScanLimits.tagBytes - 2_000)
    #expect(record.remarks.map(\.description) == ["the names of its tags have more than 64 KiB; the first are read"])
  }

  @Test(
    "tags with one text have no more names together than one of them may have, without a time that grows by squares")
  func merged() throws {
    let tags = (0..<50).map { tag in
      let labels = (0..<150).map { "\"n\"@a-\(tag)-\($0)" }.joined(separator: ", ")
      return "[ rdfs:label \"One\", \(labels) ]"
    }
    let record = try record("tags:ownTag \(tags.joined(separator: ", "))")
    #expect(record.ownTags.map(\.labels.count) == [ScanLimits.tagNames])
    #expect(record.ownTags.first?.text == "One")
    #expect(record.remarks.contains(.tag(.tooManyNames(limit: 200))))
  }

  @Test("plugins that share large tags are handed on in parts, each once")
  func shared() throws {
    let uris = (0..<150).map { "urn:aucat:x.lv2:\($0)" }
    let name = String(repeating: "x", count: 980)
    let labels = (0..<60).map { "\"\(name)\"@a-\($0)" }.joined(separator: ", ")
    folder.bundle(
      "x.lv2",
      Self.prefix + uris.map { plugin($0) + "<\($0)> tags:ownTag <urn:shared> .\n" }.joined()
        + "<urn:shared> rdfs:label \(labels) .")
    folder.write("", to: "x.lv2/plugin.so")
    let scan = try Scan(folder.path)
    for uri in uris { #expect(try #require(scan.plugin(uri)).ownTags.map(\.labels.count) == [60]) }
    #expect(scan.largestPiece < 100)
  }

  @Test("a bundle speaks for its own plugins only, and another plugin's file for that one only")
  func foreign() throws {
    folder.bundle(
      "x.lv2",
      Self.prefix + plugin("urn:aucat:x.lv2:one", data: "one.ttl") + plugin("urn:aucat:x.lv2:two", data: "two.ttl")
        + "<urn:aucat:y.lv2:good> tags:standardTag \"Drums\" . _:b1 rdfs:label \"of the manifest\" .")
    folder.write(
      turtlePrefixes + Self.prefix + "<urn:aucat:x.lv2:one> tags:ownTag [ rdfs:label \"One\" ] , <urn:shared> . "
        + "<urn:aucat:x.lv2:two> tags:standardTag \"Bass\" .", to: "x.lv2/one.ttl")
    folder.write(
      turtlePrefixes + Self.prefix + "<urn:aucat:x.lv2:two> tags:ownTag [ rdfs:label \"Two\" ] . "
        + "<urn:shared> rdfs:label \"Shared\" .", to: "x.lv2/two.ttl")
    folder.bundleWithGoodPlugin("y.lv2")
    let scan = try Scan(folder.path)
    let one = try #require(scan.plugin("urn:aucat:x.lv2:one"))
    #expect(texts(one) == ["One"])
    #expect(one.remarks.map(\.description) == ["tags:ownTag: <urn:shared> has no rdfs:label"])
    let two = try #require(scan.plugin("urn:aucat:x.lv2:two"))
    #expect(texts(two) == ["Two"] && two.standardTags.isEmpty)
    #expect(try #require(scan.plugin("urn:aucat:y.lv2:good")).standardTags.isEmpty)
  }

  @Test("manifest and data together: one tag, with the names of both")
  func twoFiles() throws {
    let uri = "urn:aucat:x.lv2:good"
    folder.bundle(
      "x.lv2",
      Self.prefix + plugin(uri, data: "data.ttl") + "<\(uri)> tags:ownTag [ rdfs:label \"Tape\" ] ; "
        + "tags:standardTag \"Drums\" . <urn:shared> rdfs:label \"Shared\" .")
    folder.write(
      turtlePrefixes + Self.prefix + "<\(uri)> tags:ownTag [ rdfs:label \"Tape\", \"Tonband\"@de ] , <urn:shared> ; "
        + "tags:standardTag \"Drums\" .", to: "x.lv2/data.ttl")
    let record = try #require(try Scan(folder.path).plugin(uri))
    #expect(record.standardTags == ["Drums"])
    #expect(texts(record) == ["Tape", "Shared"])
    #expect(record.ownTags[0].translations == [LocalizedText("Tonband", language: "de")])
    #expect(record.remarks.isEmpty)
  }

  @Test("a large bundle's plugins have their tags too, whoever reads them")
  func inParts() throws {
    let uris = (0..<4).map { "urn:aucat:x.lv2:\($0)" }
    folder.bundle("x.lv2", uris.map { plugin($0, data: "\(lastName($0)).ttl") }.joined())
    let filling = String(repeating: "c", count: 400_000)
    for uri in uris {
      folder.write(
        turtlePrefixes + Self.prefix + "<\(uri)> rdfs:comment \"\(filling)\" ; tags:standardTag \"\(lastName(uri))\" .",
        to: "x.lv2/\(lastName(uri)).ttl")
    }
    let scan = try Scan(folder.path)
    for uri in uris { #expect(try #require(scan.plugin(uri)).standardTags == [lastName(uri)]) }
  }

  @Test("every term of the published vocabulary is described, as serd reads it")
  func vocabulary() {
    let rdfs = "http://www.w3.org/2000/01/rdf-schema#"
    let file = Repository.path("schema/tags.lv2/tags.ttl")
    let properties = ["label", "comment", "domain", "range"]
    let graph = Graph()
    let number = Child.contents(file).withUnsafeBytes { graph.read($0, path: file) }
    #expect(graph.files[number].error == nil)
    func described(_ term: String) -> Set<String> {
      let subject = graph.term(Namespace.tags + term)
      let uris = subject.map { graph.statements(about: $0).map { graph.text($0.predicate) } } ?? []
      return Set(uris.compactMap { Namespace.local($0, in: rdfs) })
    }
    for term in ["standardTag", "ownTag"] { #expect(described(term) == Set(properties)) }
    #expect(described("Tag") == ["label", "comment"])
    let read = Property.allCases.compactMap { Namespace.local($0.uri, in: Namespace.tags) }
    #expect(Set(read) == ["standardTag", "ownTag"])
  }
}
