import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// What is said of a text that is no predicate, and where. The language's page has more of these errors.
struct ErrorTests {
  /// Checks lines of texts, each with `▸` before what is wrong, and what is said of it.
  private func expectErrors(_ table: String) {
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: " ⇒ ", maxSplits: 1)
      let text = parts[0].filter { $0 != "▸" }
      let column = parts[0].prefix { $0 != "▸" }.count + 1
      let error = parsingError(of: text)
      verify(error?.description ?? "none", equals: String(parts[1]), "\(text)")
      verify(error?.column, equals: column, "\(text)")
    }
  }

  @Test("a text without the form of a predicate")
  func syntax() {
    expectErrors(
      #"""
      ▸favorite and hidden == no ⇒ there is no operator after favorite; did you mean `favorite == yes`?
      ▸audioInputs 2 and name == x ⇒ there is no operator after audioInputs; did you mean `audioInputs == 2`?
      ▸tag drum machine and name == x ⇒ there is no operator after tag; did you mean `tag contains "drum machine"`?
      name == ▸"é' and ⇒ unbalanced quote: the " here has no closing "
      ~ 'drum ▸"bass' ⇒ unbalanced quote: the " here has no closing "
      name == x▸) ⇒ unbalanced parenthesis: there is no ( for the ) here
      tag in ▸{a, b ⇒ unbalanced brace: the { here has no }
      tag in {a ▸b} ⇒ the values of a set are separated by commas, and quotes hold several words together
      tag in {▸{a}} ⇒ a set holds values, not other sets
      name == ▸(x) ⇒ a value is expected here, not `(`
      name == a or▸ ⇒ the predicate ends where a comparison should follow
      preset.name like▸ ⇒ the predicate ends where a value should follow
      tag == x and not in▸ ⇒ the predicate ends where the name of a saved search should follow
      ~▸ ⇒ the predicate ends where a word should follow
      in ▸'' ⇒ the name of a saved search can't be empty
      in ▸and tag == x ⇒ the name of a saved search is expected here, not `and`; quotes make it a name
      in ▸{a, b} ⇒ IN needs a key before it, as in `tag in {a, b}`, or only the name of a saved search after it
      tag == x or in my ▸search ⇒ the name of a saved search must be one word, or in quotes; \#
      did you mean `in "my search"`?
      ~ drum ▸kit ⇒ several words after ~ need quotes; did you mean `~ "drum kit"`?
      ~ ▸"" or tag == x ⇒ there is no word after ~, which looks for one: ~ "drum"
      ~ ▸== x ⇒ a word is expected after ~, not `==`; quotes make it a word
      ~ "\u0064rum ▸(kit" ⇒ `(` is not a word after ~; put it in quotes inside the quotes: '… "(" …'
      tag == x and ~ 'drum ▸and bass' ⇒ `and` is not a word after ~; put it in quotes inside the quotes: '… "and" …'
      1 == ▸1 ⇒ a comparison needs a key, such as name or tag, on one side
      "x" like ▸name ⇒ the key goes on the left of LIKE, the value on the right
      ANY ▸== x ⇒ a comparison such as `tag contains drum` is expected here, not `==`
      (▸) or name == x ⇒ a comparison such as `tag contains drum` is expected here, not `)`
      ▸"" and name == x ⇒ `""` is not compared with anything; did you mean `name contains ""`?
      ▸ANY 'x' == tag ⇒ ANY comes before a key: write the key first
      audioInputs == 2 ▸& ⇒ AND or OR is missing before `&`
      name == Reverb ▸(Stereo) ⇒ AND or OR is missing before `(`
      name == '▸\u12' ⇒ \u takes four hexadecimal digits, as in \u00e9
      """#)
  }

  @Test("a value that doesn't fit its key or operator")
  func values() {
    expectErrors(
      #"""
      tag in {▸nil} ⇒ nil can't be one of several values; the text nil needs quotes
      name contains ▸nil ⇒ only == and != compare with nil; the text nil needs quotes
      audioInputs == ▸x ⇒ audioInputs is a number and `x` is not; write digits
      reverb inputs:▸two ⇒ audioInputs is a number and `two` is not; write digits
      audioInputs == ▸1e999 ⇒ the number is too large
      name < ▸3 ⇒ name is text and `3` is not; write "3" to compare text
      midiInput ▸contains x ⇒ midiInput is yes or no, which CONTAINS does not compare; use == or !=
      midiInput == ▸"yes" ⇒ midiInput is yes or no and `"yes"` is not; write yes or no without quotes
      type ▸contains x ⇒ type is one of a few words, which CONTAINS does not compare; use == != or IN
      audioInputs ==▸[c] 2 ⇒ [c] and [d] are for text; audioInputs is a number
      type == Music ▸Effect ⇒ a value of several words needs quotes, and words to search for go first or after ~; \#
      did you mean `type == "Music Effect"`?
      tag ▸between {a, b} ⇒ tag is a list of tags, which BETWEEN does not compare; \#
      use == != IN CONTAINS BEGINSWITH ENDSWITH LIKE or MATCHES
      addedAt in {▸'2026-11-21', '2026-11'} ⇒ IN needs times with seconds; \#
      for longer periods join comparisons: addedAt == "2026-11-21" OR addedAt == …
      audioInputs between ▸{1} ⇒ BETWEEN takes two values in braces: {1, 2}
      name contains ▸{a} ⇒ CONTAINS takes one value; a set is for IN and BETWEEN
      """#)
    for date in [
      "2026-13-01", "2026-02-29", "2026-11-1", "2026-11-01T24:00", "2026-11-01T10", "2026-11-01T10:00+01:00",
      "20261101", "２０２６",
    ] {
      verify(parsingError(of: "addedAt > '\(date)'") != nil, "\(date)")
    }
  }

  @Test("a word that the language does not have, and the nearest one")
  func words() {
    expectErrors(
      #"""
      ▸parameter contains x ⇒ unknown key `parameter`; did you mean `parameter.name`?
      ▸typ == Effect ⇒ unknown key `typ`; did you mean `type`?
      type == ▸foo ⇒ unknown type `foo`; use one of Effect MusicEffect MusicDevice Generator MIDIProcessor Mixer \#
      FormatConverter Panner OfflineEffect Output
      type:▸efect ⇒ unknown type `efect`; did you mean `Effect`?
      validation == ▸ok ⇒ unknown validation `ok`; did you mean `passed`?
      tag ▸contians[d] "drum kit" and hidden == no ⇒ unknown operator `contians`; did you mean `contains[d]`?
      tag ▸ni {a, b} ⇒ unknown operator `ni`; did you mean `in`?
      name ▸startswith 'a' ⇒ unknown operator `startswith`; did you mean `beginswith`?
      ▸AYN tag == x ⇒ unknown quantifier `AYN`; did you mean `ANY`?
      ▸no tag == x ⇒ unknown quantifier `no`; did you mean `NONE`?
      name == "a" ▸ro tag == b ⇒ unknown connective `ro`; did you mean `or`?
      """#)
    for (word, expected) in [
      ("nmae", "name"), ("manufactuer", "manufacturer"), ("hasmidiinput", "hasMIDIInput"), ("foo", nil), ("tga", "tag"),
      ("favourite", "favorite"), ("", nil), (String(repeating: "name", count: 100_000), nil),
    ] as [(String, String?)] {
      verify(nearest(to: word, in: Key.spellings), equals: expected)
    }
  }

  /// The column counts characters; the caret stands beneath it also where characters are wide or can't be shown.
  @Test("an error is shown by its line, a caret beneath the column, and a line that explains")
  func rendering() {
    for (text, column, excerpt) in [
      ("tag == \"e\u{301}\" &", 12, "tag == \"e\u{301}\" &\n           ^\n"),
      ("tag == '鼓' &", 12, "tag == '鼓' &\n            ^\n"), ("name ==", 8, "name ==\n       ^\n"),
      ("tag\t==\t'\u{1B}[0m' &", 15, "tag == '\u{FFFD}[0m' &\n              ^\n"),
      (
        "name == a\nand nmae == b\nor name == c", 15,
        "and nmae == b\n    ^\nunknown key `nmae`; did you mean `name`?"
      ),
    ] {
      verify(parsingError(of: text)?.column, equals: column)
      verify(parsingError(of: text)?.rendered(in: text).hasPrefix(excerpt), equals: true)
    }
    let long =
      String(repeating: "name == a or ", count: 20) + "nmae == b" + String(repeating: " or name == c", count: 20)
    let lines = (parsingError(of: long)?.rendered(in: long) ?? "").split(separator: "\n")
    verify(lines.first?.hasPrefix("…") == true && lines.first?.hasSuffix("…") == true)
    verify(lines.allSatisfy { $0.count <= 98 })
    verify(lines[0].dropFirst(lines[1].count - 1).hasPrefix("nmae"))
  }
}

/// The error that parsing a text throws; nil if the text is a predicate.
func parsingError(of text: String) -> InvalidPredicate? {
  do throws(InvalidPredicate) {
    _ = try ComponentPredicate(parsing: text, rules: Subjects.rules)
    return nil
  } catch {
    return error
  }
}
