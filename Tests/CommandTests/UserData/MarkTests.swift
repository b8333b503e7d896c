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
    #expect(favorite.errors == "aucat: chose reverb (urn:a:reverb); 2 others match `reverb`\n")
    #expect(marked("favorite") == ["urn:a:reverb"])
    #expect(machine.aucat("favorite", "--undo", "reverb").errors.contains("chose reverb (urn:a:reverb)"))
    #expect(marked("favorite") == [])
  }

  @Test func aURIAndAUniqueNameSayNothing() {
    machine.aucat("favorite", "urn:a:reverb", "Gate", "dragonfly hall reverb").expectDone()
    #expect(marked("favorite") == ["urn:b:hall", "urn:c:gate", "urn:a:reverb"])
  }

  @Test func wordsMarkTheOneThatHasThemAndSayWhich() {
    let favorite = machine.aucat("favorite", "dragonfly room")
    #expect(favorite.status == 0)
    #expect(favorite.errors.hasPrefix("aucat: chose Dragonfly Room Reverb (urn:b:room) for `dragonfly room`"))
    #expect(marked("favorite") == ["urn:b:room"])
  }

  @Test func wordsThatSeveralHaveMarkNone() {
    let favorite = machine.aucat("favorite", "gate", "dragonfly")
    #expect(favorite.status == 2 && favorite.errors.contains("2 components match `dragonfly`"))
    for name in ["Hall", "Room"] {
      #expect(favorite.errors.contains("\n  'Dragonfly \(name) Reverb'"), "\(favorite.errors)")
    }
    machine.aucat("favorite", "nosuchname").expectRefusal(1, saying: "nosuchname")
    #expect(marked("favorite") == [])
  }

  /// A hidden component is found again by the words that found it.
  @Test func wordsShowAgainWhatTheyHaveHidden() {
    #expect(machine.aucat("hide", "dragonfly room").status == 0)
    #expect(marked("hidden") == ["urn:b:room"])
    let shown = machine.aucat("hide", "--undo", "dragonfly")
    #expect(shown.status == 0 && shown.errors.contains("chose Dragonfly Room Reverb (urn:b:room)"))
    #expect(marked("hidden") == [])
  }

  /// Other favourites come first, and what is none is said.
  @Test func aMarkThatIsNotThereIsSaid() {
    for (command, word) in [("favorite", "marked as a favourite"), ("hide", "hidden")] {
      #expect(machine.aucat(command, "urn:b:hall").status == 0)
      machine.aucat(command, "--undo", "gate").expectRefusal(1, saying: "not \(word): `gate`")
      #expect(machine.aucat(command, "--undo", "gate", "dragonfly").status == 4)
      #expect(marked(command == "hide" ? "hidden" : command) == [])
    }
  }

  @Test func wordsOfOneNameInSeveralArgumentsAreToBeQuoted() {
    let favorite = machine.aucat("favorite", "dragonfly", "room")
    #expect(favorite.status != 0 && marked("favorite") == [])
    #expect(favorite.errors.hasSuffix("\nquote words that belong together: \"dragonfly room\"\n"), "\(favorite.errors)")
    #expect(!machine.aucat("favorite", "gate", "nosuch").errors.contains("quote"))
  }

  /// Every command takes words; a change says which component they have chosen.
  @Test(arguments: [["tag", "add", "room", "x"], ["tag", "set", "room", "x"], ["collection", "add", "Live", "room"]])
  func changesTakeWords(words: [String]) {
    let change = machine.aucat(words)
    #expect(change.status == 0 && change.errors.hasPrefix("aucat: chose Dragonfly Room Reverb (urn:b:room) for `room`"))
    #expect(machine.aucat("export").text.contains("urn:b:room"))
    for word in ["dragonfly", "urn:b:roo", "b:room", "raom", "room nosuch"] {
      let before = machine.aucat("export").text
      #expect(machine.aucat(words.map { $0 == "room" ? word : $0 }).status != 0, "\(word)")
      #expect(machine.aucat("export").text == before)
    }
    let lines = machine.aucat("tag", "add", "--stdin", input: "room\tz\n")
    #expect(lines.status == 4 && lines.errors.contains("line 1: no component has the URI or name `room`"))
  }

  @Test func aHiddenComponentCanBeChosen() {
    #expect(machine.aucat("hide", "dragonfly room").status == 0)
    #expect(machine.aucat("info", "room", "dragonfly").lines.first == "Dragonfly Room Reverb")
    #expect(machine.aucat("why", "room", "dragonfly").lines.first?.hasPrefix("Dragonfly Room Reverb is not in") == true)
    let collection = machine.aucat("collection", "add", "Live", "urn:b:hall", "urn:b:room")
    #expect(collection.status == 0)
    #expect(machine.aucat("collection", "remove", "Live", "room").errors.contains("chose Dragonfly Room Reverb"))
    #expect(machine.aucat("collection", "remove", "Live", "dragonfly").errors.contains("chose Dragonfly Hall Reverb"))
  }
}
