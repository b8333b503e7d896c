internal import ArgumentParser
internal import AudioComponents

/// `aucat favorite`
struct FavoriteCommand: ParsableCommand, ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorite",
    abstract: "Marks components as favourites.",
    discussion: """
      Words that are no name stand for the one component that has them all; which it is, is said.

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

  func run() throws {
    try Session(common).mark(components, with: .favorite, undo: undo)
  }
}
