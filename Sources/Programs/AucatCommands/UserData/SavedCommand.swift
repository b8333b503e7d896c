internal import AucatProgram
internal import AudioComponents

/// `aucat saved`
enum SavedCommand: DeclaredCommand {
  static let name = "saved"

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Saves searches under names that other predicates can use.",
    discussion: """
      In a predicate, `in "name"` stands for the saved search of that name, or else for the members of the collection of \
      that name. Case is ignored.

      EXAMPLES:
        aucat saved add drums "tag contains drum"
        aucat search 'in drums and presets > 10'
        aucat saved list
      """,
    [Add.self, List.self, Remove.self])

  /// `aucat saved add`
  struct Add: Command {
    static let name = "add"

    var name = ""
    var predicate: [String] = []
    var replacesSearch = false
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Saves a search.",
      discussion: """
        -WORD excludes a word, as in a search.

        EXAMPLES:
          aucat saved add drums "tag contains drum"
          aucat saved add "big drums" 'in drums and presets > 10'
          echo 'tag contains drum' | aucat saved add --replace drums -
        """,
      exclusions: .search, isChange: true,
      [
        .argument("name", "The search's name.", kind: .savedSearch) { $0.name = $1 },
        .argument(
          "predicate", "A predicate or plain words; - reads it from standard input.", kind: .predicate,
          times: .onceOrMore
        ) {
          $0.predicate.append($1)
        },
        .flag("replace", "Replace a saved search of the same name.") { $0.replacesSearch = true },
      ])

    func run() throws {
      let session = try Session(common)
      let text = try PredicateText(predicate)
      let meant = try interpretation(of: text, session)
      let search = try SavedSearch(name, predicate: meant ?? text.text)
      let replaced = replacesSearch ? try session.manager.savedSearch(named: search.name) : nil
      guard try session.manager.save(search, replacing: replacesSearch) else {
        throw CommandFailure(.usage, "there is a saved search `\(search.name)` already; --replace replaces it")
      }
      if let meant {
        warn("`\(search.name)` is saved as `\(meant)`, the current meaning of these words")
      } else if let meant = ComponentPredicate.nearestPredicate(to: text.text) {
        warn("`\(search.name)` searches for these words; as a predicate: `\(meant)`")
      }
      if try session.manager.uris(inCollectionNamed: search.name) != nil {
        warn(
          "in searches, `in \(ShellWord.quoted(search.name))` is now this saved search, and not the collection "
            + "`\(search.name)`; `aucat collection rename` gives that another name")
      }
      if replaced != nil { session.sayHowToUndo() }
    }

    /// The interpretation of plain words, so that the search stays the same when the catalog changes; nil if they are
    /// taken as typed.
    private func interpretation(of text: PredicateText, _ session: Session) throws -> String? {
      let predicate = try text.parsed(session)
      guard TextReading(of: text.text) == .words else { return nil }
      let (meant, notes) = try session.manager.interpreted(predicate)
      return notes.isEmpty ? nil : meant.description
    }
  }

  /// `aucat saved list`
  struct List: Command {
    static let name = "list"

    var isJSON = false
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Lists the saved searches with their predicates.",
      discussion: """
        EXAMPLES:
          aucat saved list --json
        """,
      [
        .flag("json", "Print a JSON array.") { $0.isJSON = true },
        .paging,
      ])

    func run() throws {
      let session = try Session(common)
      try session.requirePlaceForUserData()
      let searches = try session.manager.savedSearches()
      try session.show(isJSON ? Self.jsonText(searches) : Self.text(searches, session), isPaged: !isJSON)
      guard searches.isEmpty else { return }
      throw CommandFailure(
        .nothing, isJSON ? "" : "there is no saved search; `aucat saved add NAME PREDICATE` saves one")
    }

    private static func jsonText(_ searches: [SavedSearch]) -> String {
      JSON.lines(searches.map { .object([("name", .string($0.name)), ("predicate", .string($0.predicate))]) })
    }

    private static func text(_ searches: [SavedSearch], _ session: Session) -> String {
      searches.isEmpty ? "" : session.table(["name", "predicate"], searches.map { [$0.name, $0.predicate] })
    }
  }

  /// `aucat saved remove`
  struct Remove: Command {
    static let name = "remove"

    var names: [String] = []
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Removes saved searches that no other saved search uses.",
      discussion: """
        EXAMPLES:
          aucat saved remove drums "big drums"
        """,
      isChange: true,
      [
        .argument("names", "The names of the searches.", kind: .savedSearch, times: .onceOrMore) { $0.names.append($1) }
      ])

    func run() throws {
      let session = try Session(common)
      let names = session.manager.distinct(names)
      try session.remove(names, by: names.map { .deleteSearch($0) }) { absent in
        let near = try nearest(to: names[0], in: session.manager.savedSearches().map(\.name))
        let hint = names.count == 1 ? near.map { "; did you mean `\($0)`?" } : nil
        return "there is no saved search \(absent)\(hint ?? "; `aucat saved list` lists them")"
      }
    }
  }
}
