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
    let session = try Session(common)
    let uris = try components.map(session.uri)
    try session.manager.change(uris.map { undo ? .remove(.hidden, from: $0) : .add(.hidden, to: $0) })
  }
}
