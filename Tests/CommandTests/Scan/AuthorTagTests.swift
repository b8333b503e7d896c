import TestSupport
import Testing

/// Tags that a bundle declares, from its Turtle to the terminal.
@Suite struct AuthorTagTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])])
  private let kit = "urn:test:kit"

  init() { declare(german: "Tonband") }

  private func declare(german: String) {
    machine.folder.write(
      Plugin.prefixes + """
        @prefix tags: <urn:aucat:tags#> .
        <\(kit)> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "Kit" ; tags:standardTag "Drums" , "Revreb" ;
          tags:ownTag [ a tags:Tag ; rdfs:label "Wobbly" , "\(german)"@de , "Bandmaskin"@sv , "شريط"@ar ] .

        """, to: "lv2/kit.lv2/manifest.ttl")
    machine.folder.write("", to: "lv2/kit.lv2/plugin.so")
  }

  private func found(_ predicate: String, locale: String = "en") -> [String] {
    machine.aucat("search", "--format", "uri", "--locale", locale, predicate).lines
  }

  @Test func aPluginIsFoundByItsAuthorsTags() {
    for predicate in ["tag contains drum", "authorTag contains drum", "systemTag == WOBBLY", "tag beginswith wob"] {
      #expect(found(predicate) == [kit], "\(predicate)")
    }
    #expect(found("tag == Tonband", locale: "de") == [kit])
    #expect(found("tag == Schlagzeug", locale: "de") == [kit])
    #expect(found("tag == شريط", locale: "ar") == [kit])
    #expect(found("tag contains maskin", locale: "sv") == [kit])
    #expect(found("tag == Tonband", locale: "sv").isEmpty)
    #expect(found("tag == Wobbly", locale: "ja") == [kit])
  }

  @Test func itsTagsAreShownWithTheirSource() throws {
    #expect(found("tag == drums") == [kit])
    let counted = machine.aucat("tags", "--system", "--locale", "de").lines
    #expect(counted.contains("Tonband\t1\tWobbly") && counted.contains("Schlagzeug\t1\tdrums"))
    #expect(machine.aucat("tags", "--system", "--locale", "sv").lines.contains("Bandmaskin\t1\tWobbly"))
    let info = machine.aucat("info", kit, "--locale", "de").text
    #expect(info.contains("Schlagzeug (author)") && info.contains("Tonband (author)"))
    #expect(info.contains("tags:standardTag \"Revreb\" is not a standard tag; did you mean \"Reverb\"?"))
    let json = machine.aucat("info", kit, "--locale", "de", "--json").text
    #expect(json.contains(#""system":["Schlagzeug","Tonband"]"#), "\(json)")
    #expect(json.contains(#"{"identifier":"Wobbly","name":"Tonband","sources":["author"]}"#), "\(json)")
    let facets = machine.aucat("search", "--facets", "--locale", "de", "authorTag == Wobbly").text
    #expect(facets.contains("Tonband"))
  }

  @Test func aNewTranslationIsSeenAfterTheNextScan() {
    #expect(found("tag == Tonband", locale: "de") == [kit])
    declare(german: "Bandmaschine")
    #expect(machine.aucat("scan").status == 0)
    #expect(found("tag == Tonband", locale: "de").isEmpty)
    #expect(found("tag == Bandmaschine", locale: "de") == [kit])
  }

  @Test func aTagAsAControlSequenceIsNone() {
    declare(german: "a\\u001B[31mb")
    #expect(machine.aucat("tags", "--locale", "de").lines.contains("Wobbly\t1\tWobbly"))
    #expect(!machine.aucat("info", kit).output.contains(0x1B))
  }
}
