internal import ArgumentParser
internal import AudioComponents

/// `aucat favorite`
struct FavoriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorite",
    _superCommandName: Aucat.name,
    abstract: "Marks components as favourites.",
    discussion: """
      EXAMPLES:
        aucat favorite "Calf Reverb"
        aucat favorite --undo "Calf Reverb"
        aucat search "favorite == yes"
      """)

  @Argument(help: "Components' URIs, or names that only one has.")
  var components: [String]

  @Flag(help: "Take the mark away.")
  var undo = false

  @OptionGroup var common: SharedOptions

  func run() throws {
    try Session(common).mark(components, with: .favorite, undo: undo)
  }
}
