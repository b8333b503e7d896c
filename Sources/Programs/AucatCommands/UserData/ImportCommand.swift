internal import AucatProgram
internal import AudioComponents
internal import Linux

/// A program that keeps a user's data about plugins.
enum UserDataProgram: String, CaseIterable { case aucat, ardour }

/// `aucat import`
struct ImportCommand: Command {
  static let name = "import"

  var file: String?
  var from = UserDataProgram.aucat
  var replacesData = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Adds tags, favourites, hidden components and more from an export or from your own Ardour.",
    discussion: """
      The file is imported completely or not at all: an error names its line, and nothing is changed. Two exports can be \
      imported in any order, again and again. If both have a saved search of the same name, the predicate that is first \
      in byte order keeps the name, and the other gets one such as `halls (other 3f0a)`. Of two spellings of a name, the \
      first in byte order stays, and of two use counts, the larger. Files of versions below 3 have no use counts, so \
      --replace then deletes none.

      From Ardour, it imports the tags you set yourself, favourites, hidden plugins and use counts of LV2 plugins. The file \
      is Ardour's configuration folder, or one of plugin_tags, plugin_statuses and plugin_stats in its plugin_metadata; by \
      default, the newest in ~/.config. You can import as often as you like without losing anything, but whatever you \
      removed here comes back as long as Ardour has it.

      What the file says about components that are not installed here is kept until they are; a message names them.

      EXAMPLES:
        aucat import tags.jsonl
        aucat import --replace tags.jsonl
        aucat import --from ardour
        aucat import --from ardour ~/.config/ardour8
      """,
    isChange: true,
    [
      .argument("file", "The file, or - for standard input.", kind: .file, times: .optional) { $0.file = $1 },
      .choice("from", value: "program", "The program that wrote the file; aucat by default.") { $0.from = $1 },
      .flag("replace", "Delete everything that is not in the file.") { $0.replacesData = true },
    ])

  func run() throws {
    if from == .ardour {
      guard !replacesData else {
        throw CommandFailure(
          .usage,
          "--replace would delete what Ardour never had, such as your collections and saved searches; leave it out, "
            + "since what comes from Ardour can be imported again and again")
      }
      return try ArdourImport(session: try Session(common)).run(file)
    }
    guard let file else { throw UsageError("name the file: aucat import FILE") }
    try importExport(file)
  }

  private func importExport(_ file: String) throws {
    let session = try Session(common)
    let bytes = try bytes(file)
    let (data, version): (UserData, Int)
    do throws(ComponentManagerError) {
      (data, version) = try UserDataFormat.read(bytes)
    } catch {
      throw CommandFailure(.usage, "\(file) is not an aucat export: \(error); nothing was changed")
    }
    let keepsUses = replacesData && !UserDataFormat.hasUses(version: version)
    var moved: [SavedSearch] = []
    let count = try merge(data, keepingUses: keepsUses, from: file, session: session, moved: &moved)
    let summary = ImportSummary(data: data, new: count)
    try Output.print((replacesData ? summary.replacementText : summary.text) + "\n")
    if replacesData { session.sayHowToUndo() }
    sayWhatMoved(moved)
    session.sayWhatIsMissing(from: data)
    if keepsUses, try !session.manager.userData().uses.isEmpty {
      warn("your use counts stay, because a file of version \(version) has none")
    }
  }

  private func merge(
    _ data: UserData, keepingUses: Bool, from file: String, session: Session, moved: inout [SavedSearch]
  ) throws -> Int {
    do {
      return try session.manager.merge(data, replacing: replacesData, keepingUses: keepingUses, moved: &moved)
    } catch ComponentManagerError.invalidPredicate(let error) {
      throw CommandFailure(.usage, "\(file) conflicts with what is stored here: \(error); nothing was changed")
    }
  }

  /// Warns about renamed searches: predicates that use the old name now mean the other search.
  private func sayWhatMoved(_ searches: [SavedSearch]) {
    guard let first = searches.first else { return }
    let more = searches.count > 1 ? ", and \(searches.count - 1) more saved searches have new names" : ""
    warn(
      "two saved searches have the same name: the one for `\(first.predicate)` is now `\(first.name)`\(more); "
        + "`aucat saved list` shows them")
  }

  private func bytes(_ file: String) throws -> [UInt8] {
    do throws(SystemError) {
      return try WholeFile.bytes(file, limit: UserDataFormat.sizeLimit)
    } catch {
      let remedy = error.isDirectory ? "; `--from ardour` reads Ardour's folder" : ""
      throw CommandFailure(.storeFailed, "\(file) can't be read (\(error)); nothing was changed\(remedy)")
    }
  }
}

extension Session {
  /// Warns about components that an imported file names, and that are not installed. The import is done, so a catalog that
  /// can't be read is no failure.
  func sayWhatIsMissing(from data: UserData) {
    if let text = (try? MissingComponents(data.facts, on: manager))?.importText { warn(text) }
  }
}
