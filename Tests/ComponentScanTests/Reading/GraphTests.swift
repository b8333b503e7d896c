import TestSupport
import Testing
import BundleReading

/// The graph that Turtle files are read into.
@Suite struct GraphTests {
  private static let path = "/a b/x.lv2/manifest.ttl"

  /// Reads texts as files of one graph.
  private func graph(_ texts: String..., limits: Graph.Limits = Graph.Limits()) -> Graph {
    let graph = Graph(limits: limits)
    for text in texts { Array(text.utf8).withUnsafeBytes { _ = graph.read($0, path: Self.path) } }
    return graph
  }

  private func objects(_ graph: Graph, of subject: String) -> [Term] {
    graph.term(subject).map { graph.statements(about: $0).map(\.object) } ?? []
  }

  private func texts(_ graph: Graph, of subject: String) -> [String] {
    objects(graph, of: subject).map { graph.text($0) }
  }

  @Test("equal terms are one, in one file and in several; terms that differ in anything are not")
  func interning() {
    let same = graph("<urn:s> <urn:p> <urn:o> , \"o\" .", "<urn:s> <urn:q> <urn:o> , \"o\" .")
    #expect(Set(objects(same, of: "urn:s")).count == 2)
    let other = graph(
      "<urn:s> <urn:p> <o:1> , \"o:1\" , \"o:1\"@de , \"o:1\"@en , \"o:1\"^^<urn:t> , 1 , 1.0 , \"1\" .")
    #expect(Set(objects(other, of: "urn:s")).count == 8)
  }

  @Test("ten thousand terms and statements are all there, in their order")
  func many() {
    let values = (0..<10_000).map { "<urn:o:\($0)>" }
    let graph = graph("<urn:s> <urn:p> \(values.joined(separator: ",")) .")
    #expect(texts(graph, of: "urn:s") == (0..<10_000).map { "urn:o:\($0)" })
    #expect(graph.statementCount == 10_000)
    #expect(graph.term("urn:o:10000") == nil)
  }

  @Test("a CURIE is its prefix and its name, whatever the prefix was before")
  func prefixes() {
    let graph = graph(
      """
      @prefix x: <urn:one:> . <urn:s> <urn:p> x:a . @prefix x: <urn:two:> . <urn:s> <urn:p> x:a . @prefix : <#> .
      <urn:s> <urn:p> :own .
      """)
    #expect(texts(graph, of: "urn:s") == ["urn:one:a", "urn:two:a", "file:///a%20b/x.lv2/manifest.ttl#own"])
    #expect(graph.files[0].prefixes == ["x": "urn:two:", "": "file:///a%20b/x.lv2/manifest.ttl#"])
  }

  @Test("a relative URI is resolved against its file, or the base that the file declares")
  func relative() {
    let graph = graph("<urn:s> <urn:p> <data.ttl> , <../b> , <> . @base <http://h/d/f> . <urn:s> <urn:p> <g> , </i> .")
    let expected = [
      "file:///a%20b/x.lv2/data.ttl", "file:///a%20b/b", "file:///a%20b/x.lv2/manifest.ttl", "http://h/d/g",
      "http://h/i",
    ]
    #expect(texts(graph, of: "urn:s") == expected)
  }

  @Test("languages and datatypes stay with their literals")
  func literals() throws {
    let graph = graph(
      "<urn:s> <urn:p> \"a\"@sv-FI , 1 , -1.5 , 1e3 , true , \"x\" , \"Zg==\"^^<http://www.w3.org/2001/XMLSchema#base64Binary> ."
    )
    let objects = objects(graph, of: "urn:s")
    #expect(objects.map { graph.kind($0) } == [.string, .integer, .decimal, .decimal, .boolean, .string, .binary])
    #expect(objects.map { graph.language($0).map { graph.text($0) } } == ["sv-FI", nil, nil, nil, nil, nil, nil])
    #expect(graph.datatype(objects[1]).map { graph.text($0) } == "http://www.w3.org/2001/XMLSchema#integer")
  }

  @Test("blank nodes of two files are two, even by the same name")
  func blank() {
    let graph = graph("<urn:s> <urn:p> _:b , [] .", "<urn:s> <urn:p> _:b , [] .")
    #expect(Set(objects(graph, of: "urn:s")).count == 4)
  }

  @Test("blank nodes of two files are two, even where a file's number continues in a name")
  func blankNames() {
    let graph = Graph()
    for number in 0...11 {
      let text = number == 1 ? "<urn:s> <urn:p> _:1b ." : number == 11 ? "<urn:s> <urn:p> _:b ." : "\n"
      Array(text.utf8).withUnsafeBytes { _ = graph.read($0, path: Self.path) }
    }
    #expect(Set(objects(graph, of: "urn:s")).count == 2)
  }

  @Test("each statement knows its file, and each file its statements")
  func files() {
    let graph = graph("<urn:s> <urn:p> 1 , 2 .", "<urn:s> <urn:p> 3 . <urn:t> <urn:p> 4 .")
    #expect(graph.term("urn:s").map { graph.statements(about: $0).map(\.file) } == [0, 0, 1])
    #expect(graph.statements(inFile: 1).map { graph.text($0.object) } == ["3", "4"])
  }

  @Test("only statements with wanted properties are kept, where any are named")
  func wanted() {
    let graph = Graph(vocabulary: ["urn:p", "urn:q"], keeping: 0..<1)
    Array("<urn:s> <urn:p> 1 ; <urn:q> 2 ; <urn:r> 3 .".utf8).withUnsafeBytes { _ = graph.read($0, path: Self.path) }
    #expect(texts(graph, of: "urn:s") == ["1"])
    #expect(graph.term("urn:q")?.position == 1)
    #expect(graph.term("urn:p") == graph.term(at: 0))
  }

  @Test(
    "an error says where it is, and what comes before it is kept",
    arguments: [
      ("<urn:s> <urn:p> 1 .\n<urn:s> <urn:p>\n  ] .\n", 3, "expected"),
      ("<urn:s> <urn:p> 1 .\n<html>\n<body>\n", 4, "expected object"),
      ("<urn:s> <urn:p> 1 .\n<urn:s> <urn:p> no:where .", 0, "failed to expand CURIE `no:where'"),
      ("<urn:s> <urn:p> 1 .\nno:where <urn:p> 2 .", 0, "failed to expand"),
    ])
  func errors(text: String, line: Int, words: String) throws {
    let graph = graph(text)
    let error = try #require(graph.files[0].error)
    #expect(error.line == line, "\(error)")
    #expect(error.message.contains(words) && !error.message.contains("\n"), "\(error)")
    #expect(error.file == Self.path)
    #expect(texts(graph, of: "urn:s").first == "1")
  }

  @Test("a wrong CURIE is an error where the statement is left out too")
  func wrongUnwanted() {
    for text in ["<urn:s> <urn:q> no:o .", "no:s <urn:q> 1 .", "<urn:s> <urn:q> \"1\"^^no:t ."] {
      let graph = Graph(vocabulary: ["urn:p"], keeping: 0..<1)
      Array(text.utf8).withUnsafeBytes { _ = graph.read($0, path: Self.path) }
      #expect(graph.files[0].error != nil, "\(text)")
    }
  }

  @Test("more statements or bytes than a graph may have are an error")
  func limits() {
    let text = "<urn:s> <urn:p> " + (0..<1_000).map { "\"text \($0)\"" }.joined(separator: ",") + " ."
    #expect(graph(text).files[0].error == nil)
    for limits in [Graph.Limits(statements: 100), Graph.Limits(bytes: 1_000)] {
      let graph = graph(text, limits: limits)
      #expect(graph.files[0].error?.message.contains("exceeds the limits") == true)
      #expect(graph.statementCount < 200)
    }
  }

  @Test("a text with a null character ends nothing but itself, and an empty file says nothing")
  func hardBytes() {
    #expect(graph("<urn:s> <urn:p> \"a\\u0000b\" , \"c\" .").statementCount == 2)
    #expect(graph("\n").files[0].error == nil)
    #expect(graph("\u{FEFF}<urn:s> <urn:p> 1 .").statementCount == 1)
  }
}
