import ComponentQuery
import Testing

/// The errors of values that don't fit their key or operator.
@Suite struct ValueErrorTests {
  @Test(
    arguments: #"""
      tag in {nil}
              ^
      nil can't be one of several values; the text nil needs quotes

      tag in {{a}}
              ^
      a set holds values, not other sets

      audioInputs == "x"
                     ^
      audioInputs is a number and `"x"` is not; write digits without quotes

      audioInputs == x
                     ^
      audioInputs is a number and `x` is not; write digits

      audioInputs == audioOutputs
                     ^
      `audioOutputs` is a key, and two keys can't be compared; write digits

      name < 3
             ^
      name is text and `3` is not; write "3" to compare text

      midiInput contains x
                ^
      midiInput is yes or no, which CONTAINS does not compare; use == or !=

      midiInput == maybe
                   ^
      midiInput is yes or no and `maybe` is not; write yes or no

      midiInput == "yes"
                   ^
      midiInput is yes or no and `"yes"` is not; write yes or no without quotes

      type contains x
           ^
      type is one of a few words, which CONTAINS does not compare; use == != or IN

      tag < x
          ^
      tag is a list of tags, which < does not compare; use == != IN CONTAINS BEGINSWITH ENDSWITH LIKE or MATCHES

      tag between {a, b}
          ^
      tag is a list of tags, which BETWEEN does not compare; use == != IN CONTAINS BEGINSWITH ENDSWITH LIKE or MATCHES

      audioInputs ==[c] 2
                    ^
      [c] and [d] are for text; audioInputs is a number

      tag contains drum kit
                        ^
      a value of several words needs quotes, and words to search for go first or after ~: `tag contains drum ~ kit`; did you mean `tag contains "drum kit"`?

      type == Music Effect
                    ^
      a value of several words needs quotes, and words to search for go first or after ~; did you mean `type == "Music Effect"`?

      tags == nil
      ^
      a list is never nil, it is empty; did you mean `tags.@count == 0`?

      name contains nil
                    ^
      only == and != compare with nil; the text nil needs quotes

      name == and
              ^
      `and` is a keyword; as a value it needs quotes

      addedAt > yesterday
                ^
      addedAt is a date and `yesterday` is not; write it in UTC as "2026-11-01" or "2026-11-01T18:30:00Z"

      addedAt in {'2026-11-21', '2026-11'}
                  ^
      IN needs times with seconds; for longer periods join comparisons: addedAt == "2026-11-21" OR addedAt == …

      version > a.b
                ^
      version is two numbers and `a.b` is not; write minor and micro version as "2.10"

      audioInputs between {1}
                          ^
      BETWEEN takes two values in braces: {1, 2}

      name contains {a}
                    ^
      CONTAINS takes one value; a set is for IN and BETWEEN

      audioInputs == 1e999
                     ^
      the number is too large

      name == '\u12'
               ^
      \u takes four hexadecimal digits, as in \u00e9

      name == '\ud800'
               ^
      this \u escape is half of a surrogate pair and not a character

      name matches '['
                   ^
      this is not a regular expression: missing ]
      """#.shownErrors)
  func shows(expected: String) { expectShown(expected) }
}
