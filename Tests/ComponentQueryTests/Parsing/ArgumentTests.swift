import ComponentModel
import ComponentQuery
import Testing

/// `%@`: a value that a program passes, which is never read as a part of the text.
@Suite struct ArgumentTests {
  @Test(
    "a typed argument is what its key compares with",
    arguments: [
      ("audioInputs >= %@", ["2"], "audioInputs >= 2"), ("latency < %@", ["-.5e1"], "latency < -5"),
      ("name == %@", ["007"], #"name == "007""#), ("name == %@", ["nil"], #"name == "nil""#),
      ("hidden == %@", ["yes"], "hidden == yes"), ("hidden == %@", ["FALSE"], "hidden == no"),
      ("version > %@", ["2.10"], #"version > "2.10""#), ("addedAt == %@", ["2026"], "addedAt == 2026"),
      ("tag in {%@, %@}", ["a\" or 1", ""], #"tag IN {"a\" or 1", ""}"#), ("~ %@", ["drum \"kit"], #"drum "\"kit""#),
      ("in %@", ["my search"], #"IN "my search""#), ("type == %@", ["music effect"], "type == MusicEffect"),
      ("tag in %@", ["a"], nil), ("audioInputs == %@", ["2 3"], nil), ("audioInputs == %@", ["nil"], nil),
      ("audioInputs == %@", ["1e999"], nil), ("hidden == %@", ["maybe"], nil), ("in %@", [""], nil),
    ] as [(String, [String], String?)])
  func standsForWhatIsTyped(text: String, values: [String], expected: String?) throws {
    let arguments = values.map(ComponentPredicate.Argument.typed)
    let predicate = try? ComponentPredicate(parsing: text, arguments: arguments)
    #expect(try predicate == expected.map { try ComponentPredicate(parsing: $0) })
  }

  @Test(
    "an argument is the value that would stand there in quotes, or bare",
    arguments: [
      ("name == %@", [.text("it's \"x\"")], #"name == "it's \"x\"""#),
      ("audioInputs >= %@", [.number(2)], "audioInputs >= 2"),
      ("name == %@", [.text(#"x" OR "1" == "1"#)], #"name == "x\" OR \"1\" == \"1""#),
      ("hidden == %@ AND latency < %@", [.flag(true), .number(0.5)], "hidden == yes AND latency < 0.5"),
      ("latency == %@ or license != %@", [.null, .null], "latency == nil OR license != nil"),
      ("tags IN %@", [.list([.text("a"), .text("nil"), .number(8)])], #"tags IN {"a", "nil", "8"}"#),
      ("tags IN %@", [.list([])], "tags IN {}"),
      ("audioInputs between %@", [.list([.number(1), .number(2)])], "audioInputs BETWEEN {1, 2}"),
      ("tag in {%@, b, %@}", [.text("a"), .text("c")], #"tag IN {"a", "b", "c"}"#),
      ("audioInputs between {%@, 4}", [.number(-1)], "audioInputs BETWEEN {-1, 4}"),
      ("%@ in tags and %@ < audioInputs", [.text("a"), .number(1)], #"tags CONTAINS "a" AND audioInputs > 1"#),
      ("%@ contains name", [.list([.text("a")])], #"name IN {"a"}"#),
      ("name contains %@", [.number(42)], #"name CONTAINS "42""#),
      ("type == %@", [.text("music effect")], "type == MusicEffect"),
      ("addedAt > %@", [.text("2026-11")], #"addedAt > "2026-11-01T00:00:00Z""#),
      ("addedAt == %@", [.number(2026)], #"addedAt BETWEEN {"2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z"}"#),
      ("version > %@", [.text("2.10")], #"version > "2.10""#),
      ("name like[c] %@", [.text("*%_")], #"name LIKE[c] "*%_""#),
      ("hasMIDIInput == %@", [.number(1)], "midiInput == yes"),
      ("in %@ or name == '%@'", [.text("my search")], #"IN "my search" OR name == "%@""#),
      ("~ %@", [.text(" drum (kit, \"and\"")], #"drum "(kit" "\"and\"""#), ("~ %@", [.number(808)], "808"),
      ("~ %@ and name == x", [.list([.text("drum kit"), .text("tag")])], #"~ "\"drum kit\" tag" AND name == "x""#),
      ("~ '%@' and name == x", [], #"~ "\"%@\"" AND name == "x""#), ("\"%@\" drum", [], #""%@" drum"#),
      ("drum", [], "drum"),
    ] as [(String, [ComponentPredicate.Argument], String)])
  func standsForValue(text: String, arguments: [ComponentPredicate.Argument], expected: String) throws {
    let predicate = try ComponentPredicate(parsing: text, arguments: arguments)
    #expect(predicate.description == expected)
    #expect(try ComponentPredicate(parsing: expected) == predicate)
  }

  @Test("a program passes its own values")
  func passesSwiftValues() throws {
    let name: String? = "x"
    let latency: Int? = nil
    let predicate = try ComponentPredicate(
      parsing:
        "name == %@ and latency == %@ and tag in %@ and audioInputs in %@ and hidden == %@ and type == %@ and version > %@",
      arguments: [
        name, latency, ["a", "b"], [1, 2], false, ComponentType.effect, Version(minor: 2, micro: 10),
      ])
    #expect(
      predicate.description == """
        name == "x" AND latency == nil AND tag IN {"a", "b"} AND audioInputs IN {1, 2} AND hidden == no \
        AND type == Effect AND version > "2.10"
        """)
    #expect(Substring("a").predicateArgument == .text("a"))
    #expect(2.5.predicateArgument == .number(2.5))
  }

  @Test(
    "an argument that is missing, left over or of the wrong kind is refused where its %@ stands",
    arguments: [
      (
        "name == %@ and audioInputs == %@", [.text("x"), .text("y")], 31,
        #"argument 2: audioInputs is a number and `"y"` is not; pass a number"#
      ),
      ("name == %@ and tag == %@", [.text("x")], 23, "there is no argument 2 for this %@, only 1 argument"),
      ("name == %@", [], 9, "there is no argument 1 for this %@, only 0 arguments"),
      ("name == %@", [.text("x"), .text("y"), .null], 11, "there is no %@ for argument 2"),
      ("drum kit", [.text("x")], 9, "there is no %@ for argument 1"),
      ("", [.text("x")], 1, "there is no %@ for argument 1"),
      ("'%@'", [.text("x")], 5, "there is no %@ for argument 1"),
      ("tag in {a, %@}", [.list([])], 12, "argument 1: a list stands for the whole set, without braces: IN %@"),
      ("tag in %@", [.list([.list([])])], 8, "argument 1: a list holds values, not other lists"),
      ("tag in %@", [.text("x")], 8, "argument 1: IN takes a set of values in braces"),
      ("tag in %@", [.list([.null])], 8, "argument 1: nil can't be one of several values; the text nil needs quotes"),
      ("tag == %@", [.list([])], 8, "argument 1: == takes one value; a set is for IN and BETWEEN"),
      ("audioInputs between %@", [.list([.number(1)])], 21, "argument 1: BETWEEN takes two values in braces: {1, 2}"),
      ("latency == %@", [.number(.nan)], 12, "argument 1: nothing can be compared with nan"),
      ("latency in %@", [.list([.number(-.infinity)])], 12, "argument 1: nothing can be compared with -inf"),
      ("hidden == %@", [.text("yes")], 11, #"argument 1: hidden is yes or no and `"yes"` is not; pass a Bool"#),
      ("name == %@", [.flag(true)], 9, "argument 1: name is text and `yes` is not; pass a String"),
      ("name < %@", [.number(3)], 8, "argument 1: name is text and `3` is not; pass a String"),
      ("name < %@", [.null], 8, "argument 1: only == and != compare with nil; the text nil needs quotes"),
      (
        "version == %@", [.number(2.10)], 12,
        #"argument 1: version is two numbers and `2.1` is not; pass minor and micro version as a String such as "2.10""#
      ),
      (
        "addedAt > %@", [.text("soon")], 11,
        #"argument 1: addedAt is a date and `"soon"` is not; pass it in UTC as "2026-11-01" or "2026-11-01T18:30:00Z""#
      ),
      ("type == %@", [.text("Efect")], 9, "argument 1: unknown type `Efect`"),
      ("name matches %@", [.text("[")], 14, "argument 1: this is not a regular expression: missing ]"),
      ("%@", [.text("x")], 1, "argument 1: %@ stands for a value; keys are written out, as in name == %@"),
      ("%@ == 'x'", [.text("name")], 1, "argument 1: %@ stands for a value; keys are written out, as in name == %@"),
      ("%@ == value", [.text("name")], 1, "argument 1: %@ stands for a value; keys are written out, as in name == %@"),
      (
        "%@ and name == x", [.text("x")], 1, "argument 1: %@ stands for a value; keys are written out, as in name == %@"
      ),
      ("ANY %@ == x", [.text("tag")], 5, "argument 1: %@ stands for a value; keys are written out, as in name == %@"),
      ("%@ == nmae", [.text("x")], 7, "unknown key `nmae`"),
      ("~ %@", [.text(" , ")], 3, "argument 1: ~ takes text with words in it, or a list of words"),
      ("~ %@", [.flag(true)], 3, "argument 1: ~ takes text with words in it, or a list of words"),
      (
        "~ %@", [.list([.text("a"), .number(1)])], 3,
        "argument 1: ~ takes text with words in it, or a list of words"
      ),
      ("in %@", [.text("")], 4, "argument 1: a saved search needs a name; pass text that is not empty"),
      ("in %@", [.list([.text("x")])], 4, "argument 1: a saved search needs a name; pass text that is not empty"),
      ("name == %@ %@", [.text("x"), .text("y")], 12, "AND or OR is missing before `%@`"),
      ("name %@ x", [.text("==")], 1, "there is no operator after name"),
    ] as [(String, [ComponentPredicate.Argument], Int, String)])
  func isRefused(text: String, arguments: [ComponentPredicate.Argument], column: Int, message: String) {
    do throws(InvalidPredicate) {
      let predicate = try ComponentPredicate(parsing: text, arguments: arguments, rules: Subjects.rules)
      Issue.record("\(text) is \(predicate)")
    } catch {
      #expect(error.reason == message)
      #expect(error.column == column)
    }
  }

  @Test("a typed text has no arguments", arguments: ["name == %@", "%@", "drum %@", "in %@", "~ %@"])
  func isForPrograms(text: String) {
    #expect(
      parsingError(of: text)?.message
        == "%@ stands for an argument, but none is passed: write the value itself, or quotes around the text %@")
    #expect(parsingError(of: text)?.column == text.count - 1)
  }

  @Test("arguments have the same limit as texts")
  func isBounded() {
    let large = String(repeating: "x", count: ComponentPredicate.sizeLimit)
    #expect(throws: InvalidPredicate("the arguments of the predicate are larger than 4 MiB")) {
      try ComponentPredicate(parsing: "name == %@", arguments: [large])
    }
  }
}
