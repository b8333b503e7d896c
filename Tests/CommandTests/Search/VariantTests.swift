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
