import BundleReading
import TestSupport
import Testing

/// The graph that Turtle files are read into.
struct GraphTests {
  private static let path = "/a b/x.lv2/manifest.ttl"

  /// Reads texts as files of one graph.
  private func graph(_ texts: String..., limits: Graph.Limits = Graph.Limits()) -> Graph {
    read(texts, in: Graph(limits: limits))
  }

  private func read(_ texts: [String], in graph: Graph) -> Graph {
    for text in texts { Array(text.utf8).withUnsafeBytes { _ = graph.read($0, path: Self.path) } }
    return graph
  }

  private func objects(_ graph: Graph, of subject: String) -> [Term] {
    graph.term(subject).map { graph.statements(about: $0).map(\.object) } ?? []
  }

  private func texts(_ graph: Graph, of subject: String) -> [String] {
    objects(graph, of: subject).map { graph.text($0) }
  }

  @Test func equalTermsAreOneAndThoseThatDifferInAnythingAreNotHoweverManyThereAre() {
    let same = graph("<urn:s> <urn:p> <urn:o> , \"o\" .", "<urn:s> <urn:q> <urn:o> , \"o\" .")
    verify(Set(objects(same, of: "urn:s")).count, equals: 2)
    let other = graph(
      "<urn:s> <urn:p> <o:1> , \"o:1\" , \"o:1\"@de , \"o:1\"@en , \"o:1\"^^<urn:t> , 1 , 1.0 , \"1\" .")
    verify(Set(objects(other, of: "urn:s")).count, equals: 8)
    let many = (0..<5_000).map { "urn:o:\($0)" }
    let large = graph("<urn:s> <urn:p> <\(many.joined(separator: ">,<"))> .")
    verify(texts(large, of: "urn:s") == many, "in their order")
    verify(large.statementCount == 5_000 && large.term("urn:o:5000") == nil)
  }

  @Test func aBlankNodeBelongsToItsFileEvenWhereThatFilesNumberContinuesInItsName() {
    let texts = (0...11).map { $0 == 1 ? "<urn:s> <urn:p> _:1b ." : $0 == 11 ? "<urn:s> <urn:p> _:b , [] ." : "\n" }
    verify(Set(objects(read(texts, in: Graph()), of: "urn:s")).count, equals: 3)
    let same = graph("<urn:s> <urn:p> _:b , [] .", "<urn:s> <urn:p> _:b , [] .")
    verify(Set(objects(same, of: "urn:s")).count, equals: 4)
  }

  @Test func prefixesRelativeURIsLanguagesAndDatatypesAreRead() {
    let prefixed = graph(
      """
      @prefix x: <urn:one:> . <urn:s> <urn:p> x:a . @prefix x: <urn:two:> . <urn:s> <urn:p> x:a . @prefix : <#> .
      <urn:s> <urn:p> :own .
      """)
    verify(texts(prefixed, of: "urn:s"), equals: ["urn:one:a", "urn:two:a", "file:///a%20b/x.lv2/manifest.ttl#own"])
    verify(prefixed.files[0].prefixes, equals: ["x": "urn:two:", "": "file:///a%20b/x.lv2/manifest.ttl#"])
    let based = graph(
      "<urn:s> <urn:p> <data.ttl> , <../b> , <> . @base <http://h/d/f> . <urn:s> <urn:p> <g> , </i> .")
    let uris = [
      "file:///a%20b/x.lv2/data.ttl", "file:///a%20b/b", "file:///a%20b/x.lv2/manifest.ttl", "http://h/d/g",
      "http://h/i",
    ]
    verify(texts(based, of: "urn:s"), equals: uris)
    let literals = graph(
      "<urn:s> <urn:p> \"a\"@sv-FI , 1 , -1.5 , 1e3 , true , \"x\" , "
        + "\"Zg==\"^^<http://www.w3.org/2001/XMLSchema#base64Binary> .")
    let values = objects(literals, of: "urn:s")
    let kinds: [Term.Kind] = [.string, .integer, .decimal, .decimal, .boolean, .string, .binary]
    verify(values.map { literals.kind($0) }, equals: kinds)
    let languages = values.map { literals.language($0).map { literals.text($0) } }
    verify(languages, equals: ["sv-FI", nil, nil, nil, nil, nil, nil])
    verify(literals.datatype(values[1]).map { literals.text($0) }, equals: "http://www.w3.org/2001/XMLSchema#integer")
  }

  @Test func eachStatementKnowsItsFileAndOnlyWantedPropertiesAreKept() {
    let graph = graph("<urn:s> <urn:p> 1 , 2 .", "<urn:s> <urn:p> 3 . <urn:t> <urn:p> 4 .")
    verify(graph.term("urn:s").map { graph.statements(about: $0).map(\.file) }, equals: [0, 0, 1])
    verify(graph.statements(inFile: 1).map { graph.text($0.object) }, equals: ["3", "4"])
    let wanted = read(
      ["<urn:s> <urn:p> 1 ; <urn:q> 2 ; <urn:r> 3 ."], in: Graph(vocabulary: ["urn:p", "urn:q"], keeping: 0..<1))
    verify(texts(wanted, of: "urn:s"), equals: ["1"])
    verify(wanted.term("urn:q")?.position == 1 && wanted.term("urn:p") == wanted.term(at: 0))
  }

  @Test func anErrorSaysWhereItIsAndWhatComesBeforeItIsKept() throws {
    for (text, line, words) in [
      ("<urn:s> <urn:p> 1 .\n<urn:s> <urn:p>\n  ] .\n", 3, "expected"),
      ("<urn:s> <urn:p> 1 .\n<html>\n<body>\n", 4, "expected object"),
      ("<urn:s> <urn:p> 1 .\n<urn:s> <urn:p> no:where .", 0, "failed to expand CURIE `no:where'"),
      ("<urn:s> <urn:p> 1 .\nno:where <urn:p> 2 .", 0, "failed to expand"),
    ] {
      let graph = graph(text)
      let error = try demand(graph.files[0].error)
      verify(error.line == line && error.file == Self.path, "\(error)")
      verify(error.message.contains(words) && !error.message.contains("\n"), "\(error)")
      verify(texts(graph, of: "urn:s").first, equals: "1")
    }
    // A wrong CURIE is one where the statement is left out, too.
    for text in ["<urn:s> <urn:q> no:o .", "no:s <urn:q> 1 .", "<urn:s> <urn:q> \"1\"^^no:t ."] {
      verify(read([text], in: Graph(vocabulary: ["urn:p"], keeping: 0..<1)).files[0].error != nil, "\(text)")
    }
  }

  /// A long prefix that is used a thousand times makes a small file a large graph.
  @Test func thereAreMostStatementsAndBytesAndNoByteEndsAFile() {
    let text = "<urn:s> <urn:p> " + (0..<1_000).map { "\"text \($0)\"" }.joined(separator: ",") + " ."
    let prefix = "@prefix x: <urn:\(String(repeating: "x", count: 10_000))> .\n"
    let bomb = prefix + "<urn:s> <urn:p> " + (0..<1_000).map { "\"\"^^x:\($0)" }.joined(separator: ",") + " ."
    verify(graph(text).files[0].error == nil)
    for (text, limits) in [
      (text, Graph.Limits(statements: 100)), (text, Graph.Limits(bytes: 1_000)), (bomb, Graph.Limits(bytes: 1 << 20)),
    ] {
      let graph = graph(text, limits: limits)
      verify(graph.files[0].error?.message.contains("exceeds the limits"), equals: true)
      verify(graph.statementCount < 200)
    }
    verify(graph("<urn:s> <urn:p> \"a\\u0000b\" , \"c\" .").statementCount, equals: 2)
    verify(graph("\n").files[0].error == nil)
    verify(graph("\u{FEFF}<urn:s> <urn:p> 1 .").statementCount, equals: 1)
  }
}
