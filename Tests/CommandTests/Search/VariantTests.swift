import TestSupport
import Testing

/// Mono, stereo and other variants of one thing.
@Suite struct VariantTests {
  let machine = Machine([
    Bundle(
      name: "dynamics",
      plugins: [
        Plugin(uri: "urn:mono", name: "Squeeze Mono", ports: [.audioIn, .audioOut]),
        Plugin(uri: "urn:sides", name: "Squeeze MidSide"), Plugin(uri: "urn:stereo", name: "Squeeze Stereo"),
        Plugin(uri: "urn:other", name: "Squeeze Stereo", maker: "Ann"), Plugin(uri: "urn:gate", name: "Squeeze Gate"),
      ])
  ])

  @Test("a list shows one of each, the first, and counts the rest") func folded() {
    let all = machine.aucat("search", "--format", "uri", "squeeze")
    #expect(all.lines.count == 5 && all.errors == "")
    let one = machine.aucat("search", "--format", "uri", "--variants", "one", "squeeze")
    #expect(one.status == 0 && one.lines.count == 3 && Set(one.lines).isSuperset(of: ["urn:other", "urn:gate"]))
    #expect(one.lines.first { ["urn:mono", "urn:sides", "urn:stereo"].contains($0) } != nil)
    #expect(one.errors == "aucat: 2 more are variants of these; `--variants all` lists them\n")
    #expect(machine.aucat("search", "--count", "--variants=one", "squeeze").lines == ["3"])
    #expect(machine.aucat("search", "--count", "--variants=all", "squeeze").lines == ["5"])
    let sorted = machine.aucat(
      "search", "--format=uri", "--variants=one", "--sort=-name", "--limit=1", "manufacturer == Ben")
    #expect(sorted.lines == ["urn:stereo"] && sorted.errors.contains("2 more are variants"), "\(sorted.text)")
    machine.aucat("search", "--variants=some", "squeeze").expectRefusal(2, saying: "--variants")
  }

  @Test(
    "a list on a terminal shows one of each by default, with the number of the others in its row",
    .enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func foldedOnATerminal() {
    let screen = Screen(machine: machine)
    let lines = screen.lines("search squeeze")
    #expect(lines.count == 5 && lines.last == "5 components in 3 rows (--variants all lists each)", "\(lines)")
    #expect(lines.count { $0.contains(" +2 variants  ") } == 1, "\(lines)")
    #expect(screen.lines("search squeeze --variants one") == lines)
    for whole in ["squeeze --variants all", "squeeze --all", "\"variant != x\""] {
      let lines = screen.lines("search \(whole)")
      #expect(lines.count == 7 && lines.last == "5 components" && !lines.joined().contains("+2"), "\(whole): \(lines)")
    }
    #expect(screen.lines("search by:ben squeeze -gate").count == 5, "variants of one thing alone are not folded")
    #expect(screen.lines("search --count squeeze") == ["5"])
    #expect(
      screen.lines("search --limit 1 --sort -name manufacturer == Ben").last
        == "3 of 4 components in 1 row (--variants all lists each)")
    #expect(screen.lines("search --format uri squeeze").count == 5)
  }

  @Test("variants stand together, where the best of them is", arguments: [nil, 1, 2, 3, 4] as [Int?])
  func together(limit: Int?) {
    let machine = Machine([
      Bundle(
        name: "rooms",
        plugins: [
          Plugin(uri: "urn:a", name: "Room"), Plugin(uri: "urn:b", name: "Room Attic"),
          Plugin(uri: "urn:c", name: "Room Mid Side Left Right Stereo Sum"),
          Plugin(uri: "urn:d", name: "Room Large Old"),
        ])
    ])
    let words = ["search", "--format", "uri", "room"] + (limit.map { ["--limit", "\($0)"] } ?? [])
    let expected = ["urn:a", "urn:c", "urn:b", "urn:d"]
    #expect(machine.aucat(words).lines == Array(expected.prefix(limit ?? 4)))
  }

  @Test("a predicate, JSON and info know the group") func groups() throws {
    let group = "ben/squeeze"
    let found = machine.aucat("search", "--json", "variant == \"\(group)\"")
    #expect(try found.json.elements.map { $0["variant"] } == Array(repeating: .text(group), count: 3))
    let info = machine.aucat("info", "urn:mono")
    #expect(info.lines.contains("variants        Squeeze MidSide, Squeeze Stereo"), "\(info.text)")
    #expect(!machine.aucat("info", "urn:gate").text.contains("variants"))
  }
}
