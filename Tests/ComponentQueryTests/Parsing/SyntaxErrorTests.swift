import ComponentQuery
import Testing

/// The errors of texts that are not predicates.
@Suite struct SyntaxErrorTests {
  @Test(arguments: [
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
    name ==[x] y
           ^
    unknown modifier; there are [c] (ignore case), [d] (ignore accents) and [cd]
    """#,
    #"""
    ANY name == x
    ^
    ANY is for keys with several values such as tag; name has one
    """#,
    #"""
    name not in {a}
         ^
    NOT goes before the whole comparison: `not name …`
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
    audioInputs == 2 &
                     ^
    AND or OR is missing before `&`
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
    ANY 'x' == tag
    ^
    ANY comes before a key: write the key first
    """#,
  ])
  func shows(expected: String) {
    let text = String(expected.prefix { $0 != "\n" })
    #expect(parsingError(of: text)?.rendered(in: text) == expected)
  }
}
