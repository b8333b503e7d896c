import TestSupport
import Testing

/// What is said of a word that is no command.
@Suite struct UnknownCommandTests {
  private let machine = Machine([])

  private func remedy(of typed: String) -> String {
    let run = machine.shell("\"$aucat\" \(typed)")
    let beginning = "aucat: there is no command `\(typed.prefix { $0 != " " })`"
    #expect(run.status == 2 && run.text == "" && run.errors.hasPrefix(beginning), "\(run)")
    return run.errors.dropFirst(beginning.count).trimmingPrefix("; ").split(separator: "\n").joined()
  }

  @Test(arguments: [
    ("vendor", "`aucat search 'manufacturer contains[c] calf'`"), ("vendor calf", "`aucat search manufacturer:calf`"),
    ("by 'Calf Studio'", "`aucat search 'manufacturer:\"Calf Studio\"'`"),
    ("inputs == 2", "`aucat search 'audioInputs == 2'`"), ("inputs 2", "`aucat search audioInputs:2`"),
    ("by '\"x\" or y'", "`aucat search 'manufacturer contains[c] calf'`"),
    ("inputs many", "`aucat search 'audioInputs == 2'`"),
    ("parameter mix", "`aucat search parameter.name:mix`"),
  ])
  func aKeyBelongsIntoASearch(typed: String, search: String) {
    let key = search.drop { $0 != " " }.dropFirst().drop { $0 != " " }.dropFirst().drop { $0 == "'" }
    let name = key.prefix { $0.isLetter || $0 == "." }
    #expect(remedy(of: typed) == "`\(name)` is a key of searches: \(search); `aucat keys` lists all")
  }

  @Test func aKeyWithItsOwnNameIsOne() {
    #expect(
      remedy(of: "license gpl") == "it is a key of searches: `aucat search license:gpl`; `aucat keys` lists all")
  }

  @Test(arguments: [
    ("reverb", "`aucat search reverb` searches for it"), ("kick", "`aucat search kick` searches for it"),
    ("noise 'gate x'", "`aucat search noise 'gate x'` searches for these words"),
  ])
  func aWordOfMusicIsSearchedFor(typed: String, help: String) {
    #expect(remedy(of: typed) == "\(help); `aucat help` lists the commands")
  }

  @Test func aComparisonBehindACommandBelongsIntoASearch() {
    for (typed, search) in [("tag contains drum", "'tag contains drum'"), ("tag drum", "tag:drum")] {
      let run = machine.shell("\"$aucat\" \(typed)")
      let command = typed.split(separator: " ").prefix(2).joined(separator: " ")
      let says =
        "there is no command `\(command)`; `tag` is a key of searches: `aucat search \(search)`; `aucat keys` lists all"
      run.expectRefusal(2, saying: says)
    }
    machine.aucat("tag", "lst").expectRefusal(2, saying: "did you mean `tag list`?")
    machine.aucat("collection", "drum").expectRefusal(2, saying: "`aucat help` lists the commands")
  }

  @Test func whatACommandMarksIsListedByASearch() {
    for word in ["favourites", "favorites"] {
      #expect(remedy(of: word) == "did you mean `favorite`? `aucat search 'favorite == yes'` lists yours")
    }
  }

  @Test func aTopicOfTheHelpIsCorrectedToo() {
    let help = machine.aucat("help", "quary")
    help.expectRefusal(2, saying: "did you mean `query`? `aucat help` lists the commands")
    #expect(machine.aucat("help", "query").status == 0)
  }

  @Test(arguments: [
    ("./foo.wav", "a file goes after a command: `aucat peak ./foo.wav` measures it"),
    ("X.WAV", "a file goes after a command: `aucat peak X.WAV` measures it"),
    ("/tmp", "a file goes after a command; `aucat help` lists the commands"),
    ("scam.flac", "a file goes after a command"), ("lint.lv2/", "`aucat lint lint.lv2/` checks a bundle"),
    ("http://example.org/tag", "`aucat info http://example.org/tag` describes"),
  ])
  func aFileBelongsBehindACommand(typed: String, help: String) {
    #expect(remedy(of: typed).hasPrefix(help), "\(remedy(of: typed))")
  }

  @Test(arguments: [
    ("lsit", "search"), ("serach", "search"), ("wacth", "watch"), ("view", "info"),
    ("colection", "collection"), ("renderer", "render"), ("version", "--version"),
  ])
  func aNearMissIsCorrected(typed: String, meant: String) {
    #expect(remedy(of: typed) == "did you mean `\(meant)`? `aucat help` lists the commands")
  }
}
