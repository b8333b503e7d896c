import ComponentQuery
import Testing

/// The errors of texts that are not predicates.
@Suite struct SyntaxErrorTests {
  @Test(
    arguments: #"""
      tag drum and type == Effect
      ^
      there is no operator after tag; did you mean `tag contains drum`?

      favorite and hidden == no
      ^
      there is no operator after favorite; did you mean `favorite == yes`?

      name == 'x
              ^
      unbalanced quote: the ' here has no closing '

      name == "é' and
              ^
      unbalanced quote: the " here has no closing "

      name == (x)
              ^
      a value is expected here, not `(`

      (name == x
      ^
      unbalanced parenthesis: the ( here has no )

      name == x)
               ^
      unbalanced parenthesis: there is no ( for the ) here

      tag in {a, b
             ^
      unbalanced brace: the { here has no }

      tag in drum
             ^
      IN takes a set of values in braces; did you mean `tag in {drum}`?

      tag in (a, b)
             ^
      a set of values goes in braces: {a, b}

      tag in {a b}
                ^
      the values of a set are separated by commas, and quotes hold several words together

      name ==[x] y
             ^
      unknown modifier; use [c] (ignore case), [d] (ignore accents) or [cd]

      ANY name == x
      ^
      ANY is for keys with several values such as tag; name has one

      name not in {a}
           ^
      NOT goes before the whole comparison: `not name …`

      name ==
             ^
      the predicate ends where a value should follow

      name == a or
                  ^
      the predicate ends where a comparison should follow

      in ''
         ^
      the name of a saved search can't be empty

      in {a, b}
         ^
      IN needs a key before it, as in `tag in {a, b}`, or only the name of a saved search after it

      ~ drum kit
             ^
      several words after ~ need quotes; did you mean `~ "drum kit"`?

      ~
       ^
      the predicate ends where a word should follow

      ~ "" or tag == x
        ^
      there is no word after ~, which looks for one: ~ "drum"

      ~ == x
        ^
      a word is expected after ~, not `==`; quotes make it a word

      ~ "\u0064rum (kit"
                   ^
      `(` is not a word after ~; put it in quotes inside the quotes: '… "(" …'

      tag == x and ~ 'drum and bass'
                           ^
      `and` is not a word after ~; put it in quotes inside the quotes: '… "and" …'

      ~ 'drum "bass'
              ^
      unbalanced quote: the " here has no closing "

      ~ 'drum == bass'
              ^
      `==` is not a word after ~; put it in quotes inside the quotes: '… "==" …'

      name == %@
              ^
      %@ stands for an argument, but none is passed: write the value itself, or quotes around the text %@

      1 == 1
           ^
      a comparison needs a key, such as name or tag, on one side

      "x" like name
               ^
      the key goes on the left of LIKE, the value on the right

      name == a name == b
                ^
      AND or OR is missing before `name`

      ANY == x
          ^
      a comparison such as `tag contains drum` is expected here, not `==`

      audioInputs == 2 &
                       ^
      AND or OR is missing before `&`

      tag == x or in my search
                        ^
      the name of a saved search must be one word, or in quotes; did you mean `in "my search"`?

      tag == x and not in
                         ^
      the predicate ends where the name of a saved search should follow

      in and tag == x
         ^
      the name of a saved search is expected here, not `and`; quotes make it a name

      "" and name == x
      ^
      `""` is not compared with anything; did you mean `name contains ""`?

      () or name == x
       ^
      a comparison such as `tag contains drum` is expected here, not `)`

      and name == x
      ^
      a comparison such as `tag contains drum` is expected here, not `and`

      audioInputs 2 and name == x
      ^
      there is no operator after audioInputs; did you mean `audioInputs == 2`?

      tag drum machine and name == x
      ^
      there is no operator after tag; did you mean `tag contains "drum machine"`?

      name == Tone reverb
                   ^
      a value of several words needs quotes, and words to search for go first or after ~: `name == Tone ~ reverb`; did you mean `name == "Tone reverb"`?

      reverb inputs:two
                    ^
      audioInputs is a number and `two` is not; write digits

      name == Reverb (Stereo)
                     ^
      AND or OR is missing before `(`

      stereo compressor sidechain audioInputs == 2
                        ^
      there is no operator after sidechain; did you mean `sidechain == yes`?

      type:efect
           ^
      unknown type `efect`; did you mean `Effect`?

      preset.name like
                      ^
      the predicate ends where a value should follow

      ANY 'x' == tag
      ^
      ANY comes before a key: write the key first
      """#.shownErrors)
  func shows(expected: String) { expectShown(expected) }
}
