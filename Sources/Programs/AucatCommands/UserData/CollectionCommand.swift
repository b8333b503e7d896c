internal import AucatProgram
internal import AudioComponents

/// `aucat collection`
enum CollectionCommand: DeclaredCommand {
  static let name = "collection"

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Groups components under a name.",
    discussion: """
      EXAMPLES:
        aucat collection add Live "Calf Reverb" "Calf Compressor"
        aucat collection list Live
      """,
    [Add.self, Remove.self, List.self, Rename.self, Delete.self])

  /// `aucat collection add`
  struct Add: Command {
    static let name = "add"

    var collection = ""
    var components: [String] = []
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Adds components to a collection, creating it if needed.",
      exclusions: .choices(1...Int.max), isChange: true,
      [
        .argument("collection", "The collection.", kind: .collection) { $0.collection = $1 },
        .argument(
          "components", "URIs, names, or words that only one component has.", kind: .componentOrPredicate,
          times: .repeated
        ) { $0.components.append($1) },
      ])

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
  struct Remove: Command {
    static let name = "remove"

    var collection = ""
    var components: [String] = []
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Removes components from a collection.",
      exclusions: .choices(1...Int.max), isChange: true,
      [
        .argument("collection", "The collection.", kind: .collection) { $0.collection = $1 },
        .argument("components", "URIs, names, or words that only one component has.", kind: .member, times: .onceOrMore)
        {
          $0.components.append($1)
        },
      ])

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
  struct List: Command {
    static let name = "list"

    var collection: String?
    var isJSON = false
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Lists the collections, or the components of one.",
      [
        .argument("collection", "The collection.", kind: .collection, times: .optional) { $0.collection = $1 },
        .flag("json", "Print a JSON array.") { $0.isJSON = true },
        .paging,
      ])

    func run() throws {
      let session = try Session(common)
      try session.requirePlaceForUserData()
      try session.show(try text(session), isPaged: !isJSON)
    }

    private func text(_ session: Session) throws -> String {
      guard let collection else { return try overview(session) }
      let members = try members(collection, session)
      return String(
        decoding: SearchPrinter(session: session).bytes(members, as: isJSON ? .json : .table), as: UTF8.self)
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
      return session.table(["name", "count"], counts.map { [$0.name, "\($0.count)"] })
    }
  }

  /// `aucat collection rename`
  struct Rename: Command {
    static let name = "rename"

    var old = ""
    var new = ""
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Renames a collection, or merges it into an existing one.",
      isChange: true,
      [
        .argument("old", "The collection.", kind: .collection) { $0.old = $1 },
        .argument("new", "Its new name.", kind: .collection) { $0.new = $1 },
      ])

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
  struct Delete: Command {
    static let name = "delete"

    var collection = ""
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Deletes a collection, but not its components.",
      isChange: true,
      [
        .argument("collection", "The collection.", kind: .collection) { $0.collection = $1 }
      ])

    func run() throws {
      let session = try Session(common)
      let label = try UserLabel(.collection, collection)
      try session.manager.apply([.delete(label)]).requireCollection(label)
      session.sayHowToUndo()
    }
  }
}

extension Session {
  /// Warns that a saved search of the same name hides a collection from predicates.
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
