import TestSupport
import Testing

@testable import PlainWords

/// Phrases, divided into numbers and what stands between them.
struct PhraseTextTests {
  @Test("numbers have signs, fractions and plus signs, in the digits of any script")
  func parts() {
    for (text, parts): (String, [PhraseText.Part]) in [
      ("", []), ("no gui", [.text("no gui")]), ("5 band", [.number("5"), .text(" band")]),
      ("10+bands", [.number("10"), .plus, .text("bands")]), ("gpl-3.0", [.text("gpl-"), .number("3.0")]),
      ("over -0.5 s", [.text("over "), .number("-0.5"), .text(" s")]), ("-60", [.number("-60")]),
      (".5", [.number("0.5")]), ("v.2", [.text("v."), .number("2")]), ("2,5", [.number("2.5")]),
      ("20,000", [.number("20000")]), ("0,125", [.number("0.125")]),
      ("1,2,3", [.number("1.2"), .text(","), .number("3")]),
      ("５秒", [.number("5"), .text("秒")]), ("٥", [.number("5")]), ("5.", [.number("5"), .text(".")]),
      ("2 in 4", [.number("2"), .text(" in "), .number("4")]),
    ] { verify(PhraseText(text).parts, equals: parts, "\(text)") }
  }
}
