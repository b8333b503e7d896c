internal import ArgumentParser
internal import AudioComponents
internal import Glibc

/// `aucat export`
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    _superCommandName: Aucat.name,
    abstract: "Writes your tags, favourites, hidden components and collections to a file.",
    discussion: """
      One fact a line, sorted, so that git or a sync tool can carry the file between machines.

      EXAMPLES:
        aucat export
        aucat export tags.jsonl
      """)

  @Argument(help: "The file; standard output otherwise.")
  var file: String?

  @OptionGroup var common: SharedOptions

  func run() throws {
    let session = try Session(common)
    let bytes = UserDataFormat.encode(try session.manager.userFacts())
    guard let file, file != "-" else {
      var output = Output()
      output.write(bytes)
      return try output.finish()
    }
    try write(bytes, to: file)
  }

  /// All of it or nothing: an export that was there before is replaced when the new one is on the disk.
  private func write(_ bytes: [UInt8], to file: String) throws {
    let unfinished = file + ".unfinished"
    let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    func failure() -> CommandFailure {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { unlink(unfinished) }
      return CommandFailure(.storeFailed, "\(file) can't be written (\(reason)); name another file")
    }
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      written += count
    }
    guard fsync(descriptor) == 0 || errno == EINVAL, rename(unfinished, file) == 0 else { throw failure() }
  }
}
