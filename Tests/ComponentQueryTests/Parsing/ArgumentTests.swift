import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// `%@`: a value that a program passes, which is never read as a part of the text.
struct ArgumentTests {
  @Test("an argument is the value that would stand there in quotes, or bare; a typed one is what its key compares with")
  func values() throws {
    for (text, arguments, expected) in [
      ("name == %@", [.text("it's \"x\"")], #"name == "it's \"x\"""#),
      ("name == %@", [.text(#"x" OR "1" == "1"#)], #"name == "x\" OR \"1\" == \"1""#),
      ("hidden == %@ AND latency < %@", [.flag(true), .number(0.5)], "hidden == yes AND latency < 0.5"),
      ("latency == %@ or license != %@", [.null, .null], "latency == nil OR license != nil"),
      ("tags IN %@", [.list([.text("a"), .text("nil"), .number(8)])], #"tags IN {"a", "nil", "8"}"#),
      ("tags IN %@", [.list([])], "tags IN {}"),
      ("audioInputs between %@", [.list([.number(1), .number(2)])], "audioInputs BETWEEN {1, 2}"),
      ("tag in {%@, b, %@}", [.text("a"), .text("c")], #"tag IN {"a", "b", "c"}"#),
      ("audioInputs between {%@, 4}", [.number(-1)], "audioInputs BETWEEN {-1, 4}"),
      ("%@ in tags and %@ < audioInputs", [.text("a"), .number(1)], #"tags CONTAINS "a" AND audioInputs > 1"#),
      ("name contains %@", [.number(42)], #"name CONTAINS "42""#),
      ("type == %@", [.text("music effect")], "type == MusicEffect"),
      ("addedAt == %@", [.number(2026)], #"addedAt BETWEEN {"2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z"}"#),
      ("hasMIDIInput == %@", [.number(1)], "midiInput == yes"),
      ("name like[c] %@", [.text("*%_")], #"name LIKE[c] "*%_""#),
      ("in %@ or name == '%@'", [.text("my search")], #"IN "my search" OR name == "%@""#),
      ("~ %@", [.text(" drum (kit, \"and\"")], #"drum "(kit" "\"and\"""#), ("~ %@", [.number(808)], "808"),
      ("~ %@ and name == x", [.list([.text("drum kit"), .text("tag")])], #"~ "\"drum kit\" tag" AND name == "x""#),
      ("\"%@\" drum", [], #""%@" drum"#), ("audioInputs >= %@", [.typed("2")], "audioInputs >= 2"),
      ("latency < %@", [.typed("-.5e1")], "latency < -5"), ("name == %@", [.typed("007")], #"name == "007""#),
      ("name == %@", [.typed("nil")], #"name == "nil""#), ("hidden == %@", [.typed("FALSE")], "hidden == no"),
      ("version > %@", [.typed("2.10")], #"version > "2.10""#),
      ("tag in {%@, %@}", [.typed("a\" or 1"), .typed("")], #"tag IN {"a\" or 1", ""}"#),
      ("~ %@", [.typed("drum \"kit")], #"drum "\"kit""#), ("in %@", [.typed("my search")], #"IN "my search""#),
      ("type == %@", [.typed("music effect")], "type == MusicEffect"), ("tag in %@", [.typed("a")], nil),
      ("audioInputs == %@", [.typed("2 3")], nil), ("audioInputs == %@", [.typed("nil")], nil),
      ("audioInputs == %@", [.typed("1e999")], nil), ("hidden == %@", [.typed("maybe")], nil),
      ("in %@", [.typed("")], nil),
    ] as [(String, [ComponentPredicate.Argument], String?)] {
      let predicate = try? ComponentPredicate(parsing: text, arguments: arguments)
      verify(predicate?.description, equals: expected, "\(text)")
      if let expected { try verify(ComponentPredicate(parsing: expected), equals: predicate) }
    }
  }

  @Test("a program passes its own values")
  func passesSwiftValues() throws {
    let name: String? = "x"
    let latency: Int? = nil
    let predicate = try ComponentPredicate(
      parsing: """
        name == %@ and latency == %@ and tag in %@ and audioInputs in %@ and hidden == %@ and type == %@ \
        and version > %@
        """,
      arguments: [name, latency, ["a", "b"], [1, 2], false, ComponentType.effect, Version(minor: 2, micro: 10)])
    verify(
      predicate.description,
      equals: """
        name == "x" AND latency == nil AND tag IN {"a", "b"} AND audioInputs IN {1, 2} AND hidden == no \
        AND type == Effect AND version > "2.10"
        """)
    verify(Substring("a").predicateArgument == .text("a") && 2.5.predicateArgument == .number(2.5))
  }

  @Test("an argument that is missing, left over or of the wrong kind is refused where its %@ stands, behind `▸`")
  func isRefused() {
    let none =
      "%@ stands for an argument, but none is passed: write the value itself, or quotes around the text %@"
    let notHere = "%@ stands for a value; keys are written out, as in name == %@"
    let words = "~ takes text with words in it, or a list of words"
    for (text, arguments, message) in [
      (
        "name == %@ and audioInputs == ▸%@", [.text("x"), .text("y")],
        "audioInputs is a number and `\"y\"` is not; pass a number"
      ),
      ("name == %@ and tag == ▸%@", [.text("x")], "there is no argument 2 for this %@, only 1 argument"),
      ("name == ▸%@", [], "there is no argument 1 for this %@, only 0 arguments"),
      ("name == %@▸", [.text("x"), .text("y"), .null], "there is no %@ for argument 2"),
      ("tag in {a, ▸%@}", [.list([])], "a list stands for the whole set, without braces: IN %@"),
      ("tag in ▸%@", [.list([.list([])])], "a list holds values, not other lists"),
      ("tag in ▸%@", [.text("x")], "IN takes a set of values in braces"),
      ("tag == ▸%@", [.list([])], "== takes one value; a set is for IN and BETWEEN"),
      ("audioInputs between ▸%@", [.list([.number(1)])], "BETWEEN takes two values in braces: {1, 2}"),
      ("latency == ▸%@", [.number(.nan)], "nothing can be compared with nan"),
      ("hidden == ▸%@", [.text("yes")], "hidden is yes or no and `\"yes\"` is not; pass a Bool"),
      ("name == ▸%@", [.flag(true)], "name is text and `yes` is not; pass a String"),
      ("name < ▸%@", [.null], "only == and != compare with nil; the text nil needs quotes"),
      (
        "version == ▸%@", [.number(2.10)],
        "version is two numbers and `2.1` is not; pass minor and micro version as a String such as \"2.10\""
      ),
      (
        "addedAt > ▸%@", [.text("soon")],
        "addedAt is a date and `\"soon\"` is not; pass it in UTC as \"2026-11-01\" or \"2026-11-01T18:30:00Z\""
      ),
      ("name matches ▸%@", [.text("[")], "this is not a regular expression: missing ]"), ("▸%@", [.text("x")], notHere),
      ("%@ == ▸nmae", [.text("x")], "unknown key `nmae`"), ("~ ▸%@", [.text(" , ")], words),
      ("~ ▸%@", [.flag(true)], words), ("~ ▸%@", [.list([.text("a"), .number(1)])], words),
      ("in ▸%@", [.text("")], "a saved search needs a name; pass text that is not empty"),
      ("in ▸%@", [.list([.text("x")])], "a saved search needs a name; pass text that is not empty"),
      ("name == %@ ▸%@", [.text("x"), .text("y")], "AND or OR is missing before `%@`"),
      ("▸name %@ x", [.text("==")], "there is no operator after name"),
    ] as [(String, [ComponentPredicate.Argument], String)] {
      let before = text.prefix { $0 != "▸" }
      let isOfText = ["there is", "unknown key", "AND"].contains { message.hasPrefix($0) }
      let reason = isOfText ? message : "argument \(before.count { $0 == "@" } + 1): " + message
      let text = text.filter { $0 != "▸" }
      let error = verify(throws: InvalidPredicate.self, "\(text)") {
        try ComponentPredicate(parsing: text, arguments: arguments, rules: Subjects.rules)
      }
      verify(error?.reason ?? "", equals: reason, "\(text)")
      verify(error?.column, equals: before.count + 1, "\(text)")
    }
    // A typed text has no arguments.
    for text in ["name == %@", "%@", "drum %@", "in %@", "~ %@"] {
      let error = parsingError(of: text)
      verify(error?.message == none && error?.column == text.count - 1, "\(text)")
    }
  }
}
