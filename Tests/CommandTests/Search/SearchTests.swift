import TestSupport
import Testing

/// `aucat search`: which components it lists, in which order, with which status.
@Suite struct SearchTests {
  let machine = Machine.withBrokenBundle()

  @Test func theFirstSearchScansByItself() {
    let search = machine.aucat("search")
    #expect(search.status == 0)
    #expect(search.errors == "")
    #expect(search.lines.count == 8)
  }

  @Test func aTableInAPipeHasTabsAndNoHeaderAndNoColour() {
    let drums = "Black Pearl\tMusic Device\tx42\tDrums, Instrument, Sampler\tMIDI→2\n"
    #expect(machine.aucat("search", "tag == Drums").text == drums)
    #expect(machine.aucat("search", "hall").text == "Great Hall\tEffect\tÅnn\tEffects, Reverb\t2→2\n")
    #expect(machine.aucat("search", "name == Arp").text == "Arp\tMIDI Processor\tBen\tMIDI\tMIDI→MIDI\n")
    #expect(machine.aucat("search", setting: ["COLUMNS": "20"]).text == machine.aucat("search").text)
  }

  /// What a command line finds: URIs in this order.
  @Test func findsInOrder() {
    let all = Plugin.urisByName
    let table: [(arguments: [String], uris: [String])] = [
      ([], all),
      (["tag contains drum"], [Plugin.drums.uri]),
      (["great", "hall"], [Plugin.hall.uri]),
      (["type", "==", "MIDIProcessor"], [Plugin.arpeggiator.uri]),
      (["midiInput == yes and audioOutputs > 0"], [Plugin.drums.uri, Plugin.synth.uri]),
      (["preset.name contains Vocal"], [Plugin.hall.uri]),
      (["--limit", "3"], Array(all.prefix(3))),
      (["--limit", "0"], []),
      (["--limit", "100"], all),
      (["--sort", "-name", "--limit", "2"], [Plugin.twins[0].uri, Plugin.twins[1].uri]),
      (["--sort=-audioInputs,-name", "--limit", "1"], [Plugin.twins[0].uri]),
      (["--sort", "manufacturer,name", "tag == Instrument"], [Plugin.synth.uri, Plugin.drums.uri]),
      (["--sort", "audioOutputs,-name", "tag == Instrument"], [Plugin.synth.uri, Plugin.drums.uri]),
      (["--sort", "version", "audioInputs == 2", "--limit", "1"], [Plugin.evil.uri]),
      (["--sort", "-version", "--limit", "1"], [Plugin.hall.uri]),
      (["--limit", "1", "--", "Black Pearl"], [Plugin.drums.uri]),
    ]
    for row in table {
      let search = machine.aucat(["search", "--format", "uri"] + row.arguments)
      #expect(search.lines == row.uris, "\(row.arguments)")
      #expect(search.errors == "", "\(row.arguments)")
      #expect(search.status == 0, "\(row.arguments)")
    }
  }

  @Test func allAddsShadowedDuplicatesAndQuarantinedBundles() throws {
    let search = machine.aucat("search", "--all")
    #expect(search.lines.count == 10)
    #expect(search.lines.contains { $0.hasPrefix("Double (shadowed: \(machine.folder("lv2/older.lv2")))\t") })
    let broken = try #require(search.lines.last)
    #expect(broken.hasPrefix("\(machine.folder("lv2/broken.lv2"))\tfailed\t\tmanifest.ttl: line 1"))
    #expect(machine.aucat("search", "--all", "verdict == shadowed", "--format", "uri").lines == [Plugin.older.uri])
  }

  @Test func nothingFoundIsStatusOneWithItsReason() throws {
    let table = machine.aucat("search", "name == nosuchname")
    let reason = "aucat: nothing matches `name == \"nosuchname\"`\n"
    #expect(table.status == 1 && table.output.isEmpty && table.errors == reason)
    let json = machine.aucat("search", "name == nosuchname", "--json")
    #expect(json.status == 1 && json.said == reason)
    #expect(try json.json == .list([]))
    let count = machine.aucat("search", "name == nosuchname", "--count")
    #expect(count.status == 1 && count.text == "0\n")
  }

  @Test func countCountsWhatMatches() {
    #expect(machine.aucat("search", "--count").text == "8\n")
    #expect(machine.aucat("search", "--count", "tag == Instrument").text == "2\n")
    #expect(machine.aucat("search", "--count", "--all").text == "10\n")
  }

  @Test func facetsCountTypesTagsAndManufacturers() throws {
    let facets = machine.aucat("search", "--facets", "tag == Instrument")
    #expect(
      facets.lines == [
        "type\tMusicDevice\t2", "tags\tInstrument\t2", "tags\tDrums\t1", "tags\tSampler\t1", "manufacturer\tBen\t1",
        "manufacturer\tx42\t1", "channels\t0→1\t1", "channels\t0→2\t1",
        "license\tISC\t2", "ui\tno\t2", "usableIn\tardour\t2", "usableIn\taucat\t2",
        "usableIn\tcarla\t2", "usableIn\tjalv\t2", "usableIn\tmod-host\t2", "usableIn\tqtractor\t2",
      ])
    let json = try machine.aucat("search", "--facets", "--json", "tag == Reverb").json
    #expect(
      json.keys == [
        "type", "tags", "manufacturer", "channels", "license", "ui", "usableIn", "realtime", "deterministic",
        "validation", "cost", "latency", "loadTime", "memory",
      ])
    #expect(json["channels"] == .object(["2→2": .number(1)]) && json["ui"] == .object(["no": .number(1)]))
    #expect(json["tags"] == .object(["Effects": .number(1), "Reverb": .number(1)]))
  }

  @Test func explainShowsWhatDecidesEachPartAndHowLongItTook() {
    let explained = machine.aucat("search", "--explain", "tag == 'Reverb' and license != nil")
    #expect(explained.status == 0)
    #expect(explained.lines.first == "read as    a predicate")
    #expect(explained.lines.dropFirst().first == "predicate  tag == \"Reverb\" AND license != nil")
    #expect(explained.lines.contains("sets       tag == \"Reverb\": 1 left"))
    #expect(!explained.text.contains(" 0.000 ms"), "\(explained.text)")
    for title in ["sql        license != nil: ", "sql text ", "plan  "] {
      #expect(explained.lines.contains { $0.hasPrefix(title) }, "\(title)")
    }
    #expect(explained.lines.contains("in memory  nothing"))
    #expect(explained.lines.last?.hasPrefix("found      ") == true)
  }

  @Test func explainPrintsPartsAsTheyWouldBeTyped() {
    let explained = machine.aucat("search", "--explain", "great tag:delay")
    let parts = #"~ "great" AND (tag ==[d] "delay" OR tag CONTAINS[d] "delay")"#
    #expect(explained.lines.dropFirst().first == "predicate  " + parts, "\(explained.text)")
    #expect(explained.lines.contains("sets       \(parts): 0 left"), "\(explained.text)")
  }

  @Test func explainShowsARegularExpressionAsATestThatSQLiteCalls() {
    let explained = machine.aucat("search", "--explain", "name matches 'G.* H.*' and tag matches 'rev.*'")
    #expect(explained.status == 0 && explained.errors == "")
    #expect(explained.lines.dropFirst().first == #"predicate  name MATCHES "G.* H.*" AND tag MATCHES "rev.*""#)
    #expect(explained.lines.contains { $0 == #"sets       tag MATCHES "rev.*": 1 left"# })
    #expect(explained.lines.contains { $0.hasPrefix(#"sql        name MATCHES "G.* H.*": 1 left, "#) })
    #expect(explained.lines.contains { $0.hasPrefix("sql text ") && $0.contains("aucat_test(0, c.name)") })
    #expect(explained.lines.last?.hasPrefix("found      1 component; plan ") == true)
    let wrong = machine.aucat("search", "--explain", "name matches '('")
    #expect(
      wrong.status == 2 && wrong.output.isEmpty && wrong.errors.contains("\n             ^\nthis is not a regular"))
  }
}
