internal import AucatProgram
internal import AudioComponents

/// `aucat tag`
enum TagCommand: DeclaredCommand {
  static let name = "tag"

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Adds and removes your own tags.",
    discussion: """
      A tag is any text in any language, kept as typed and compared without case. Tags belong to a component's URI: they \
      survive updates, moves and uninstalls.

      EXAMPLES:
        aucat tag add "Calf Reverb" "My Favorite Tag" Konzertsaal
        aucat tag add "Calf Reverb" "Calf Compressor" --tag Konzertsaal
        aucat tag list "Calf Reverb"
      """,
    [Add.self, Remove.self, Set.self, List.self, Rename.self])

  /// `aucat tag add`
  struct Add: Command {
    static let name = "add"

    var given = TagArguments()
    var readsStandardInput = false
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Adds tags to a component, or to several.",
      discussion: """
        With --tag, all arguments are components. Without it, the first is the component, and a tag that is the name of \
        another one is refused, unless it is a standard tag.

        With --stdin, each line of standard input is the URI or name of a component, a TAB and a tag. Prints "ok" for each \
        line once it is on disk, and reports failed lines on standard error; the status is then 4.

        EXAMPLES:
          aucat tag add "Calf Reverb" Konzertsaal
          aucat tag add "Calf Reverb" "Calf Compressor" --tag Konzertsaal
          printf 'Calf Reverb\\tKonzertsaal\\n' | aucat tag add --stdin
        """,
      exclusions: .choices(0...0, fewest: 2), isChange: true,
      [
        .component(times: .optional) { $0.given.words.append($1) },
        .argument("tags", "Tags; with --tag, more components.", kind: .tag, times: .repeated) {
          $0.given.words.append($1)
        },
        .option("tag", value: "tag", "A tag to add; may be repeated.", kind: .tag) { $0.given.options.append($1) },
        .flag("stdin", "Read lines of component, TAB, tag from standard input.") { $0.readsStandardInput = true },
      ])

    func validate() throws {
      guard readsStandardInput else { return try given.validate() }
      guard given.words.isEmpty, given.options.isEmpty else {
        throw UsageError("--stdin takes components and tags from standard input only")
      }
    }

    func run() throws {
      let session = try Session(common)
      guard !readsStandardInput else { return try TagLines(session).run() }
      let labels = try given.labels()
      try given.requireNoComponent(for: "add", session)
      let uris = try session.urisSaid(chosenBy: given)
      try session.manager.apply(uris.flatMap { uri in labels.map { .add($0, to: uri) } })
    }
  }

  /// `aucat tag remove`
  struct Remove: Command {
    static let name = "remove"

    var given = TagArguments()
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Removes your own tags from a component, or from several.",
      discussion: """
        With --tag, all arguments are components.

        EXAMPLES:
          aucat tag remove "Calf Reverb" Konzertsaal
          aucat tag remove "Calf Reverb" "Calf Compressor" --tag Konzertsaal
        """,
      exclusions: .choices(0...0, fewest: 2), isChange: true,
      [
        .component { $0.given.words.append($1) },
        .argument("tags", "Tags; with --tag, more components.", kind: .tagOfComponent, times: .repeated) {
          $0.given.words.append($1)
        },
        .option("tag", value: "tag", "A tag to remove; may be repeated.", kind: .userTag) {
          $0.given.options.append($1)
        },
      ])

    func validate() throws { try given.validate() }

    func run() throws {
      let session = try Session(common)
      let labels = session.manager.distinct(try given.labels())
      let uris = try session.urisSaid(chosenBy: given)
      guard uris.count == 1 else { return try remove(labels, from: uris, session) }
      try session.remove(labels.map(\.name), by: labels.map { .remove($0, from: uris[0]) }) { absent in
        let present = try session.manager.userTagNames(of: uris[0])
        let known = present.isEmpty ? "it has none of your tags" : "its tags are \(present.joined(separator: ", "))"
        return "\(given.components[0]) does not have \(absent); \(known)"
      }
    }

    private func remove(_ labels: [UserLabel], from uris: [String], _ session: Session) throws {
      let pairs = uris.flatMap { uri in labels.map { (uri: uri, label: $0) } }
      try session.remove(
        pairs.map { "\($0.label.name)` of `\($0.uri)" }, by: pairs.map { .remove($0.label, from: $0.uri) }
      ) {
        "not among your tags: \($0); `aucat tag list` lists those of a component"
      }
    }
  }

  /// `aucat tag set`
  struct Set: Command {
    static let name = "set"

    var given = TagArguments()
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Replaces your own tags of a component, or of several; without tags, removes them.",
      discussion: """
        With --tag, all arguments are components. Without it, the first is the component, and a tag that is the name of \
        another one is refused, unless it is a standard tag.

        EXAMPLES:
          aucat tag set "Calf Reverb" Konzertsaal Plate
          aucat tag set "Calf Reverb" "Calf Compressor" --tag Konzertsaal
        """,
      exclusions: .choices(0...0, fewest: 2), isChange: true,
      [
        .component { $0.given.words.append($1) },
        .argument("tags", "Tags; with --tag, more components.", kind: .tag, times: .repeated) {
          $0.given.words.append($1)
        },
        .option("tag", value: "tag", "A tag to have; may be repeated.", kind: .tag) { $0.given.options.append($1) },
      ])

    func validate() throws { try given.validate(needsTags: false) }

    func run() throws {
      let session = try Session(common)
      let labels = try given.labels()
      try given.requireNoComponent(for: "set", session)
      try session.manager.apply(try session.urisSaid(chosenBy: given).map { .setTags(labels, of: $0) })
      session.sayHowToUndo()
    }
  }

  /// `aucat tag list`
  struct List: Command {
    static let name = "list"

    var component = ""
    var isJSON = false
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Lists your own tags of a component, one per line.",
      discussion: """
        EXAMPLES:
          aucat tag list "Calf Reverb"
        """,
      exclusions: .choices(0...0),
      [
        .component { $0.component = $1 },
        .flag("json", "Print a JSON array.") { $0.isJSON = true },
      ])

    func run() throws {
      let session = try Session(common)
      try session.requirePlaceForUserData()
      let names = try session.manager.userTagNames(of: try session.uriSaid(chosenBy: component))
      try Output.print(isJSON ? JSON.strings(names).encoded + "\n" : names.map { Escaping.escaped($0) + "\n" }.joined())
      if names.isEmpty { throw CommandFailure(.nothing) }
    }
  }

  /// `aucat tag rename`
  struct Rename: Command {
    static let name = "rename"

    var old = ""
    var new = ""
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Renames one of your tags everywhere, or merges it into an existing one.",
      discussion: """
        EXAMPLES:
          aucat tag rename Konzertsaal "Concert Hall"
        """,
      isChange: true,
      [
        .argument("old", "The tag.", kind: .userTag) { $0.old = $1 },
        .argument("new", "Its new name.", kind: .userTag) { $0.new = $1 },
      ])

    func run() throws {
      let session = try Session(common)
      let (old, new) = (try UserLabel(.tag, old), try UserLabel(.tag, new))
      let counts = try session.manager.apply([.rename(old, to: new)])
      guard counts == [0] else { return session.sayHowToUndo() }
      let names = try session.manager.userFacts().filter { $0.label.kind == .tag }.map(\.label.name)
      throw CommandFailure(
        .nothing, "you have no tag `\(old.name)`", suggestion: nearest(to: old.name, in: names),
        remedy: "`aucat tags --user` lists them")
    }
  }
}
