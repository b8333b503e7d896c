import TestSupport
import Testing

@testable import AucatProgram

/// `aucat search`: where the predicate and its values come from, and what is refused.
@Suite struct SearchInputTests {
  let machine = Machine([Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator])])

  @Test func aMinusReadsThePredicateFromStandardInput() {
    let table: [(input: String, uris: [String])] = [
      ("tag == Reverb", [Plugin.hall.uri]), ("tag == Reverb\n", [Plugin.hall.uri]),
      ("tag ==\n  Reverb\n\n", [Plugin.hall.uri]), ("arp\n", [Plugin.arpeggiator.uri]),
      ("", [Plugin.arpeggiator.uri, Plugin.hall.uri]),
    ]
    for row in table {
      let search = machine.aucat("search", "--format", "uri", "-", input: row.input)
      #expect(search.lines == row.uris, "\(row.input)")
    }
  }

  @Test(.endsIfItHangs) func aHundredThousandValuesAreRead() {
    let values = (0..<100_000).map { "'urn:test:\($0)'" }.joined(separator: ", ")
    let search = machine.aucat("search", "--format", "uri", "-", input: "uri IN {\(values), 'urn:test:hall'}")
    #expect(search.lines == [Plugin.hall.uri])
    #expect(search.errors == "")
    #expect(search.processorTime < .runaway)
  }

  /// The word of a number: three letters, too few to be corrected, from q on, where there is no keyword.
  private static func word(_ number: Int) -> String {
    let letters = [16 + number / 676, number / 26 % 26, number % 26].map { UInt8(ascii: "a") + UInt8($0) }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Plain words, alone and as free text in a larger predicate, more than fit into a statement of SQLite. Each word is in
  /// the name of a parameter.
  @Test(.endsIfItHangs) func fiveThousandWordsAreFound() {
    let words = (0..<5_000).map(Self.word)
    let machine = Machine([Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator])])
    machine.install(
      Bundle(name: "wordy", plugins: [Plugin(uri: "urn:test:wordy", name: "Wordy", ports: words.parameters(of: 100))]))
    for count in [5_000] {
      let text = words.prefix(count).joined(separator: " ")
      let parts = words.prefix(count).map { "~ \"\($0)\"" }
      for predicate in [text, parts.joined(separator: " and ")] {
        let search = machine.aucat("search", "--format", "uri", "-", input: predicate)
        #expect(search.lines == ["urn:test:wordy"] && search.errors == "", "\(count): \(search.errors.prefix(200))")
      }
      // Other plugins have some of the words.
      let any = machine.aucat("search", "--format", "uri", "-", input: parts.joined(separator: " or "))
      #expect(any.lines.contains("urn:test:wordy") && any.errors == "", "\(count): \(any.errors.prefix(200))")
      let missing = machine.aucat("search", "--count", "-", input: text + " nowhere")
      #expect(missing.text == "0\n" && missing.status == 1, "\(count): \(missing.errors.prefix(200))")
    }
    let conjuncts = (0..<10_000).map { "name != \"x\($0)\"" }.joined(separator: " and ")
    #expect(machine.aucat("search", "--count", "-", input: conjuncts).text == "3\n")
  }

  /// Each ends with an answer or with status 2.
  @Test(.endsIfItHangs) func hostilePredicatesEnd() {
    let table: [(text: String, statuses: [Int32])] = [
      (String(repeating: "(", count: 100_000) + "name == x" + String(repeating: ")", count: 100_000), [2]),
      (String(repeating: "not ", count: 20_000) + "name == x", [2]),
      (String(repeating: "a", count: 1 << 20), [1]),
      ("name == \"" + String(repeating: "a", count: 1 << 20) + "\"", [1]),
      (Array(repeating: "name == x", count: 50_000).joined(separator: " or "), [1]),
      ("name == \"x", [2]), ("name == 'x", [2]), ("name == \"a\u{0}b\"", [1]), ("name == \"\\ud800\"", [2]),
      ("name matches \"(a+)+$\"", [1]), ("name matches \"(\"", [2]),
      ("name == \"'; DROP TABLE component; --\"", [1]), ("name contains \"%\" and name like \"_*\"", [1]),
      ("tag == \"') OR 1=1 --\"", [1]), ("in \"'; DELETE FROM label; --\"", [2]),
    ]
    let before = machine.aucat("search", "--count").text
    for row in table {
      let search = machine.aucat(["search", "-"], input: row.text)
      #expect(
        row.statuses.contains(search.status), "\(row.text.prefix(40)): \(search.status) \(search.errors.prefix(200))")
      #expect(search.processorTime < .runaway, "\(row.text.prefix(40)): \(search.processorTime)")
    }
    #expect(machine.aucat("search", "--count").text == before, "nothing was lost")
  }

  @Test func standardInputThatIsNotUTF8IsRefused() {
    machine.shell(#"printf '\377' | "$aucat" search -"#).expectRefusal(2, saying: "UTF-8")
  }

  /// The text, a caret beneath what is wrong, and what is wrong; nothing on standard output.
  @Test func aBadPredicateIsShownWithACaret() {
    let table: [(text: String, caret: Int, says: String)] = [
      ("nme == x", 1, "did you mean `name`?"), ("name ==", 8, "ends"), ("(name == x", 1, ""),
      ("tag == \"Reverb", 8, ""), ("type == Efect", 9, "did you mean `Effect`?"), ("audioInputs == many", 16, ""),
      ("name == Arp and nme == x", 17, "did you mean `name`?"),
      ("name == Arp and tag drum", 17, "did you mean `tag contains drum`?"),
    ]
    for row in table {
      let search = machine.aucat("search", row.text)
      #expect(search.status == 2, "\(row.text)")
      #expect(search.output.isEmpty, "\(row.text)")
      let lines = search.errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      #expect(lines.count == 5 && lines.first == "aucat: not a predicate:" && lines.last == "", "\(search.errors)")
      #expect(lines.dropFirst().first == row.text)
      #expect(lines.dropFirst(2).first == String(repeating: " ", count: row.caret - 1) + "^", "\(search.errors)")
      #expect(lines.dropFirst(3).first?.contains(row.says) == true, "\(search.errors)")
    }
  }

  @Test func aBadPredicateDoesNotReachTheTerminalRaw() {
    let search = machine.aucat("search", "name == \u{1B}[31m and \u{9B} ==")
    #expect(search.status == 2)
    #expect(!search.errors.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
  }

  /// One line that says what is wrong, with what was probably meant.
  @Test func badOptionsAreRefused() {
    let table: [(arguments: [String], says: String)] = [
      (["--sort", "nme"], "did you mean `name`?"), (["--sort", "name,manufacturr"], "did you mean `manufacturer`?"),
      (["--sort", "-nme"], "did you mean `name`?"), (["--sort", ""], "--sort"),
      (["--sort", "name,,type"], "--sort"), (["--sort"], "--sort"),
      (["--format", "jsn"], "did you mean `json`?"), (["--format", "xml"], "table, json, jsonl, csv, uri"),
      (["--limit", "many"], "--limit"), (["--limit", "-1"], "whole number"), (["--limit", "1.5"], "--limit"),
      (["--limit", "99999999999999999999"], "--limit"), (["--color", "allways"], "did you mean `always`?"),
      (["--bogus"], "--bogus"), (["--cuont"], "--count"), (["--json=yes"], "--json"),
    ]
    for row in table {
      machine.aucat(["search"] + row.arguments).expectRefusal(2, saying: row.says, "\(row.arguments)")
    }
  }

  @Test func twoDashesEndTheOptions() {
    let search = machine.aucat("search", "--", "--count")
    search.expectRefusal(1, saying: "nothing matches")
    #expect(machine.aucat("search", "--count", "--", "arp").text == "1\n")
  }

  /// A word with one dash excludes, and an argument with blanks is what the shell has left of a phrase.
  @Test func wordsComeInOneArgumentOrInSeveral() {
    let (hall, arp) = (Plugin.hall.uri, Plugin.arpeggiator.uri)
    let table: [(arguments: [String], uris: Set<String>)] = [
      (["-arp"], [hall]), (["-reverb"], [arp]), (["reverb", "-arp"], [hall]), (["reverb -arp"], [hall]),
      (["-arp", "--limit", "5", "reverb"], [hall]), (["reverb", "or", "arp"], [hall, arp]),
      (["(reverb", "or", "arp)", "-arp"], [hall]), (["tag", "contains", "everb"], [hall]), (["not", "reverb"], [arp]),
      (["tag == Reverb", "-arp"], [hall]), (["tag:reverb"], [hall]), (["--", "-arp"], [hall]),
      (["reverb or arp", "-arp"], [hall]), (["type == Effect or midiInput == yes", "-arp"], [hall]),
      (["reverb", "-arp", "--limit", "1", "--limit", "5"], [hall]), (["tag == Reverb -arp"], [hall]),
    ]
    for row in table {
      let search = machine.aucat(["search", "--format", "uri"] + row.arguments)
      #expect(Set(search.lines) == row.uris, "\(row.arguments): \(search)")
    }
    #expect(machine.aucat("search", "-h").text.contains("USAGE: aucat search"))
    machine.aucat("search", "-arp", "--limt").expectRefusal(2, saying: "--limit")
    let wrong = machine.aucat("search", "-arp", "--limit", "x")
    #expect(wrong.refuses(2, saying: "--limit") && !wrong.errors.contains("-arp"), "\(wrong.errors)")
  }

  @Test func quotesThatTheShellRemovedAreMeant() {
    let table = [
      (["tape delay", "or", "echo"], "\"tape delay\" or echo"), (["-tape delay", "echo"], "-\"tape delay\" echo"),
      (["name:large hall", "x"], "name:\"large hall\" x"), (["re: vocals chain", "x"], "\"re: vocals chain\" x"),
      (["tag == Reverb", "-arp"], "(tag == Reverb) -arp"), (["hall or plate", "-lsp"], "(hall or plate) -lsp"),
      (["name", "contains", "it's me"], "name contains \"it's me\""), (["say \"a b\"", "x"], "say \"a b\" x"),
      (["tag contains", "drum kit"], "tag contains \"drum kit\""), (["reverb", "hall"], "reverb hall"),
      (["name", "==", "a or b"], "name == \"a or b\""), (["a\\ b", "x"], "\"a\\\\ b\" x"),
    ]
    for (arguments, text) in table { #expect(PredicateText.joined(arguments) == text) }
  }

  // MARK: - Values for `%@`

  @Test(
    "a value is what its key compares with, and never a part of the predicate",
    arguments: [
      (["name == %@", "--arg", "Great Hall"], [Plugin.hall.uri]),
      (["audioInputs == %@ and tag == %@", "--arg", "2", "--arg=Reverb"], [Plugin.hall.uri]),
      (["tag", "==", "%@", "--arg", "reverb"], [Plugin.hall.uri]),
      (["~ %@", "--arg", "-arp"], [Plugin.arpeggiator.uri]),
      (["name == %@", "--arg", "Great Hall\" or name != \""], []), (["name == %@", "--arg", ""], []),
      (["not name == %@", "-arp", "--arg", "--json"], [Plugin.hall.uri]),
    ])
  func values(words: [String], uris: [String]) {
    let search = machine.aucat(["search", "--format", "uri"] + words)
    #expect(search.lines == uris, "\(search)")
  }

  @Test func tooFewTooManyAndWrongOnesAreRefused() {
    let table: [(words: [String], message: String)] = [
      (
        ["name == %@"],
        "%@ stands for an argument, but none is passed: write the value itself, or quotes around the text %@, or pass it with --arg"
      ),
      (["name == %@ and tag == %@", "--arg", "x"], "there is no argument 2 for this %@, only 1 argument"),
      (["reverb", "--arg", "x"], "there is no %@ for argument 1"),
      (["audioInputs == %@", "--arg", "zwei"], "argument 1: audioInputs is a number and `zwei` is not; pass a number"),
    ]
    for row in table {
      let search = machine.aucat(["search"] + row.words)
      #expect(search.status == 2 && search.text == "" && search.errors.hasSuffix("\n\(row.message)\n"), "\(search)")
    }
  }
}

extension [String] {
  /// Parameters whose names are these words, so many in each.
  fileprivate func parameters(of size: Int) -> [Plugin.Port] {
    stride(from: 0, to: count, by: size).map { .named(self[$0..<Swift.min($0 + size, count)].joined(separator: " ")) }
  }
}
