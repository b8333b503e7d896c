internal import ArgumentParser
internal import AudioComponents

/// `aucat favorite`
struct FavoriteCommand: ParsableCommand, ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorite",
    abstract: "Marks components as favourites.",
    discussion: """
      EXAMPLES:
        aucat favorite "Calf Reverb"
        aucat favorite --undo "Calf Reverb"
        aucat search "favorite == yes"
      """)

  @Argument(help: "URIs or unique names of components.")
  var components: [String]

  @Flag(help: "Remove the mark.")
  var undo = false

  @OptionGroup var common: SharedOptions

  func run() throws {
    try Session(common).mark(components, with: .favorite, undo: undo)
  }
}
