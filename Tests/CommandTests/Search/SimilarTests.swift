import TestSupport
import Testing

/// `aucat similar`, and what takes the place of a component that is gone.
@Suite struct SimilarTests {
  let machine = Machine([
    Bundle(name: "hall", plugins: [Self.reverb("hall", "Big Hall Mono", ["Decay", "Pre-Delay", "Mix", "Tone"])]),
    Bundle(
      name: "others",
      plugins: [
        Self.reverb("plate", "Bright Plate", ["Decay", "Mix", "Predelay", "Pre Delay"]),
        Self.reverb("room", "Small Room", ["Size", "Mix"]),
        Self.reverb("hall-stereo", "Big Hall Stereo", ["Decay", "Pre-Delay", "Mix", "Tone"], .stereo),
        Plugin(
          uri: "urn:acme:crunch", name: "Crunch", lv2Class: "DistortionPlugin",
          ports: [.audioIn, .audioOut, .named("Drive")]),
        Plugin(
          uri: "urn:acme:echo", name: "Echo", lv2Class: "DelayPlugin",
          ports: [.audioIn, .audioOut, .named("Time"), .named("Mix")]),
      ]),
  ])

  private enum Channels { case mono, stereo }

  private static func reverb(
    _ name: String, _ title: String, _ parameters: [String], _ channels: Channels = .mono
  ) -> Plugin {
    let audio: [Plugin.Port] = channels == .mono ? [.audioIn, .audioOut] : Plugin.Port.stereo
    return Plugin(
      uri: "urn:acme:\(name)", name: title, lv2Class: "ReverbPlugin", ports: audio + parameters.map { .named($0) })
  }

  @Test("the most alike first, with what they share, and no variants") func listed() throws {
    let similar = machine.aucat("similar", "urn:acme:hall")
    #expect(similar.status == 0 && similar.errors == "", "\(similar.errors)")
    #expect(similar.lines.map { $0.split(separator: "\t").first } == ["Bright Plate", "Small Room"])
    #expect(
      similar.lines.first == "Bright Plate\tReverb, Effects, mono; 3 parameters in common: Decay, Pre-Delay, Mix",
      "\(similar.text)")
    #expect(machine.aucat("similar", "big hall mono").text == similar.text)
    #expect(machine.aucat("similar", "mono", "big").text == similar.text)
    let json = try machine.aucat("similar", "--json", "--limit=1", "urn:acme:hall").json.elements
    #expect(json.count == 1 && json.first?.keys == ["uri", "name", "score", "shared"])
    #expect(json.first?["shared"]?["channels"] == .text("1→1"))
    #expect(machine.aucat("similar", "--limit=-1", "urn:acme:hall").status == 2)
    machine.aucat("similar", "nothing of the kind").expectRefusal(1, saying: "no component")
  }

  @Test(
    "people see the maker, the channels and what tells them apart",
    .enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func shown() {
    #expect(machine.aucat("tag", "add", "urn:acme:hall", "Stage").status == 0)
    #expect(machine.aucat("tag", "add", "urn:acme:room", "Small").status == 0)
    #expect(
      Screen(machine: machine).lines("similar urn:acme:hall") == [
        "Name          Channels  Manufacturer", "Bright Plate  1→1       Ben",
        "    not Stage; in common: Decay, Pre-Delay, Mix", "Small Room    1→1       Ben",
        "    also Small; not Stage; in common: Mix",
      ])
  }

  @Test("what has no other of its kind is like nothing") func alone() {
    machine.aucat("similar", "urn:acme:crunch").expectRefusal(1, saying: "no other component of its kind")
  }

  @Test("a component that is gone has replacements, as far as something is known of it") func gone() {
    #expect(machine.aucat("tag", "add", "urn:acme:hall", "Reverb").status == 0)
    machine.folder.remove("lv2/hall.lv2")
    let vanished = machine.aucat("info", "urn:acme:hall")
    #expect(
      vanished.text.contains(
        "gone            the bundle has been deleted; most similar: Bright Plate, Small Room"), "\(vanished.text)"
    )
    #expect(machine.aucat("scan").status == 0)
    let info = machine.aucat("info", "urn:acme:hall")
    #expect(info.status == 1 && info.errors.contains("urn:acme:hall is no longer installed"), "\(info.errors)")
    #expect(info.errors.contains("\n  'Big Hall Stereo'  Ben\n"), "\(info.errors)")
    #expect(!machine.aucat("info", "urn:acme:unheard").errors.contains("no longer"))
    let named = machine.aucat("info", "BIG", "hall", "mono")
    #expect(
      named.status == 1 && named.errors.contains("`BIG hall mono` (urn:acme:hall) is no longer installed"),
      "\(named.errors)"
    )
    #expect(named.errors.contains("\n  'Big Hall Stereo'  Ben\n"), "\(named.errors)")
  }

  @Test("a component that is gone is not replaced by one whose tags have the words of its name") func goneByName() {
    let machine = Machine([
      Bundle(name: "hall", plugins: [Self.reverb("hall", "Hall Reverb", [])]),
      Bundle(name: "room", plugins: [Self.reverb("room", "Room", [])]),
    ])
    #expect(machine.aucat("scan").status == 0)
    machine.folder.remove("lv2/hall.lv2")
    #expect(machine.aucat("scan").status == 0)
    #expect(machine.aucat("search", "hall reverb", "--format", "uri").lines == ["urn:acme:room"])
    for command in [["info"], ["tag", "add"], ["favorite"], ["similar"], ["why"]] {
      let words =
        command + ["Hall Reverb"] + (command == ["tag", "add"] ? ["Mine"] : command == ["why"] ? ["reverb"] : [])
      let run = machine.aucat(words)
      let isSaid = run.errors.hasPrefix("aucat: `Hall Reverb` (urn:acme:hall) is no longer installed")
      #expect(run.status == 1 && isSaid, "\(words): \(run)")
    }
    #expect(machine.aucat("export").lines.count == 1)
  }

  @Test("what the user called it counts more than where it came from") func goneByTag() {
    let gone = "http://example.org/kqz#_1"
    let facts =
      #"{"aucat":"user data","version":1}"# + "\n" + #"{"kind":"tag","uri":"\#(gone)","name":"Reverb"}"# + "\n"
    #expect(machine.aucat("import", "-", input: facts).status == 0)
    let lines = machine.aucat("info", gone).errors.split(separator: "\n").dropFirst()
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasSuffix("  Ben") }, "\(lines)")
  }

  @Test("a bundle that says what it replaces comes first") func replaced() {
    machine.folder.remove("lv2/hall.lv2")
    machine.folder.write(
      Plugin.prefixes + """
        <urn:zzz> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "Unlike" ; <http://purl.org/dc/terms/replaces> <urn:acme:hall> .
        """, to: "lv2/new.lv2/manifest.ttl")
    machine.folder.write("", to: "lv2/new.lv2/plugin.so")
    #expect(machine.aucat("favorite", "urn:acme:room").status == 0)
    #expect(
      machine.aucat(
        "import", "-",
        input: """
          {"aucat":"user data","version":1}
          {"kind":"favorite","uri":"urn:acme:hall"}
          """
      ).status == 0)
    let lines = machine.aucat("info", "urn:acme:hall").errors.split(separator: "\n")
    #expect(lines.count > 1 && lines[1] == "  Unlike", "\(lines)")
  }
}
