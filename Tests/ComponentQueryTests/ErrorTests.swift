import ComponentQuery
import Testing

/// What a person sees of a predicate that can't be used: the text, a caret, one line.
@Suite struct ErrorTests {
  @Test(arguments: [
    #"""
    nmae == x
    ^
    unknown key `nmae`; did you mean `name`?
    """#,
    #"""
    foo == x
    ^
    unknown key `foo`: the keys are uri, name, type, manufacturer, tag and others; a value on the left needs quotes
    """#,
    #"""
    drum and bass
    ^
    unknown key `drum`: to search for words such as `and` or for parentheses, put the whole text in quotes
    """#,
    #"""
    tag drum
    ^
    there is no operator after tag; did you mean `tag contains drum`?
    """#,
    #"""
    tag drum machine
    ^
    there is no operator after tag; did you mean `tag contains "drum machine"`?
    """#,
    #"""
    tag drum and type == Effect
    ^
    there is no operator after tag; did you mean `tag contains drum`?
    """#,
    #"""
    audioInputs 2
    ^
    there is no operator after audioInputs; did you mean `audioInputs == 2`?
    """#,
    #"""
    favorite and hidden == no
    ^
    there is no operator after favorite; did you mean `favorite == yes`?
    """#,
    #"""
    name == 'x
            ^
    unbalanced quote: the ' here has no closing '
    """#,
    #"""
    name == "é' and
            ^
    unbalanced quote: the " here has no closing "
    """#,
    #"""
    name == (x)
            ^
    a value should stand here and not `(`
    """#,
    #"""
    (name == x
    ^
    unbalanced parenthesis: the ( here has no )
    """#,
    #"""
    name == x)
             ^
    unbalanced parenthesis: there is no ( for the ) here
    """#,
    #"""
    tag in {a, b
           ^
    unbalanced brace: the { here has no }
    """#,
    #"""
    tag in drum
           ^
    IN takes a set of values in braces; did you mean `tag in {drum}`?
    """#,
    #"""
    tag in (a, b)
           ^
    a set of values goes in braces: {a, b}
    """#,
    #"""
    tag in {a b}
              ^
    the values of a set are separated by commas, and quotes hold several words together
    """#,
    #"""
    tag in {nil}
            ^
    nil can't be one of several values; a text nil needs quotes
    """#,
    #"""
    tag in {{a}}
            ^
    a set holds values, not other sets
    """#,
    #"""
    audioInputs == "x"
                   ^
    audioInputs is a number and `"x"` is not; write digits without quotes
    """#,
    #"""
    audioInputs == x
                   ^
    audioInputs is a number and `x` is not; write digits without quotes
    """#,
    #"""
    name < 3
           ^
    name is a text and `3` is not; write "3" to compare texts
    """#,
    #"""
    midiInput contains x
              ^
    midiInput is yes or no, which CONTAINS does not compare; use == or !=
    """#,
    #"""
    midiInput == maybe
                 ^
    midiInput is yes or no and `maybe` is not; write yes or no without quotes
    """#,
    #"""
    type == Efect
            ^
    unknown type `Efect`; did you mean `Effect`?
    """#,
    #"""
    type == foo
            ^
    unknown type `foo`; it is one of Effect MusicEffect MusicDevice Generator MIDIProcessor Mixer FormatConverter Panner OfflineEffect Output
    """#,
    #"""
    verdict == scaned
               ^
    unknown verdict `scaned`; did you mean `scanned`?
    """#,
    #"""
    type contains x
         ^
    type is one of a few words, which CONTAINS does not compare; use == != or IN
    """#,
    #"""
    tag < x
        ^
    tag is a list of tags, which < does not compare; use == != IN CONTAINS BEGINSWITH ENDSWITH LIKE or MATCHES
    """#,
    #"""
    tag between {a, b}
        ^
    tag is a list of tags, which BETWEEN does not compare; use == != IN CONTAINS BEGINSWITH ENDSWITH LIKE or MATCHES
    """#,
    #"""
    audioInputs ==[c] 2
                  ^
    [c] and [d] are for texts; audioInputs is a number
    """#,
    #"""
    name ==[x] y
           ^
    unknown modifier; there are [c] (ignore case), [d] (ignore accents) and [cd]
    """#,
    #"""
    tag contains drum kit
                      ^
    a value of several words needs quotes; did you mean `tag contains "drum kit"`?
    """#,
    #"""
    type == Music Effect
                  ^
    a value of several words needs quotes; did you mean `type == "Music Effect"`?
    """#,
    #"""
    ANY name == x
    ^
    ANY is for keys with several values such as tag; name has one
    """#,
    #"""
    tags == nil
    ^
    a list is never nil, it is empty; did you mean `tags.@count == 0`?
    """#,
    #"""
    name contains nil
                  ^
    only == and != compare with nil; a text nil needs quotes
    """#,
    #"""
    name not in {a}
         ^
    NOT goes before the whole comparison: `not name …`
    """#,
    #"""
    name == and
            ^
    `and` is a word of the language; as a value it needs quotes
    """#,
    #"""
    name ==
           ^
    the predicate ends where a value should follow
    """#,
    #"""
    name == a or
                ^
    the predicate ends where a comparison should follow
    """#,
    #"""
    in my search
          ^
    the name of a saved search is one word, or stands in quotes; did you mean `in "my search"`?
    """#,
    #"""
    not in
          ^
    the predicate ends where the name of a saved search should follow
    """#,
    #"""
    in ''
       ^
    a saved search has a name
    """#,
    #"""
    in {a, b}
       ^
    before IN a key is missing, as in `tag in {a, b}`; after it alone stands the name of a saved search
    """#,
    #"""
    in and
       ^
    the name of a saved search should stand here and not `and`; quotes make it a name
    """#,
    #"""
    ~ drum kit
           ^
    several words after ~ need quotes; did you mean `~ "drum kit"`?
    """#,
    #"""
    ~
     ^
    the predicate ends where a word should follow
    """#,
    #"""
    ~ "" or tag == x
      ^
    there is no word after ~, which looks for one: ~ "drum"
    """#,
    #"""
    ~ == x
      ^
    a word should stand after ~ and not `==`; quotes make it a word
    """#,
    #"""
    ~ "\u0064rum (kit"
                 ^
    `(` is no word after ~; put it in quotes inside the quotes: '… "(" …'
    """#,
    #"""
    tag == x and ~ 'drum and bass'
                         ^
    `and` is no word after ~; put it in quotes inside the quotes: '… "and" …'
    """#,
    #"""
    ~ 'drum "bass'
            ^
    unbalanced quote: the " here has no closing "
    """#,
    #"""
    ~ 'drum == bass'
            ^
    `==` is no word after ~; put it in quotes inside the quotes: '… "==" …'
    """#,
    #"""
    name == %@
            ^
    %@ is for programs, which pass an argument for it: write the value itself, or quotes around a text %@
    """#,
    #"""
    1 == 1
         ^
    a comparison needs a key, such as name or tag, on either side
    """#,
    #"""
    "drum" and name == x
    ^
    `"drum"` is compared with nothing; did you mean `name contains "drum"`?
    """#,
    #"""
    "x" like name
             ^
    the key goes on the left of LIKE, the value on the right
    """#,
    #"""
    addedAt > yesterday
              ^
    addedAt is a date and `yesterday` is not; write it in UTC as "2026-11-01" or "2026-11-01T18:30:00Z"
    """#,
    #"""
    addedAt in {'2026-11-21', '2026-11'}
                ^
    IN takes dates to the second; for longer times join comparisons: addedAt == "2026-11-21" OR addedAt == …
    """#,
    #"""
    version > a.b
              ^
    version is two numbers and `a.b` is not; write minor and micro version as "2.10"
    """#,
    #"""
    audioInputs between {1}
                        ^
    BETWEEN takes two values in braces: {1, 2}
    """#,
    #"""
    name contains {a}
                  ^
    CONTAINS takes one value; a set is for IN and BETWEEN
    """#,
    #"""
    audioInputs == 1e999
                   ^
    the number is too large
    """#,
    #"""
    name == '\u12'
             ^
    \u takes four hexadecimal digits, as in \u00e9
    """#,
    #"""
    name == '\ud800'
             ^
    this \u escape is half of a surrogate pair and not a character
    """#,
    #"""
    parameter contains x
    ^
    unknown key `parameter`; did you mean `parameter.name`?
    """#,
    #"""
    name == a name == b
              ^
    AND or OR is missing before `name`
    """#,
    #"""
    ANY == x
        ^
    `==` stands where a comparison such as `tag contains drum` should begin
    """#,
    #"""
    ()
     ^
    `)` stands where a comparison such as `tag contains drum` should begin
    """#,
    #"""
    and
    ^
    `and` stands where a comparison such as `tag contains drum` should begin
    """#,
    #"""
    name matches '['
                 ^
    this is not a regular expression: missing ]
    """#,
    #"""
    audioInputs == 2 &
                     ^
    AND or OR is missing before `&`
    """#,
    #"""
    name contians x
         ^
    unknown operator `contians`; did you mean `contains`?
    """#,
    #"""
    tag contians[d] "drum kit" and hidden == no
        ^
    unknown operator `contians`; did you mean `contains[d]`?
    """#,
    #"""
    tag ni {a, b}
        ^
    unknown operator `ni`; did you mean `in`?
    """#,
    #"""
    audioInputs is 2
                ^
    unknown operator `is`; did you mean `==`?
    """#,
    #"""
    name startswith 'a'
         ^
    unknown operator `startswith`; did you mean `beginswith`?
    """#,
    #"""
    preset.name like
                    ^
    the predicate ends where a value should follow
    """#,
    #"""
    name contians
    ^
    there is no operator after name; did you mean `name contains contians`?
    """#,
    #"""
    AYN tag == x
    ^
    unknown quantifier `AYN`; did you mean `ANY`?
    """#,
    #"""
    name == x or every tag == x
                 ^
    unknown quantifier `every`; did you mean `ALL`?
    """#,
    #"""
    no tag == x
    ^
    unknown quantifier `no`; did you mean `NONE`?
    """#,
    #"""
    name == a adn name == b
              ^
    unknown connective `adn`; did you mean `and`?
    """#,
    #"""
    name == "a" ro tag == b
                ^
    unknown connective `ro`; did you mean `or`?
    """#,
    #"""
    typ == Effect
    ^
    unknown key `typ`; did you mean `type`?
    """#,
    #"""
    ANY 'x' == tag
    ^
    ANY comes before a key: write the key first
    """#,
  ])
  func shows(expected: String) {
    let text = String(expected.prefix { $0 != "\n" })
    #expect(refusal(of: text)?.rendered(in: text) == expected)
  }

  @Test func showsTheLineThatIsWrong() {
    let text = "name == a\nand nmae == b\nor name == c"
    #expect(refusal(of: text)?.column == 15)
    #expect(
      refusal(of: text)?.rendered(in: text) == """
        and nmae == b
            ^
        unknown key `nmae`; did you mean `name`?
        """)
  }

  /// The column counts characters; the caret stands beneath it also where characters are wide or can't be shown.
  @Test(arguments: [
    ("tag == \"e\u{301}\" ad", 12, "tag == \"e\u{301}\" ad\n           ^\n"),
    ("tag == '鼓' ad", 12, "tag == '鼓' ad\n            ^\n"),
    ("tag\t==\t'\u{1B}[0m' ad", 15, "tag == '\u{FFFD}[0m' ad\n              ^\n"),
    ("name ==", 8, "name ==\n       ^\n"),
  ])
  func pointsAtTheColumn(text: String, column: Int, excerpt: String) {
    #expect(refusal(of: text)?.column == column)
    #expect(refusal(of: text)?.rendered(in: text).hasPrefix(excerpt) == true)
  }

  @Test func cutsALongLine() {
    let text =
      String(repeating: "name == a or ", count: 20) + "nmae == b" + String(repeating: " or name == c", count: 20)
    let lines = (refusal(of: text)?.rendered(in: text) ?? "").split(separator: "\n")
    #expect(lines.first?.hasPrefix("…") == true && lines.first?.hasSuffix("…") == true)
    #expect(lines.allSatisfy { $0.count <= 98 })
    #expect(lines[0].dropFirst(lines[1].count - 1).hasPrefix("nmae"))
  }
}
