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
    let session = try Session(common)
    let uris = try components.map(session.uri)
    try session.manager.change(uris.map { undo ? .remove(.favorite, from: $0) : .add(.favorite, to: $0) })
  }
}
