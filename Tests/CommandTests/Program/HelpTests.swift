import TestSupport
import Testing

@testable import AucatCommands
@testable import AucatProgram

/// `aucat help`, and the errors of unknown commands.
@Suite struct HelpTests {
  let machine = Machine()
  static let verbs = [
    "scan", "search", "info", "similar", "why", "keys", "tag", "tags", "favorite", "hide", "collection", "saved",
    "export",
    "import", "undo", "forget", "watch", "browse", "render", "play", "live", "chain", "bench", "peak", "lint",
    "validate", "with",
    "doctor",
  ]

  @Test func theHelpListsTheseVerbs() throws {
    let help = machine.aucat("help")
    #expect(help.status == 0 && help.errors == "")
    let section = try #require(help.text.split(separator: "SUBCOMMANDS:\n").last)
    let listed = section.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    let names = listed.compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0 != "See" }
    #expect(names == Self.verbs)
    #expect(machine.aucat("--help").output == help.output && machine.aucat("-h").output == help.output)
    #expect(machine.aucat("--version").text == Aucat.version + "\n")
  }

  @Test(arguments: verbs) func everyVerbHasHelp(verb: String) {
    let help = machine.aucat(verb, "--help")
    #expect(help.status == 0 && help.errors == "")
    #expect(help.text.contains("EXAMPLES:\n  aucat \(verb)"))
    #expect(help.text.contains("USAGE: aucat \(verb) "))
    #expect(machine.aucat("help", verb).output == help.output)
    #expect(machine.aucat(verb, "-h").output == help.output)
    if verb == "favorite" { #expect(machine.aucat("favourite", "--help").output == help.output) }
    let tooWide = help.lines.filter { $0.count > 80 && !$0.hasPrefix("USAGE") }
    #expect(tooWide == [])
  }

  /// A line of a paragraph ends where a sentence does, or where the terminal wraps it, never where the source did.
  @Test func noSentenceIsBrokenInTheHelp() {
    func check(_ command: CommandDeclaration, _ path: [String]) {
      let help = HelpText(of: command, path: path, width: 2_000).text
      let lines = help.split(separator: "\n").prefix { !$0.hasPrefix("USAGE") }
      #expect(!lines.isEmpty, "\(path)")
      let broken = zip(lines, lines.dropFirst()).filter { line, next in
        !line.hasPrefix(" ") && !next.hasPrefix(" ") && ![".", ":", "?"].contains(line.suffix(1))
      }
      #expect(broken.isEmpty, "\(path): \(broken)")
      for subcommand in command.subcommands { check(subcommand, path + [subcommand.name]) }
    }
    check(Aucat.declaration, [Aucat.name])
  }

  /// The language on one screen, in which every line of an example is a predicate or plain words.
  @Test func theLanguageHasAHelpOfItsOwn() throws {
    let help = machine.aucat("help", "query")
    #expect(help.status == 0 && help.errors == "" && help.lines.count <= 40)
    #expect(help.lines.filter { $0.count > 80 } == [])
    let examples = help.lines.filter { $0.hasPrefix("  ") }.map { line in
      String(line.dropFirst(2).split(separator: "  ").first ?? "")
    }
    #expect(examples.count > 15)
    for word in ["“", "%@", "~ ", "aucat keys", "aucat similar", "--facets", "--variants"] {
      #expect(help.text.contains(word), "\(word)")
    }
    for example in examples where !example.hasPrefix("in ") {
      let search = machine.aucat("search", "--count", example)
      #expect([0, 1].contains(search.status), "\(example): \(search.errors)")
    }
    #expect(machine.aucat("help").text.contains("aucat help query"))
  }

  /// Of the verbs whose examples name sounds, one of which is there, and a server.
  private static let statuses: [String: [Int32]] = ["render": [0, 1, 4], "play": [0, 1, 3]]

  /// Each example can be pasted into a shell as it stands.
  @Test(arguments: verbs + [nil]) func theExamplesCanBePasted(verb: String?) throws {
    let help = machine.aucat((verb.map { [$0] } ?? []) + ["--help"], setting: ["COLUMNS": "80"]).text
    let section = try #require(help.split(separator: "EXAMPLES:\n").last)
    let examples = section.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
    #expect(examples.count >= 2)
    machine.folder.write("LV2 Favorite urn:a\n", to: "home/.config/ardour8/plugin_metadata/plugin_statuses")
    for file in ["song.wav", "takes/one.wav"] {
      machine.folder.write(WAVFile(.format(), .data([1, -2])).bytes, to: file)
    }
    let chain = #"{"aucat": "chain", "version": 1, "stages": [{"component": "http://plugin.org.uk/swh-plugins/amp"}]}"#
    machine.folder.write(chain, to: "vocals.json")
    machine.folder.write("", to: "home/.config/pipewire/pipewire.conf.d/vocals.conf")
    for example in examples {
      try #require(example.hasPrefix("  aucat "), "\(example)")
      let words = example.dropFirst("  aucat ".count)
      // Such a watch ends when it is interrupted.
      let isEndless = words.hasPrefix("watch") && !words.contains("--once") || verb == "browse"
      let runner = isEndless ? "timeout --preserve-status -s INT 2" : ""
      let run = machine.shell("cd \"$folder\" && \"$aucat\" export tags.jsonl && \(runner) \"$aucat\" \(words)")
      // If the component of an example is not installed, there is no bundle for lint.
      // Neither need the program of an example be installed, nor the library that `with` loads, which SwiftPM doesn't build.
      let expected: [Int32] =
        isEndless
        // Another test may have the port.
        ? verb == "browse" ? [130, 3] : [130]
        : verb == "lint" ? [0, 1, 2] : verb == "with" ? [0, 2, 3] : Self.statuses[verb ?? ""] ?? [0, 1]
      #expect(expected.contains(run.status), "\(example): \(run.status) \(run.errors)")
    }
  }

  /// One line that begins with the program's name, and nothing on standard output.
  @Test func unknownWordsAreRefused() {
    let table: [(arguments: [String], says: String)] = [
      (["serch"], "did you mean `search`?"), (["xyzzy"], "`xyzzy`"), (["help", "serch"], "did you mean `search`?"),
      (["listen"], "`listen`; `aucat search listen` searches for it; `aucat help`"),
      (["plya"], "did you mean `play`?"), (["lst"], "did you mean `search`?"),
      (["remove"], "did you mean `tag remove`, `collection remove` or `saved remove`?"),
      (["delete"], "did you mean `tag remove`, `collection delete` or `saved remove`?"),
      (["rename"], "did you mean `tag rename` or `collection rename`?"),
      (["addd"], "did you mean `tag add`, `collection add` or `saved add`?"),
      (["tag", "ad"], "did you mean `tag add`?"),
      (["--bogus"], "--bogus"), (["tags", "--orphan"], "--orphan"),
      (["tags", "extra"], "extra"), (["info"], "<component>"), ([""], "command"), (["\u{1B}[31m"], #"\x1b[31m"#),
      (["a\nb"], "`a…`; `aucat help`"),
      (["search", "--lsp"], "to exclude a word, write -lsp"),
      (["search", "reverb", "--jsno"], "did you mean `--json`?"),
    ]
    for row in table {
      let run = machine.aucat(row.arguments)
      run.expectRefusal(2, saying: row.says, "\(row.arguments)")
      #expect(!run.errors.contains("\u{1B}"))
    }
  }
}
