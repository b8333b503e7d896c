internal import ArgumentParser
internal import AudioComponents

/// `aucat collection`
struct CollectionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collection",
    abstract: "Groups components under a name.",
    discussion: """
      EXAMPLES:
        aucat collection add Live "Calf Reverb" "Calf Compressor"
        aucat collection list Live
      """,
    subcommands: [Add.self, Remove.self, List.self, Rename.self, Delete.self])

  /// `aucat collection add`
  struct Add: WordsCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Adds components to a collection, creating it if needed.")

    @Argument(help: "The collection.")
    var collection: String

    @Argument(help: "URIs, names, or words that only one component has.")
    var components: [String] = []

    @OptionGroup var common: SharedOptions

    static let forms = words()
    static let choices: ClosedRange? = 1...Int.max

    func run() throws {
      let session = try Session(common)
      let label = try UserLabel(.collection, collection)
      let chosen = try session.chosenURIs(components)
      for note in chosen.compactMap(\.note) { warn(note) }
      let counts = try session.manager.apply([.create(label)] + chosen.map { .add(label, to: $0.uri) })
      let isNew = counts.first == 1
      if chosen.isEmpty {
        let command = "`aucat collection add \(ShellWord.quoted(label.name)) COMPONENT` adds to it"
        warn("\(isNew ? "created the empty collection" : "there is already a collection") `\(label.name)`; \(command)")
      }
      if isNew { try session.sayIfShadowed(label) }
    }
  }

  /// `aucat collection remove`
  struct Remove: WordsCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Removes components from a collection.")

    @Argument(help: "The collection.")
    var collection: String

    @Argument(help: "URIs, names, or words that only one component has.")
    var components: [String]

    @OptionGroup var common: SharedOptions

    static let forms = words()
    static let choices: ClosedRange? = 1...Int.max

    func run() throws {
      let session = try Session(common)
      let label = try UserLabel(.collection, collection)
      let chosen = try session.chosenURIs(components, among: try session.members(of: label))
      for note in chosen.compactMap(\.note) { warn(note) }
      try session.remove(components, by: chosen.map { .remove(label, from: $0.uri) }) {
        "the collection `\(label.name)` does not have \($0)"
      }
    }
  }

  /// `aucat collection list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Lists the collections, or the components of one.")

    @Argument(help: "The collection.")
    var collection: String?

    @Flag(name: .customLong("json"), help: "Print a JSON array.")
    var isJSON = false

    @OptionGroup var paging: PagingOptions
    @OptionGroup var common: SharedOptions

    func run() throws {
      let session = try Session(common)
      try session.requirePlaceForUserData()
      try session.show(try text(session), isPaged: !isJSON && !paging.isUnpaged)
    }

    private func text(_ session: Session) throws -> String {
      guard let collection else { return try overview(session) }
      let members = try members(collection, session)
      return String(decoding: SearchPrinter(session).bytes(members, as: isJSON ? .json : .table), as: UTF8.self)
    }

    private func members(_ collection: String, _ session: Session) throws -> SearchResult {
      let label = try UserLabel(.collection, collection)
      guard let members = try session.members(of: label) else { throw CommandFailure(noCollection: label) }
      var found = try session.manager.search(members, everything: true)
      found.components.removeAll { $0.verdict != .scanned }
      found.quarantined = []
      return found
    }

    private func overview(_ session: Session) throws -> String {
      let counts = try session.manager.collectionCounts()
      if isJSON {
        return JSON.lines(counts.map { .object([("name", .string($0.name)), ("count", .int($0.count))]) })
      }
      var table = Table(header: ["name", "count"].map { session.manager.localizedText($0, in: "columns") })
      table.rows = counts.map { [$0.name, "\($0.count)"] }
      return table.lines(session.terminal).map { $0 + "\n" }.joined()
    }
  }

  /// `aucat collection rename`
  struct Rename: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Renames a collection, merging it into an existing one.")

    @Argument(help: "The collection.")
    var old: String

    @Argument(help: "Its new name.")
    var new: String

    @OptionGroup var common: SharedOptions

    func run() throws {
      let session = try Session(common)
      let label = try UserLabel(.collection, old)
      let renamed = try UserLabel(.collection, new)
      try session.manager.apply([.rename(label, to: renamed)]).requireCollection(label)
      try session.sayIfShadowed(renamed)
      session.sayHowToUndo()
    }
  }

  /// `aucat collection delete`
  struct Delete: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Deletes a collection, but not its components.")

    @Argument(help: "The collection.")
    var collection: String

    @OptionGroup var common: SharedOptions

    func run() throws {
      let session = try Session(common)
      let label = try UserLabel(.collection, collection)
      try session.manager.apply([.delete(label)]).requireCollection(label)
      session.sayHowToUndo()
    }
  }
}

extension Session {
  /// Says that a saved search of the same name hides a collection from predicates.
  fileprivate func sayIfShadowed(_ collection: UserLabel) throws {
    guard let search = try manager.savedSearch(named: collection.name) else { return }
    warn(
      "in searches, `in \(ShellWord.quoted(search.name))` is the saved search `\(search.name)`, and not this collection; "
        + "`aucat collection rename` gives it another name")
  }

  /// The condition that a component is in a collection; nil if there is no such collection.
  fileprivate func members(of collection: UserLabel) throws -> ComponentPredicate? {
    try manager.uris(inCollectionNamed: collection.name).map { uris in
      .comparison(Comparison(key: .uri, operator: .in, value: .set(uris.map { .text($0) })))
    }
  }
}

extension [Int] {
  fileprivate func requireCollection(_ label: UserLabel) throws {
    guard self == [0] else { return }
    throw CommandFailure(noCollection: label)
  }
}

extension CommandFailure {
  fileprivate init(noCollection label: UserLabel) {
    self.init(.nothing, "there is no collection `\(label.name)`; `aucat collection list` lists them")
  }
}
