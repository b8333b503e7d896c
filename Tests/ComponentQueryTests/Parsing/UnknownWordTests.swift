import ComponentQuery
import Testing

/// The errors of keys, operators and values that the language does not have, with the nearest one.
@Suite struct UnknownWordTests {
  @Test(
    arguments: #"""
      nmae == x
      ^
      unknown key `nmae`; did you mean `name`?

      foo == x
      ^
      unknown key `foo`; a value on the left needs quotes

      vendor == x
      ^
      unknown key `vendor`; did you mean `manufacturer`?

      name == x and audioInputs is 2
                                ^
      unknown operator `is`; did you mean `==`?

      type == Efect
              ^
      unknown type `Efect`; did you mean `Effect`?

      type == foo
              ^
      unknown type `foo`; use one of Effect MusicEffect MusicDevice Generator MIDIProcessor Mixer FormatConverter Panner OfflineEffect Output

      type == instrument
              ^
      unknown type `instrument`; did you mean `MusicDevice`?

      validation == ok
                    ^
      unknown validation `ok`; did you mean `passed`?

      verdict == scaned
                 ^
      unknown verdict `scaned`; did you mean `scanned`?

      parameter contains x
      ^
      unknown key `parameter`; did you mean `parameter.name`?

      name contians x
           ^
      unknown operator `contians`; did you mean `contains`?

      tag contians[d] "drum kit" and hidden == no
          ^
      unknown operator `contians`; did you mean `contains[d]`?

      tag ni {a, b}
          ^
      unknown operator `ni`; did you mean `in`?

      name startswith 'a'
           ^
      unknown operator `startswith`; did you mean `beginswith`?

      AYN tag == x
      ^
      unknown quantifier `AYN`; did you mean `ANY`?

      name == x or every tag == x
                   ^
      unknown quantifier `every`; did you mean `ALL`?

      no tag == x
      ^
      unknown quantifier `no`; did you mean `NONE`?

      name == a adn name == b
                ^
      unknown connective `adn`; did you mean `and`?

      name == "a" ro tag == b
                  ^
      unknown connective `ro`; did you mean `or`?

      typ == Effect
      ^
      unknown key `typ`; did you mean `type`?
      """#.shownErrors)
  func shows(expected: String) { expectShown(expected) }
}
