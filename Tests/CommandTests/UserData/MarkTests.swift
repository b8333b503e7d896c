import TestSupport
import Testing

/// `aucat favorite` and `aucat hide`: what they mark, and what they say of it.
@Suite struct MarkTests {
  private let machine = Machine([
    Bundle(
      name: "set",
      plugins: [
        Plugin(uri: "urn:a:reverb", name: "reverb", maker: "Ada", lv2Class: "ReverbPlugin"),
        Plugin(uri: "urn:b:hall", name: "Dragonfly Hall Reverb", maker: "Bea", lv2Class: "ReverbPlugin"),
        Plugin(uri: "urn:b:room", name: "Dragonfly Room Reverb", maker: "Bea", lv2Class: "ReverbPlugin"),
        Plugin(uri: "urn:c:gate", name: "Gate", maker: "Cid"),
      ])
  ])

  private func marked(_ key: String) -> [String] { machine.aucat("search", "--format", "uri", "\(key) == yes").lines }

  /// One that is called so is marked although others match, and that is said.
  @Test func aNameThatOthersMatchTooIsSaid() {
    let favorite = machine.aucat("favorite", "reverb")
    #expect(favorite.status == 0 && favorite.output.isEmpty)
    #expect(favorite.errors == "aucat: `reverb` is reverb (urn:a:reverb); 2 more match `reverb`\n")
    #expect(marked("favorite") == ["urn:a:reverb"])
    #expect(machine.aucat("favorite", "--undo", "reverb").errors.contains("is reverb (urn:a:reverb)"))
    #expect(marked("favorite") == [])
  }

  @Test func aURIAndAUniqueNameSayNothing() {
    machine.aucat("favorite", "urn:a:reverb", "Gate", "dragonfly hall reverb").expectDone()
    #expect(marked("favorite") == ["urn:b:hall", "urn:c:gate", "urn:a:reverb"])
  }

  @Test func wordsMarkTheOneThatHasThemAndSayWhich() {
    let favorite = machine.aucat("favorite", "dragonfly room")
    #expect(favorite.status == 0)
    #expect(favorite.errors.hasPrefix("aucat: `dragonfly room` is Dragonfly Room Reverb (urn:b:room)"))
    #expect(marked("favorite") == ["urn:b:room"])
  }

  @Test func wordsThatSeveralHaveMarkNone() {
    let favorite = machine.aucat("favorite", "gate", "dragonfly")
    #expect(favorite.status == 2 && favorite.errors.contains("2 components match `dragonfly`"))
    #expect(favorite.errors.contains("urn:b:hall") && favorite.errors.contains("urn:b:room"))
    #expect(machine.aucat("favorite", "nosuchname").refuses(1, saying: "nosuchname"))
    #expect(marked("favorite") == [])
  }

  /// A hidden component is found again by the words that found it.
  @Test func wordsShowAgainWhatTheyHaveHidden() {
    #expect(machine.aucat("hide", "dragonfly room").status == 0)
    #expect(marked("hidden") == ["urn:b:room"])
    let shown = machine.aucat("hide", "--undo", "dragonfly")
    #expect(shown.status == 0 && shown.errors.contains("is Dragonfly Room Reverb (urn:b:room)"))
    #expect(marked("hidden") == [])
  }
}
