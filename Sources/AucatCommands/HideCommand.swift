internal import ArgumentParser
internal import AudioComponents

/// `aucat hide`
struct HideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide",
    _superCommandName: Aucat.name,
    abstract: "Leaves components out of lists.",
    discussion: """
      EXAMPLES:
        aucat hide "Calf Reverb"
        aucat hide --undo "Calf Reverb"
        aucat search "hidden == yes"
      """)

  @Argument(help: "Components' URIs, or names that only one has.")
  var components: [String]

  @Flag(help: "Take the mark away.")
  var undo = false

  @OptionGroup var common: SharedOptions

  func run() throws {
    try Session(common).mark(components, with: .hidden, undo: undo)
  }
}
