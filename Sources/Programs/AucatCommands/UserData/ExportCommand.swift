internal import AucatProgram
internal import AudioComponents
internal import Linux

/// `aucat export`
struct ExportCommand: Command {
  static let name = "export"

  var file: String?
  var to = UserDataProgram.aucat
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Writes your tags, marks, collections, saved searches and use counts to a file, or to your own Ardour.",
    discussion: """
      One fact per line, sorted, so that git or a sync tool can carry the file between machines.

      Ardour gets your tags, favourites and hidden components. The file is then Ardour's configuration folder; by default, \
      the newest in ~/.config. Quit Ardour first. Its former files are kept beside the new ones, and entries about \
      plugins of other formats, or made only in Ardour, stay. Tags there are in lower case and without spaces: \
      `Drum bus` becomes `drum_bus`, and is still `Drum bus` when it is imported again. Ardour hides the tags that it \
      ships for a plugin once that has yours.

      EXAMPLES:
        aucat export
        aucat export tags.jsonl
        aucat export --to ardour
        aucat export --to ardour ~/.config/ardour8
      """,
    [
      .argument("file", "The file; standard output by default.", kind: .file, times: .optional) { $0.file = $1 },
      .choice("to", value: "program", "The program that will read it; aucat by default.") { $0.to = $1 },
    ])

  func run() throws {
    let session = try Session(common)
    try session.requirePlaceForUserData()
    if to == .ardour { return try ArdourExport(session: session).run(file) }
    let bytes = UserDataFormat.encode(try session.manager.userData())
    guard let file, file != "-" else { return try Output.print(bytes) }
    try replace(file, by: bytes)
  }

  /// Replaces an earlier export only once the new one is on the disk.
  private func replace(_ name: String, by bytes: [UInt8]) throws {
    do throws(SystemError) {
      let file = try FileReplacement(name, permissions: 0o600)
      try file.write(bytes)
      try file.finish()
    } catch {
      let remedy = error.isDiskFull ? "make room, or name a file on another disk" : "name another file"
      throw CommandFailure(.storeFailed, "\(name) can't be written (\(error)); \(remedy)")
    }
  }
}
