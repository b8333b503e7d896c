import ICU
import Testing

/// Texts are broken into words that are spelt alike where people see no difference.
@Suite struct WordBreakTests {
  private let rules = UnicodeRules(locale: LocaleIdentifier("en"))

  @Test(arguments: [
    ("Noise-Gate (Mono)", ["noise", "gate", "mono"]), ("x42-EQ_10q", ["x42", "eq", "10q"]), ("", []), (" -–… ", []),
    ("Über Größe", ["uber", "grosse"]), ("e\u{301}cho İI", ["echo", "ii"]), ("Ｗｉｄｅ ｶﾞｲﾄﾞ", ["wide", "カイト"]),
    ("don’t gareus.org", ["don", "t", "gareus", "org"]), ("ﬁlter ½", ["filter", "1", "2"]),
    ("Компрессор-2", ["компрессор", "2"]),
    ("ノイズゲート", ["ノイス", "ケート"]), ("EQイコライザー", ["eq", "イコライサー"]), ("混响效果", ["混", "响", "效果"]),
    ("a\u{0}b\nc", ["a", "b", "c"]), ("리버브", ["리버브"]), ("हिन्दी", ["हिनदी"]),
  ])
  func breaks(text: String, expected: [String]) {
    #expect(rules.words(of: text) == expected, "\(rules.words(of: text))")
  }

  @Test("a word's words are itself")
  func areStable() {
    for text in ["Noise Gate", "ノイズゲート リバーブレーター", "混响效果器", "ฟิลเตอร์เสียง", "Компрессоры", "ǅ ﬃ Ⅷ"] {
      let words = rules.words(of: text)
      #expect(!words.isEmpty)
      for word in words { #expect(rules.words(of: word).joined() == word, "\(word)") }
    }
  }
}
