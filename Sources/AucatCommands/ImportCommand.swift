internal import ArgumentParser
internal import AudioComponents
internal import FileReplacement

/// `aucat import`
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    _superCommandName: Aucat.name,
    abstract: "Adds the tags, favourites, hidden components, collections and saved searches of an export to yours.",
    discussion: """
      All of the file or nothing: an error names its line, and nothing is changed. A saved search whose name is there \
      stays as it is.

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
    let count = try merge(data, session)
    var output = Output()
    output.write("\(data.facts.count + data.searches.count) facts, \(count) of them new\n")
    try output.finish()
    sayWhatStayedOut(try session.manager.conflicting(data.searches))
  }

  private func merge(_ data: UserData, _ session: Session) throws -> Int {
    do {
      return try session.manager.merge(data, replacing: replace)
    } catch let error as PredicateError {
      throw CommandFailure(.usage, "\(file) does not go with what is here: \(error); nothing was changed")
    }
  }

  /// Nothing is lost here, and a person may want the file's.
  private func sayWhatStayedOut(_ searches: [SavedSearch]) {
    guard let first = searches.first else { return }
    let more = searches.count > 1 ? ", and \(searches.count - 1) more of the file," : " of the file"
    complain(
      "the saved search `\(first.name)`\(more) stayed out, because the name is taken by another one; "
        + "`aucat saved add --replace` changes that")
  }

  private func bytes() throws -> [UInt8] {
    do throws(ReplacedFile.Failure) {
      return try WholeFile.bytes(file, limit: UserDataFormat.sizeLimit)
    } catch {
      throw CommandFailure(.storeFailed, "\(file) can't be read (\(error.reason)); nothing was changed")
    }
  }
}
