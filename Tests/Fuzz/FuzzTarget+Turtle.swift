import Turtle

extension FuzzTarget {
  /// A bundle's file as a graph.
  static let turtle = FuzzTarget(name: "turtle", seeds: turtleSeeds) { input in
    let graph = Graph(limits: Graph.Limits(statements: 20_000, bytes: 4 << 20))
    for path in ["/bundle/manifest.ttl", "/bundle/data.ttl"] {
      let number = graph.read(input, path: path)
      require(graph.statementCount <= 20_000, "the limit holds")
      for statement in graph.statements(inFile: number) {
        for term in [statement.subject, statement.predicate, statement.object] {
          _ = (
            graph.kind(term), graph.text(term), graph.datatype(term).map(graph.text),
            graph.language(term).map(graph.text)
          )
        }
      }
    }
  }

  private static let turtleSeeds = [
    """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> . @base <urn:b/> .
    <a> a lv2:Plugin ; lv2:port [ lv2:index 0 ; lv2:symbol "in" ] , [ lv2:index 1 ] ; lv2:x ( 1 2.5 "x"@de "y"^^lv2:Z ) .
    """,
    "<urn:a> <urn:b> \"\"\"long\n\\u00E9 text\"\"\" , true , -1.5e3 .\n_:x <urn:c> _:y .",
    "PREFIX : <#>\n:a.b :c%20d 'single' ; :e :f\\, .",
  ].map { Array($0.utf8) }
}
