import TestSupport
import Testing

/// `aucat why`: why a component is in a result, or is not.
@Suite struct WhyTests {
  let machine = Machine([
    Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator]),
    Bundle(name: "twins", plugins: Plugin.twins),
  ])

  @Test func everyPartIsShownWithItsTruthAndWithWhatTheComponentHas() {
    let why = machine.aucat(
      "why", "Great Hall", "tag == reverb and (audioInputs == 1 or not preset.name contains Vocal)")
    #expect(
      why.text == """
        Great Hall is not in the result
        false  AND
        true     tag == "reverb"  <- "Reverb" and 1 more
        false    OR
        false      audioInputs == 1  <- 2
        false      NOT
        true         preset.name CONTAINS "Vocal"  <- "Vocal room"

        """)
    #expect(why.status == 1 && why.errors == "")
  }

  @Test func theStatusSaysWhetherTheComponentIsInTheResult() {
    let table: [(component: String, predicate: [String], status: Int32, first: String)] = [
      ("Great Hall", ["tag == Reverb"], 0, "Great Hall is in the result"),
      ("great hall", ["type", "==", "Effect"], 0, "Great Hall is in the result"),
      (Plugin.hall.uri, ["tag == Delay"], 1, "Great Hall is not in the result"),
      ("Arp", ["great hall"], 1, "Arp is not in the result"), ("Arp", [""], 0, "Arp is in the result"),
      ("Arp", ["ALL userTag == x"], 0, "Arp is in the result"),
    ]
    for row in table {
      let why = machine.aucat(["why", row.component] + row.predicate)
      #expect(why.status == row.status && why.lines.first == row.first && why.errors == "", "\(row): \(why)")
    }
    #expect(machine.aucat("why", "Arp", "-", input: "type ==\nMIDIProcessor\n").status == 0)
  }

  @Test func plainWordsAreShownWithThoseThatAreNowhere() {
    let why = machine.aucat("why", "Great Hall", "great", "and", "type == Effect", "and", "~ 'vocal drum'")
    #expect(why.status == 1 && why.lines.last == #"false    ~ "vocal drum"  <- nowhere: "drum""#, "\(why)")
    let corrected = machine.aucat("why", "Great Hall", "reverv")
    #expect(
      corrected.status == 0 && corrected.lines.last?.hasPrefix(#"true     tag == "Reverb"  <- "Reverb""#) == true,
      "\(corrected)")
  }

  @Test func plainWordsAreShownWithWhereTheyAre() {
    let table = [
      ("hall ann", #"true     ~ "ann"  <- manufacturer "Ånn""#),
      ("vocal", #"true   ~ "vocal"  <- preset.name "Vocal room""#),
    ]
    for (words, line) in table {
      let found = machine.aucat("why", "Great Hall", words)
      #expect(found.status == 0 && found.lines.last == line, "\(found.lines)")
    }
  }

  @Test func savedSearchesAreShownWithWhatTheyStandFor() {
    #expect(machine.aucat("saved", "add", "halls", "tag == Reverb").status == 0)
    #expect(machine.aucat("why", "Arp", "in halls").lines.last == #"false  tag == "Reverb"  <- "MIDI""#)
    machine.aucat("why", "Arp", "in hals").expectRefusal(2, saying: "did you mean `halls`?")
  }

  @Test func aHiddenComponentIsLeftOutUnlessThePredicateNamesHidden() throws {
    #expect(machine.aucat("hide", "Great Hall").status == 0)
    let why = machine.aucat("why", "Great Hall", "tag == Reverb")
    #expect(why.status == 1)
    #expect(
      why.lines.first
        == "Great Hall is not in the result: you have hidden it; `aucat hide --undo` shows it again, and `hidden == yes` "
        + "finds it")
    #expect(why.lines.last?.hasPrefix("true   tag ==") == true)
    #expect(machine.aucat("why", "Great Hall", "tag == Reverb and hidden == yes").status == 0)
    let other = machine.aucat("why", "Great Hall", "tag == Delay")
    #expect(other.status == 1 && other.lines.first == "Great Hall is not in the result")
    let json = try machine.aucat("why", "Great Hall", "tag == Reverb", "--json").json
    #expect(json["found"] == .bool(false) && json["leftOutAsHidden"] == .bool(true))
  }

  @Test func jsonHasTheTree() throws {
    let why = machine.aucat("why", "--json", Plugin.arpeggiator.uri, "not midiInput == no and manufacturer == x")
    #expect(why.status == 1 && why.errors == "")
    let json = try why.json
    #expect(json.keys == ["uri", "found", "leftOutAsHidden", "truth"])
    #expect(json["uri"] == .text(Plugin.arpeggiator.uri) && json["found"] == .bool(false))
    let truth = try #require(json["truth"])
    #expect(truth.keys == ["text", "true", "value", "parts"])
    #expect(truth["text"] == .text("AND") && truth["true"] == .bool(false) && truth["value"] == .null)
    let parts = try #require(truth["parts"]).elements
    #expect(parts.map { $0["text"] } == [.text("NOT"), .text(#"manufacturer == "x""#)])
    #expect(parts.map { $0["true"] } == [.bool(true), .bool(false)])
    #expect(parts.map { $0["value"] } == [.null, .text("\"Ben\"")])
    let inner = try #require(parts.first?["parts"]).elements
    #expect(inner.map { $0["true"] } == [.bool(false)] && inner.map { $0["value"] } == [.text("yes")])
  }

  @Test func aWordWithADashIsExcludedAsInASearch() {
    #expect(machine.aucat("why", "Great Hall", "hall", "-drum").status == 0)
    let why = machine.aucat("why", "--color", "never", "Great Hall", "-hall", "reverb", "--json")
    #expect(why.status == 1 && why.errors == "" && why.text.hasPrefix("{"), "\(why.errors)")
    #expect(machine.aucat("why", "Great Hall", "hall", "--", "-drum").status == 0)
  }

  @Test func thePlaceInTheListIsShownInParts() throws {
    let text = machine.aucat("why", "--rank", "Great Hall", "great hall")
    #expect(text.lines.contains { $0.hasSuffix("  `great`") } && text.lines.last?.hasSuffix("  total") == true)
    let rank = try #require(try machine.aucat("why", "--rank", "--json", "Great Hall", "great hall").json["rank"])
    #expect(rank.keys == ["total", "parts"])
    let parts = try #require(rank["parts"]).elements
    #expect(parts.allSatisfy { $0.keys == ["kind", "word", "points", "contributions"] })
    #expect(parts.first { $0["kind"] == .text("word") }?["word"] == .text("great"))
    #expect(parts.first { $0["kind"] == .text("name") }?["word"] == .null)
    let points = [rank["total"]] + parts.map { $0["points"] }
    let numbers = points.compactMap { if case .number(let number)? = $0 { number } else { nil } }
    #expect(numbers.count == parts.count + 1 && abs(numbers[0] - numbers.dropFirst().reduce(0, +)) < 0.01)
    #expect(numbers.allSatisfy { abs($0 * 1_000 - ($0 * 1_000).rounded()) < 0.000_001 })
  }

  /// Each number is the sum of those below it, to the digits that are shown.
  @Test(arguments: ["great hall", "hall reverb", "reverb", "hall or reverb", "warm reverb", "effct"])
  func thePointsAddUp(words: String) throws {
    let rank = try #require(try machine.aucat("why", "--rank", "--json", "Great Hall", words).json["rank"])
    var sum = 0
    for part in try #require(rank["parts"]).elements {
      let contributions = try #require(part["contributions"]).elements
      #expect(contributions.allSatisfy { $0.keys == ["source", "name", "weight", "share", "factor", "points"] })
      let points = contributions.map { thousandths($0["points"]) }
      #expect(!points.isEmpty && points.reduce(0, +) == thousandths(part["points"]), "\(part)")
      for (contribution, points) in zip(contributions, points) {
        let product = ["weight", "share", "factor"].map { Double(thousandths(contribution[$0])) / 1_000 }.reduce(1, *)
        #expect(abs(product * 1_000 - Double(points)) < 15, "\(contribution)")
      }
      sum += thousandths(part["points"])
    }
    #expect(sum == thousandths(rank["total"]))
  }

  private func thousandths(_ value: JSONValue?) -> Int {
    if case .number(let number)? = value { Int((number * 1_000).rounded()) } else { 0 }
  }

  @Test func theFieldsOfAWordAreShownBelowIt() {
    let lines = machine.aucat("why", "--rank", "Great Hall", "great").lines.dropFirst(2)
    let shown = lines.map { String($0.trimmingPrefix { $0 == " " }.drop { $0 != " " }) }
    #expect(
      shown == [
        "  name", "    wording", "    length", "  `great`", "    name: 8 × 1.35", "  total",
      ], "\(lines.joined(separator: "\n"))")
  }

  @Test func whatCanNotBeAskedIsSaid() {
    let table: [(arguments: [String], status: Int32, says: String)] = [
      (["Grate Hall", "tag == x"], 1, "did you mean `Great Hall`?"), (["urn:nosuch", "tag == x"], 1, "`urn:nosuch`"),
      (["Great Hall"], 2, "predicate"), ([], 2, "component"), (["Great Hall", "tag == x", "--jsn"], 2, "--jsn"),
    ]
    for row in table {
      machine.aucat(["why"] + row.arguments).expectRefusal(row.status, saying: row.says, "\(row.arguments)")
    }
    let twins = machine.aucat("why", "Twin", "tag == x")
    #expect(twins.status == 2 && twins.output.isEmpty)
    #expect(twins.errors.contains("2 components are named `Twin`") && twins.errors.contains("urn:test:twin2"))
    let bad = machine.aucat("why", "Great Hall", "tag == Reverb and nme == x")
    #expect(bad.status == 2 && bad.output.isEmpty)
    #expect(
      bad.errors.hasSuffix("\n                  ^\nunknown key `nme`; did you mean `name`? `aucat keys` lists all\n"),
      "\(bad.errors)")
  }

  @Test func nothingFromABundleReachesTheTerminalRaw() {
    let machine = Machine([Bundle(name: "evil", plugins: [.evil])])
    let why = machine.aucat("why", Plugin.evil.uri, "name == x or manufacturer != y")
    #expect(why.status == 0 && why.lines.count == 4)
    #expect(!why.text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || $0 == "\u{202E}" || $0 == "\u{9B}") })
  }
}
