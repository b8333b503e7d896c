import TestSupport
import Testing

/// `aucat search --sort`: by any key of a predicate.
@Suite struct SortTests {
  let machine: Machine

  init() {
    let alpha = Plugin(
      uri: "urn:alpha", name: "Alpha", maker: "Zed", lv2Class: "ReverbPlugin", ports: Plugin.Port.stereo + [.control],
      microVersion: 10, preset: "Room")
    let beta = Plugin(
      uri: "urn:beta", name: "beta", maker: "Émile", ports: [.audioIn, .audioOut, .control, .control], microVersion: 9)
    let gamma = Plugin(
      uri: "urn:gamma", name: "Gamma", maker: "Finn", lv2Class: "InstrumentPlugin", ports: [.midiIn, .audioOut],
      microVersion: 9, preset: "arena")
    machine = Machine([
      Bundle(name: "a", plugins: [alpha]), Bundle(name: "b", plugins: [beta]), Bundle(name: "c", plugins: [gamma]),
    ])
    _ = machine.aucat("tag", "add", "urn:beta", "Warm", "Old")
    _ = machine.aucat("favorite", "urn:gamma")
  }

  /// The components in the order of `--sort`, by their first letters.
  private func order(_ keys: String) -> String {
    let search = machine.aucat("search", "--format", "uri", "--sort", keys)
    // No component was tested, and the search says so of the keys that need it.
    let isSaid = search.errors.isEmpty || search.errors.hasPrefix("aucat: no component has been ")
    #expect(search.status == 0 && isSaid, "\(keys): \(search.errors)")
    return search.lines.map { String($0.dropFirst("urn:".count).prefix(1)) }.joined()
  }

  @Test func everyKeyAndItsOtherSpellingsAndCountsSort() {
    let table: [(keys: String, order: String)] = [
      // Texts by the rules of the language, whatever their case and accents.
      ("name", "abg"), ("-name", "gba"), ("manufacturer", "bga"), ("-manufacturerName", "agb"), ("URI", "abg"),
      ("type", "abg"), ("-typeName", "gab"), ("class", "gba"), ("-bundle", "gba"), ("license", "abg"),
      // Numbers, also of a version; yes after no.
      ("-parameters", "bag"), ("audioOutputs,-name", "gba"), ("version", "bga"), ("-version,-name", "agb"),
      ("favorite", "abg"), ("-hasMIDIInput", "gab"), ("addedAt,-name", "gba"),
      // Lists by their elements, one after the other; where there is none, last.
      ("preset.name", "gab"), ("-preset.name", "agb"), ("userTag", "bag"), ("-userTagNames,-name", "bga"),
      ("parameter.name", "bag"), ("tags", "bag"), ("port.symbol,-name", "gba"),
      // Counts are numbers: none is the least.
      ("tags.@count", "gab"), ("-tags.@count", "bag"), ("-userTag.@count,-name", "bga"), ("parameter.@count", "gab"),
      ("-port.symbol.@count", "abg"),
      // What nothing has sorts nothing; the next key does.
      ("validation", "abg"), ("-validation,-name", "gba"), ("-verdict", "abg"), ("authorTag,-name", "gba"),
    ]
    for row in table { #expect(order(row.keys) == row.order, "\(row.keys)") }
  }

  @Test func plainWordsAreSortedTooWhereAsked() {
    #expect(machine.aucat("search", "--format", "uri", "effect").lines.first == "urn:beta")
    #expect(
      machine.aucat("search", "--format", "uri", "--sort", "name", "effect", "--limit", "1").lines == ["urn:alpha"])
  }

  @Test func aKeyThatIsNoneIsSaidWithTheNearest() {
    let table: [(keys: String, says: String)] = [
      ("nme", "the key `nme`; did you mean `name`?"), ("preset.nme", "did you mean `preset.name`?"),
      ("name,-tag.@coun", "the key `tag.@coun`"), ("xyzzy", "those of a predicate, such as name or tags.@count"),
      ("name.@count", "the key `name.@count`"), ("-", "the key ``"), ("--name", "the key `-name`"),
    ]
    for row in table {
      for more in [[], ["--count"], ["--facets"], ["--explain"]] {
        machine.aucat(["search", "--sort", row.keys] + more).expectRefusal(2, saying: row.says, "\(row.keys) \(more)")
      }
    }
  }
}
