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
        aucat tag list "Calf Reverb"
      """,
    [Add.self, Remove.self, Set.self, List.self, Rename.self])

  /// `aucat tag add`
  struct Add: Command {
    static let name = "add"

    var component: String?
    var tags: [String] = []
    var readsStandardInput = false
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Adds tags to a component.",
      discussion: """
        With --stdin, each line of standard input is the URI or name of a component, a TAB and a tag. Prints "ok" for each \
        line once it is on disk, and reports failed lines on standard error; the status is then 4.

        EXAMPLES:
          aucat tag add "Calf Reverb" Konzertsaal
          printf 'Calf Reverb\\tKonzertsaal\\n' | aucat tag add --stdin
        """,
      exclusions: .choices(0...0, fewest: 2), isChange: true,
      [
        .component(times: .optional) { $0.component = $1 },
        .argument("tags", "Tags.", kind: .tag, times: .repeated) { $0.tags.append($1) },
        .flag("stdin", "Read lines of component, TAB, tag from standard input.") { $0.readsStandardInput = true },
      ])

    func validate() throws {
      if readsStandardInput {
        guard component == nil else {
          throw UsageError("--stdin takes components and tags from standard input only")
        }
      } else if component == nil || tags.isEmpty {
        throw UsageError(
          component == nil ? "a component and at least one tag are missing" : "at least one tag is missing")
      }
    }

    func run() throws {
      let session = try Session(common)
      guard !readsStandardInput else { return try TagLines(session).run() }
      let labels = try tags.map { try UserLabel(.tag, $0) }
      let uri = try session.uriSaid(chosenBy: component ?? "")
      try session.manager.apply(labels.map { .add($0, to: uri) })
    }
  }

  /// `aucat tag remove`
  struct Remove: Command {
    static let name = "remove"

    var component = ""
    var tags: [String] = []
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Removes your own tags from a component.",
      discussion: """
        EXAMPLES:
          aucat tag remove "Calf Reverb" Konzertsaal
        """,
      exclusions: .choices(0...0, fewest: 2), isChange: true,
      [
        .component { $0.component = $1 },
        .argument("tags", "Tags.", kind: .tagOfComponent, times: .onceOrMore) { $0.tags.append($1) },
      ])

    func run() throws {
      let session = try Session(common)
      let labels = session.manager.distinct(try tags.map { try UserLabel(.tag, $0) })
      let uri = try session.uriSaid(chosenBy: component)
      try session.remove(labels.map(\.name), by: labels.map { .remove($0, from: uri) }) { absent in
        let present = try session.manager.userTagNames(of: uri)
        let known = present.isEmpty ? "it has none of your tags" : "its tags are \(present.joined(separator: ", "))"
        return "\(component) does not have \(absent); \(known)"
      }
    }
  }

  /// `aucat tag set`
  struct Set: Command {
    static let name = "set"

    var component = ""
    var tags: [String] = []
    var common = CommonOptions()

    static let declaration = CommandDeclaration(
      Self.self,
      abstract: "Replaces your own tags of a component; without tags, removes them.",
      discussion: """
        EXAMPLES:
          aucat tag set "Calf Reverb" Konzertsaal Plate
        """,
      exclusions: .choices(0...0, fewest: 2), isChange: true,
      [
        .component { $0.component = $1 },
        .argument("tags", "Tags.", kind: .tag, times: .repeated) { $0.tags.append($1) },
      ])

    func run() throws {
      let session = try Session(common)
      let labels = try tags.map { try UserLabel(.tag, $0) }
      try session.manager.apply([.setTags(labels, of: try session.uriSaid(chosenBy: component))])
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
