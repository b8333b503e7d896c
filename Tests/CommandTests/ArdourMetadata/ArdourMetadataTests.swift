import AudioComponents
import Foundation
import TestSupport
import Testing

@testable import ArdourMetadata

/// Ardour's files, as its versions 5 to 8 write them.
struct ArdourMetadataTests {
  private static func read(_ file: ArdourMetadata.File, _ text: String) throws -> ArdourMetadata {
    var metadata = ArdourMetadata()
    try metadata.add(file, Array(text.utf8))
    return metadata
  }

  /// The facts as texts: `uri kind name`.
  private static func facts(_ metadata: ArdourMetadata) -> [String] {
    metadata.data.facts.map { "\($0.uri ?? "") \($0.label.kind.rawValue) \($0.label.name)" }
  }

  @Test("tags that a person has set are imported, but not Ardour's own or those of other kinds")
  func tags() throws {
    let metadata = try Self.read(
      .tags,
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <PluginTags>
        <Plugin type="LV2" id="urn:b" tags="halls große" name="B &amp; Söhne" user-set="1"/>
        <Plugin type="LV2" id="urn:shipped" tags="eq filter" name="Shipped"/>
        <Plugin type="LV2" id="urn:not" tags="eq" name="Not" user-set="0"/>
        <Plugin type="LXVST" id="1397572658" tags="synth" name="A VST" user-set="1"/>
        <Plugin type="LADSPA" id="1234" tags="old" name="Old"/>
        <Plugin type="LV2" id="urn:a?x=1&amp;y=2" tags="  drums,drums  kit " name="" user-set="yes"/>
        <Plugin type="LV2" id="urn:none" tags="" name="None" user-set="1"/>
        <PluginInfo type="lv2" id="urn:c" tags="other element" user_set="true"><Plugin type="LV2" id="urn:inner" tags="x" user-set="1"/></PluginInfo>
      </PluginTags>

      """)
    verify(
      Self.facts(metadata),
      equals: [
        "urn:a?x=1&y=2 tag drums", "urn:a?x=1&y=2 tag kit", "urn:b tag halls", "urn:b tag große", "urn:c tag other",
        "urn:c tag element",
      ])
    verify(metadata.leftOut, equals: ArdourMetadata.LeftOut(otherKinds: 2, shippedTags: 2))
    verify(metadata.rejections.isEmpty)
  }

  @Test("an entry that can't be imported is named by its line, and the others are imported")
  func refusedTags() throws {
    let long = String(repeating: "x", count: 1_001)
    let metadata = try Self.read(
      .tags,
      """
      <PluginTags>
      <Plugin type="LV2" id="urn:a" tags="good \(long) fine" user-set="1"/>
      <Plugin id="urn:b" tags="x" user-set="1"/>
      <Plugin type="LV2" tags="x" user-set="1"/>
      <Plugin type="LV2" id="" tags="x" user-set="1"/>
      <Plugin type="LV2" id="\(String(repeating: "u", count: 4_097))" tags="x" user-set="1"/>
      <Plugin type="LV2" id="urn:c" user-set="1"/>
      </PluginTags>
      """)
    verify(Self.facts(metadata), equals: ["urn:a tag good", "urn:a tag fine"])
    verify(metadata.rejections.map(\.line), equals: [2, 3, 4, 5, 6, 7])
    verify(metadata.rejections[0].reason.contains("urn:a") && metadata.rejections[0].reason.contains("1001 bytes"))
  }

  @Test("a line says a plugin's status; the last one of a plugin counts")
  func statuses() throws {
    let metadata = try Self.read(
      .statuses,
      """
      LV2 Favorite http://example.org/a
      LV2 Hidden http://example.org/b#stereo

      LADSPA Favorite 1234
      Windows-VST Hidden 99
      VST3 Favorite ABCDEF
      Lua Hidden xyz
      LV2 Normal http://example.org/c
      LV2 Concealed http://example.org/d
      LV2 Favorite http://example.org/with a blank\u{20}
      LV2 Favorite http://example.org/e\r
      LV2 Hidden http://example.org/e
      LV2 Favorite http://example.org/f
      LV2 Normal http://example.org/f
      LV2 Favorite urn:last
      """)
    verify(
      Self.facts(metadata),
      equals: [
        "http://example.org/a favorite ", "http://example.org/b#stereo hidden ", "http://example.org/e hidden ",
        "http://example.org/with a blank favorite ", "urn:last favorite ",
      ])
    verify(metadata.leftOut, equals: ArdourMetadata.LeftOut(otherKinds: 4, concealed: 1))
    try verify(Self.read(.statuses, "").data, equals: UserData())
  }

  @Test("counts and times of LV2 plugins are imported; of two for one plugin, the larger")
  func stats() throws {
    let metadata = try Self.read(
      .stats,
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <PluginStats>
        <Plugin type="LV2" id="urn:b" lru="1732127400" use-count="12"/>
        <Plugin type="LV2" id="urn:a" lru="0" use-count="1"/>
        <Plugin type="LV2" id="urn:zero" lru="5" use-count="0"/>
        <Plugin type="LV2" id="urn:b" lru="1732127399" use-count="13"/>
        <Plugin type="AudioUnit" id="x" lru="5" use-count="3"/>
        <Plugin type="LV2" id="urn:never" lru="-7" use-count="3"/>
        <Plugin type="LV2" id="urn:bad" lru="5" use-count="-3"/>
        <Plugin type="LV2" id="urn:huge" lru="5" use-count="18446744073709551615"/>
        <Plugin type="LV2" id="urn:none" lru="5"/>
      </PluginStats>
      """)
    let expected = [
      UseCount(uri: "urn:a", source: "ardour", count: 1, lastUsed: nil),
      UseCount(uri: "urn:b", source: "ardour", count: 13, lastUsed: UTCTime("2024-11-20T18:30:00Z")),
      UseCount(uri: "urn:never", source: "ardour", count: 3, lastUsed: nil),
    ]
    verify(metadata.data, equals: UserData(uses: expected.compactMap(\.self)))
    verify(metadata.leftOut.otherKinds == 1 && metadata.rejections.map(\.line) == [9, 10, 11])
  }

  static let broken: [(file: ArdourMetadata.File, text: String, says: String)] = [
    (.tags, "", "line 1: there is no element"), (.tags, "<PluginStats/>", "not `PluginTags`"),
    (.stats, "<PluginTags/>", "not `PluginStats`"), (.tags, "<PluginTags>\n<Plugin type=\"LV2\"", "line 2"),
    (.tags, "LV2 Favorite urn:a", "text comes before"), (.stats, "<!DOCTYPE x><PluginStats/>", "document type"),
    (.statuses, "LV2 Favorite urn:a\nLV2 Loved urn:b", "line 2: the status `Loved` is not one of Favorite, Hidden"),
    (.statuses, "LADSPA Loved 1", "line 1: the status"),
    (.statuses, "LV2 Favorite", "line 1: it must be a plugin's kind"),
    (.statuses, "\n\nLV2", "line 3"), (.statuses, "<?xml version=\"1.0\"?>\n<PluginTags/>", "line 1"),
    (.statuses, "LV2 Favorite urn:a\0b", "control character"),
    (.statuses, String(repeating: "x", count: ArdourMetadata.sizeLimit + 1), "larger than 16 MiB"),
    (.tags, String(repeating: " ", count: ArdourMetadata.sizeLimit + 1), "larger than 16 MiB"),
  ]

  @Test("a broken file is an error with its line", arguments: broken.indices)
  func refuses(index: Int) {
    let row = Self.broken[index]
    #expect { try Self.read(row.file, row.text) } throws: { "\($0)".contains(row.says) }
  }

  @Test("a file without its name is known by its content")
  func content() throws {
    func file(_ text: String) throws -> ArdourMetadata.File { try ArdourMetadata.file(Array(text.utf8)) }
    try verify(file("\u{FEFF}\n<PluginTags/>"), equals: .tags)
    try verify(file("<!-- x --><PluginStats>"), equals: .stats)
    try verify(file("LV2 Favorite urn:a"), equals: .statuses)
    try verify(file(""), equals: .statuses)
    #expect { try file("<svg/>") } throws: { "\($0)".contains("`svg`, which is not one of Ardour's") }
  }

  @Test("16 MiB of entries are read")
  func large() throws {
    let entry = "<Plugin type=\"LV2\" id=\"urn:a\" tags=\"x\" name=\"n\" user-set=\"1\"/>\n"
    let count = ArdourMetadata.sizeLimit / entry.utf8.count / 8
    let text = "<PluginTags>" + String(repeating: entry, count: count) + "</PluginTags>"
    let (facts, time) = try ProcessorTime.measure { Self.facts(try Self.read(.tags, text)) }
    verify(facts, equals: ["urn:a tag x"])
    verify(time < .runaway)
  }

  @Test("all hundred thousand tags of one plugin arrive")
  func manyTags() throws {
    let words = (0..<100_000).map { "w\($0)" }.joined(separator: " ")
    let text = "<PluginTags><Plugin type=\"LV2\" id=\"urn:a\" tags=\"\(words) w1\" user-set=\"1\"/></PluginTags>"
    let (metadata, time) = try ProcessorTime.measure { try Self.read(.tags, text) }
    verify(metadata.data.count == 100_000 && metadata.rejections.isEmpty)
    verify(time < .runaway)
  }

  @Test("no bytes make the lines of statuses trap")
  func fuzz() {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "plugin_statuses")
    let words = ["LV2", "Favorite", "Hidden", " ", "\n", "\r", "\t", "urn:a", "Normal", "é", "\0", "\u{FEFF}"]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      var metadata = ArdourMetadata()
      do throws(UserDataError) {
        try metadata.add(.statuses, Array(text.joined().utf8))
      } catch {
        verify(error.line != nil)
      }
    }
  }
}
