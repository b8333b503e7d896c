/// `aucat help query`: the query language on one screen.
package enum QueryHelp {
  package static let text = """
    Plain words are searched for in everything that describes a component. What is
    called or tagged so comes first, what only mentions a kind such as `reverb`
    after that:

      reverb hall                  both words, wherever they stand
      "tape delay" or echo         words that stand together; alternatives
      reverb -lsp                  without this word; likewise `not` and `without`
      delay or chorus -stereo      an exclusion at the end applies to all
      (hall or plate) stereo       groups
      tag:reverb by:calf           a key and a colon: a part of its text
      5 band eq without gui        what it has: stereo, mono, side chain
      delay longer than 5 s        what a parameter can be set to; below 30 Hz
      eq presets for vocals        what a preset is called
      gplv3 reverb                 a version of a licence
      reverb 1→2, "MIDI->2"        channels, as lists show them
      compressor with lookahead    what it can do, by its parameters
      remove hum                   what you want to achieve
      compressro                   corrected; --exact takes words as typed

    A comparison makes a predicate: a key, an operator and a value.

      tag == Reverb                equals; != < <= > >= compare as well
      name contains[cd] hall       a part; [c] ignores case, [d] accents
      name like "*verb?"           * and ? stand for any text, any character
      name matches "Calf .*"       a regular expression
      tag in {Reverb, Delay}       one of these
      audioInputs between {1, 2}   from one bound to the other
      parameter.frequency < 30     a value that a parameter can have
      license == nil               has none
      tags.@count > 3              how many; ANY, ALL and NONE test the elements
      in "my search"               a saved search, or a collection
      ~ "hall plate"               plain words anywhere in a predicate

    `and`, `or`, `not` and parentheses join comparisons, and words among them:

      type == Effect and not tag == Reverb
      reverb audioInputs == 2

    Values of several words need quotes, straight or “typographic”, which the
    shell must not take away: put it all in single quotes. %@ stands for the
    value of --arg, or one that a program passes. `aucat keys` lists the keys,
    `aucat search --explain` shows what a search means, `--facets` counts what it
    finds, `--variants one` lists one of mono and stereo, `aucat similar` finds
    similar components, `aucat why` says why a component matches.

    """
}
