import AudioComponents
import TestSupport
import Testing

@testable import ArdourMetadata

/// What is written to Ardour's files: everything else in them stays.
struct ArdourUpdateTests {
  private static func tag(_ name: String, _ uri: String) throws -> UserFact {
    UserFact(try UserLabel(.tag, name), uri: uri)
  }

  private static func tags(_ facts: [UserFact], in text: String?, names: [String: String] = [:]) throws -> String? {
    let bytes = try ArdourUpdate(UserData(facts: facts), names: names).tags(in: text.map { Array($0.utf8) })
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func statuses(_ facts: [UserFact], in text: String?) throws -> String? {
    let bytes = try ArdourUpdate(UserData(facts: facts)).statuses(in: text.map { Array($0.utf8) })
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("a plugin's entry gets the words that it lacks, and all others stay byte by byte")
  func entries() throws {
    let facts = try [
      Self.tag("Drum bus", "urn:a"), Self.tag("kit", "urn:a"), Self.tag("Größe", "urn:new?x&y"),
      Self.tag("eq", "urn:shipped"), UserFact(try UserLabel(.collection, "live"), uri: "urn:a"),
    ]
    let text = try Self.tags(
      facts,
      in: """
        <?xml version="1.0"?>
        <!-- mine -->
        <PluginTags version='1'>
          <Plugin type="LADSPA"   id="urn:a" tags="old" user-set="1"/>
          <Plugin  type='LV2' id="urn:a" tags="  Kit,warm " name="A &amp; B" user_set="yes"><x/></Plugin>
          <Plugin type="LV2" id="urn:shipped" tags="filter" name="S"/>
        </PluginTags>

        """, names: ["urn:new?x&y": "\"New\" <1>", "urn:shipped": "S"])
    verify(
      text,
      equals: """
        <?xml version="1.0"?>
        <!-- mine -->
        <PluginTags version='1'>
          <Plugin type="LADSPA"   id="urn:a" tags="old" user-set="1"/>
          <Plugin type="LV2" id="urn:a" tags="Kit warm drum_bus" name="A &amp; B" user_set="yes"><x/></Plugin>
          <Plugin type="LV2" id="urn:shipped" tags="filter" name="S"/>
          <Plugin type="LV2" id="urn:new?x&amp;y" tags="größe" name="&quot;New&quot; &lt;1&gt;" user-set="1"/>
          <Plugin type="LV2" id="urn:shipped" tags="eq" name="S" user-set="1"/>
        </PluginTags>

        """)
    try verify(Self.tags(facts, in: text) == nil, "all of it is there")
  }

  @Test("a file that is missing or has no entries becomes one that Ardour reads", arguments: [nil, "<PluginTags/>"])
  func newFile(text: String?) throws {
    let written = try demand(Self.tags([Self.tag("warm", "urn:a")], in: text))
    verify(
      written.contains("<Plugin type=\"LV2\" id=\"urn:a\" tags=\"warm\" name=\"urn:a\" user-set=\"1\"/>\n</PluginTags>")
    )
    var read = ArdourMetadata()
    try read.add(.tags, Array(written.utf8))
    verify(read.data.facts, equals: [try Self.tag("warm", "urn:a")])
    try verify(Self.tags([], in: text) == nil && Self.tags([UserFact(.favorite, uri: "urn:a")], in: text) == nil)
  }

  @Test("signs with combining marks are escaped, too, and white space stays what it is")
  func escaping() throws {
    let name = "A &\u{FE0F} B \"\u{301} <\u{200D}>\u{301}"
    let text = try demand(Self.tags([Self.tag("warm", "urn:a")], in: nil, names: ["urn:a": name]))
    verify(text.contains("name=\"A &amp;\u{FE0F} B &quot;\u{301} &lt;\u{200D}&gt;\u{301}\""))
    let edited = try Self.tags(
      [Self.tag("warm", "urn:a")],
      in: "<PluginTags><Plugin type=\"LV2\" id=\"urn:a\" tags=\"\" name=\"a&#10;b&#9;c\" user-set=\"1\"/></PluginTags>")
    verify(edited?.contains("name=\"a&#10;b&#9;c\""), equals: true, "\(edited ?? "")")
  }

  @Test("a file larger than the limit is refused") func size() throws {
    let text = "<PluginTags>" + String(repeating: " ", count: ArdourMetadata.sizeLimit) + "</PluginTags>"
    let error = verify(throws: UserDataError.self) { try Self.tags([Self.tag("x", "urn:a")], in: text) }
    verify(error?.reason.contains("larger than 16 MiB"), equals: true)
  }

  @Test("a mark replaces the plugin's lines, and all others stay")
  func marks() throws {
    let facts = [
      UserFact(.favorite, uri: "urn:a"), UserFact(.favorite, uri: "urn:b"), UserFact(.hidden, uri: "urn:b"),
      UserFact(.favorite, uri: "urn:c"),
    ]
    let text = try Self.statuses(
      facts,
      in: "LADSPA Favorite urn:a\n\nLV2 Hidden  urn:a \nLV2 Favorite urn:c\nLV2 Hidden urn:d\nlv2 Concealed urn:b")
    verify(
      text,
      equals: "LADSPA Favorite urn:a\n\nLV2 Favorite urn:c\nLV2 Hidden urn:d\nLV2 Favorite urn:a\nLV2 Hidden urn:b\n")
    try verify(Self.statuses(facts, in: text) == nil)
    try verify(Self.statuses([facts[0]], in: nil), equals: "LV2 Favorite urn:a\n")
    try verify(Self.statuses([], in: "LV2 Hidden urn:d\n") == nil)
  }

  @Test("a URI that Ardour can't read back is left out")
  func leftOut() throws {
    let uris = ["urn:\(String(repeating: "x", count: 1_000))", "urn:a\nb", " urn:a", "urn:\u{FFFE}", "urn:fine"]
    let update = ArdourUpdate(UserData(facts: uris.map { UserFact(.favorite, uri: $0) }))
    verify(Set(update.leftOut), equals: Set(uris.dropLast()))
    let bytes = try demand(update.statuses(in: nil))
    verify(String(decoding: bytes, as: UTF8.self), equals: "LV2 Favorite urn:fine\n")
  }

  @Test("what is no file of Ardour's is an error")
  func broken() throws {
    verify(throws: UserDataError.self) { try Self.tags([Self.tag("x", "urn:a")], in: "<PluginStats/>") }
    verify(throws: UserDataError.self) { try Self.tags([Self.tag("x", "urn:a")], in: "<PluginTags>") }
    verify(throws: UserDataError.self) { try Self.statuses([UserFact(.hidden, uri: "urn:a")], in: "nonsense\n") }
  }

  @Test(
    "whatever a tag has, its word is one word", arguments: ["Drum bus", "a,b", "x\u{1}y", "Ä\u{2003}B", "\u{FFFF}"])
  func words(name: String) {
    let word = ArdourUpdate.word(name)
    verify(ArdourMetadata.words(word) == [word] && ArdourUpdate.word(word) == word)
  }
}
