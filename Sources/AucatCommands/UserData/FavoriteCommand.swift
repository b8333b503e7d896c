internal import ArgumentParser
internal import AudioComponents

/// `aucat favorite`
struct FavoriteCommand: WordsCommand, ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorite",
    abstract: "Marks components as favourites.",
    discussion: """
      Words that aren't a name must match exactly one component, which is named. -WORD excludes a word from those before \
      it.

      EXAMPLES:
        aucat favorite "Calf Reverb"
        aucat favorite --undo "Calf Reverb"
        aucat search "favorite == yes"
      """)

  @Argument(help: "URIs, names, or words that only one component has.")
  var components: [String]

  @Flag(help: "Remove the mark.")
  var undo = false

  @OptionGroup var common: SharedOptions

  static let forms = words(flags: ["undo"])
  static let choices: ClosedRange? = 0...Int.max

  func run() throws {
    try Session(common).mark(components, with: .favorite, undo: undo)
  }
}
