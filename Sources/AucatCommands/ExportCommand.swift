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
    let bytes = UserDataFormat.encode(try session.manager.userData())
    guard let file, file != "-" else {
      var output = Output()
      output.write(bytes)
      return try output.finish()
    }
    try write(bytes, to: file)
  }

  /// All of it or nothing: an export that was there before is replaced when the new one is on the disk. What is no
  /// regular file, such as a pipe, is written as it is.
  private func write(_ bytes: [UInt8], to name: String) throws {
    let file = Self.target(of: name)
    var status = stat()
    let isReplaced = stat(file, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    let place = isReplaced ? "\(file).\(getpid()).unfinished" : file
    let flags = isReplaced ? O_CREAT | O_EXCL | O_NOFOLLOW : 0
    let descriptor = open(place, O_WRONLY | O_CLOEXEC | flags, 0o600)
    func failure() -> CommandFailure {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 && isReplaced { unlink(place) }
      return CommandFailure(.storeFailed, "\(name) can't be written (\(reason)); name another file")
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
    if isReplaced { guard fsync(descriptor) == 0, rename(place, file) == 0 else { throw failure() } }
  }

  /// Where a symbolic link leads: it stays, and what it leads to is replaced.
  private static func target(of name: String) -> String {
    guard let resolved = realpath(name, nil) else { return name }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
