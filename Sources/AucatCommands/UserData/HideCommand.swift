internal import ArgumentParser
internal import AudioComponents

/// `aucat hide`
struct HideCommand: ParsableCommand, ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide",
    abstract: "Leaves components out of lists.",
    discussion: """
      EXAMPLES:
        aucat hide "Calf Reverb"
        aucat hide --undo "Calf Reverb"
        aucat search "hidden == yes"
      """)

  @Argument(help: "URIs or unique names of components.")
  var components: [String]

  @Flag(help: "Remove the mark.")
  var undo = false

  @OptionGroup var common: SharedOptions

  func run() throws {
    try Session(common).mark(components, with: .hidden, undo: undo)
  }
}
