internal import ArgumentParser
internal import AudioComponents

/// `aucat hide`
struct HideCommand: WordsCommand, ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide",
    abstract: "Leaves components out of lists.",
    discussion: """
      Words that aren't a name must match exactly one component, which is named. -WORD excludes a word from those before \
      it.

      EXAMPLES:
        aucat hide "Calf Reverb"
        aucat hide --undo "Calf Reverb"
        aucat search "hidden == yes"
      """)

  @Argument(help: "URIs, names, or words that only one component has.")
  var components: [String]

  @Flag(help: "Remove the mark.")
  var undo = false

  @OptionGroup var common: SharedOptions

  static let forms = words(flags: ["undo"])
  static let choices: ClosedRange? = 0...Int.max

  func run() throws {
    try Session(common).mark(components, with: .hidden, undo: undo)
  }
}
