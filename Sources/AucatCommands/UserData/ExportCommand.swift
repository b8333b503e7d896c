internal import ArgumentParser
internal import AudioComponents
internal import Linux

/// `aucat export`
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes your tags, marks, collections, saved searches and use counts to a file.",
    discussion: """
      One fact per line, sorted, so that git or a sync tool can carry the file between machines.

      EXAMPLES:
        aucat export
        aucat export tags.jsonl
      """)

  @Argument(help: "The file; standard output by default.")
  var file: String?

  @OptionGroup var common: SharedOptions

  func run() throws {
    let session = try Session(common)
    try session.requirePlaceForUserData()
    let bytes = UserDataFormat.encode(try session.manager.userData())
    guard let file, file != "-" else {
      var output = Output()
      output.write(bytes)
      return try output.finish()
    }
    try write(bytes, to: file)
  }

  /// Replaces an earlier export only once the new one is on the disk.
  private func write(_ bytes: [UInt8], to name: String) throws {
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
