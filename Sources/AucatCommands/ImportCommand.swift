internal import ArgumentParser
internal import AudioComponents
internal import FileReplacement

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
    do throws(ReplacedFile.Failure) {
      return try WholeFile.bytes(file, limit: UserDataFormat.sizeLimit)
    } catch {
      throw CommandFailure(.storeFailed, "\(file) can't be read (\(error.reason)); nothing was changed")
    }
  }
}
