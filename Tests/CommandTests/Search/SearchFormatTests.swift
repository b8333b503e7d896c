import TestSupport
import Testing

/// `aucat search --format`: the same result in each form.
@Suite struct SearchFormatTests {
  let machine = Machine.withBrokenBundle([
    Bundle(name: "hall", plugins: [.hall]), Bundle(name: "evil", plugins: [.evil]),
    Bundle(name: "drums", plugins: [.drums]),
  ])

  @Test func jsonIsOneArrayAndJSONLinesOneObjectALine() throws {
    let json = machine.aucat("search", "--json")
    let lines = machine.aucat("search", "--format", "jsonl")
    let names: [JSONValue?] = [.text("Black Pearl"), .text(Plugin.evilName), .text("Great Hall")]
    #expect(try json.json.elements.map { $0["name"] } == names)
    #expect(try lines.lines.map { try JSONValue(parsing: Array($0.utf8))["name"] } == names)
    #expect(json.output == machine.aucat("search", "--format", "json").output)
    #expect(json.text.hasSuffix("]\n") && lines.text.hasSuffix("}\n"))
  }

  @Test func uriIsOneALineAndPrint0EndsEachWithNUL() {
    let uris = [Plugin.drums.uri, Plugin.evil.uri, Plugin.hall.uri]
    #expect(machine.aucat("search", "--format", "uri").text == uris.map { $0 + "\n" }.joined())
    #expect(machine.aucat("search", "--print0").text == uris.map { $0 + "\0" }.joined())
    #expect(machine.aucat("search", "--print0", "--sort", "-name", "--limit", "1").text == Plugin.hall.uri + "\0")
    #expect(machine.shell(#""$aucat" search --print0 drum | xargs -0 "$aucat" info | head -1"#).text == "Black Pearl\n")
  }

  @Test func formatsThatExcludeEachOtherAreRefused() {
    for arguments in [
      ["--json", "--format", "csv"], ["--json", "--format", "table"], ["--format", "uri", "--json"],
      ["--print0", "--json"], ["--print0", "--format", "json"], ["--print0", "--format", "uri"],
    ] {
      machine.aucat(["search"] + arguments).expectRefusal(
        2, saying: arguments.contains("--print0") ? "--print0" : "--format", "\(arguments)")
    }
    #expect(machine.aucat("search", "--json", "--format", "json").status == 0)
  }

  /// A shadowed duplicate has the winner's URI, a refused plugin its own, and a bundle that can't be read none.
  @Test func allGivesEachURIOnce() {
    let machine = Machine.withBrokenBundle(Bundle.installed)
    machine.folder.write(
      Plugin.prefixes + #"<urn:test:refused> a lv2:Plugin ; lv2:binary </etc/passwd> ; doap:name "Refused" ."#,
      to: "lv2/refused.lv2/manifest.ttl")
    let expected = Plugin.urisByName + ["urn:test:refused"]
    let lines = machine.aucat("search", "--all", "--format", "uri")
    #expect(lines.text == expected.map { $0 + "\n" }.joined())
    #expect(machine.aucat("search", "--all", "--print0").text == expected.map { $0 + "\0" }.joined())
    #expect(machine.aucat("search", "--all", "--count").text == "11\n")
  }

  @Test func csvIsAsRFC4180HasIt() throws {
    let csv = machine.aucat("search", "--format", "csv")
    let rows = csv.text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    try #require(rows.count == 5)
    #expect(rows[4] == "")
    #expect(
      rows[0]
        == "uri,name,type,manufacturer,version,bundle,class,license,audioInputs,audioOutputs,midiInput,midiOutput,"
        + "parameters,presets,tags,verdict")
    #expect(rows[1].hasPrefix(Plugin.drums.uri + ",Black Pearl,MusicDevice,x42,1.0,"))
    #expect(rows[1].hasSuffix(",0,2,true,false,0,0,Drums;Instrument;Sampler,scanned"))
    #expect(rows.dropLast().allSatisfy { $0.filter { $0 == "," }.count == 15 })
  }

  @Test func csvQuotesCommasAndQuotes() {
    let machine = Machine([Bundle(name: "a", plugins: [Plugin(uri: "urn:test:a", name: "Say \"A, B\"")])])
    #expect(machine.aucat("search", "--format", "csv").text.contains(#"urn:test:a,"Say ""A, B""",Effect,"#))
  }

  /// A name with control characters is spelt out for people and exact for programs.
  @Test func controlCharactersNeverReachATerminal() throws {
    let spelt = #"Evil \x1b[31m\x07bell\x0aline\u{202e}bidi\x9bc1\x7fend"#
    #expect(machine.aucat("search", "evil").text == "\(spelt)\tEffect\tM\\x09T\tEffects\t2→2\n")
    for arguments in [
      ["search", "--all"], ["search", "--facets"], ["search", "--format", "csv"], ["search", "--format", "uri"],
      ["info", "urn:test:evil"], ["scan"], ["tags"],
    ] {
      let run = machine.aucat(arguments)
      #expect(harmful(in: run.text, allowing: arguments.contains("csv") ? "\r\n" : "\t\n") == [], "\(arguments)")
    }
    let json = machine.aucat("search", "--json", "evil")
    #expect(try json.json.elements.first?["name"] == .text(Plugin.evilName))
    #expect(try json.json.elements.first?["manufacturer"] == .text("M\tT"))
    #expect(harmful(in: json.text, allowing: "\n") == [])
    let info = machine.aucat("info", "--json", Plugin.evilName)
    #expect(try info.json["name"] == .text(Plugin.evilName))
    #expect(harmful(in: info.text, allowing: "\n") == [])
  }

  /// The scalars of a text that a terminal would act on.
  private func harmful(in text: String, allowing allowed: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
        !allowed.unicodeScalars.contains(scalar)
      default: false
      }
    }
  }
}
