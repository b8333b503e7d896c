internal import ArgumentParser
internal import AudioComponents
internal import Glibc

/// `aucat import`
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    _superCommandName: Aucat.name,
    abstract: "Adds the tags, favourites, hidden components and collections of an export to yours.",
    discussion: """
      All of the file or nothing: an error names its line, and nothing is changed.

      EXAMPLES:
        aucat import tags.jsonl
        aucat import --replace tags.jsonl
      """)

  @Argument(help: "The file; - for standard input.")
  var file: String

  @Flag(help: "Everything that is not in the file goes.")
  var replace = false

  @OptionGroup var common: SharedOptions

  func run() throws {
    let session = try Session(common)
    let bytes = try bytes()
    let data: UserData
    do throws(UserDataError) {
      data = try UserDataFormat.decode(bytes)
    } catch {
      throw CommandFailure(.usage, "\(file) is no export of aucat: \(error); nothing was changed")
    }
    let count = try session.manager.merge(data, replacing: replace)
    var output = Output()
    output.write("\(data.facts.count) facts, \(count) of them new\n")
    try output.finish()
  }

  private func bytes() throws -> [UInt8] {
    let descriptor = file == "-" ? 0 : open(file, O_RDONLY | O_CLOEXEC)
    defer { if descriptor > 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= UserDataFormat.sizeLimit {
      let count = descriptor < 0 ? -1 : read(descriptor, &buffer, buffer.count)
      if count < 0 && descriptor >= 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw CommandFailure(
          .storeFailed, "\(file) can't be read (\(String(cString: strerror(errno)))); nothing was changed")
      }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[0..<count])
    }
    return bytes
  }
}
