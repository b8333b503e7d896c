internal import AucatProgram
internal import AudioComponents

/// The names of commands, and what people type for them.
enum CommandNames {
  /// As ``command(named:)``, except that the words must name a command.
  ///
  /// - Parameter topics: words that may stand in place of a command, and are checked elsewhere.
  /// - Throws: a ``CommandFailure`` with what was probably meant.
  static func command(
    namedBy words: ArraySlice<String>, or topics: [String] = []
  ) throws -> (command: CommandDeclaration, path: [String]) {
    let (command, path) = command(named: words)
    let rest = words.dropFirst(path.count)
    guard !command.members.isEmpty, let word = rest.first, !word.hasPrefix("-"), word != "help" else {
      return (command, path)
    }
    throw failure(
      of: word, before: rest.dropFirst(), after: path.map { $0 + " " }.joined(),
      known: (path.isEmpty ? topics : []) + command.members.map { $0.name })
  }

  /// The command that words begin with, and those of the words that name it, spelt as in the help.
  static func command(named words: some Sequence<String>) -> (command: CommandDeclaration, path: [String]) {
    var (command, path) = (Aucat.declaration, [String]())
    for word in words {
      let name = spellings[word] ?? word
      guard let next = command.members.first(where: { $0.name == name }) else { break }
      command = next.declaration
      path.append(name)
    }
    return (command, path)
  }

  private static func failure(
    of word: String, before arguments: ArraySlice<String>, after path: String, known: [String]
  ) -> CommandFailure {
    let line = word.prefix { !$0.isNewline }
    let reason = "there is no command `\(path)\(line)\(line == word ? "" : "…")`"
    let unknown = UnknownCommand(word: word, arguments: Array(arguments))
    if !path.isEmpty {
      let meant = subcommand(meantBy: word, in: known).map { path + $0 }
      let command = UnknownCommand(word: String(path.dropLast()), arguments: [word] + arguments)
      return CommandFailure(
        usage: reason, meant: meant.map { [$0] } ?? [],
        remedy: meant == nil ? command.keyRemedy(naming: true) ?? UnknownCommand.help : UnknownCommand.help)
    }
    let meant = meant(by: unknown, known)
    let help = unknown.listRemedy(ifMeant: meant) ?? UnknownCommand.help
    return CommandFailure(usage: reason, meant: meant, remedy: meant.isEmpty ? unknown.remedy : help)
  }

  /// The commands that a word may stand for: one by another name or misspelt, or those that have such a subcommand. A
  /// similar word is corrected unless it means something else: `reverb` is not a misspelt `revert`.
  private static func meant(by unknown: UnknownCommand, _ known: [String]) -> [String] {
    let word = unknown.word
    if let command = synonyms[word] { return [command] }
    if word == "version" && unknown.arguments.isEmpty { return ["--version"] }
    if let command = known.first(where: { Stem.isShared($0, word) }) { return [command] }
    let exactly = commands { $0.contains(word) || synonymsOfSubcommands[word].map($0.contains) == true ? word : nil }
    if !exactly.isEmpty { return exactly }
    if let near = known.first(where: { isNear(word, $0) }) { return [near] }
    if unknown.isSearchWord { return [] }
    if let near = nearest(to: word, in: known.filter { $0.first == word.first }) { return [near] }
    if let synonym = synonyms.keys.sorted().first(where: { isNear(word, $0) }) {
      return synonyms[synonym].map { [$0] } ?? []
    }
    return commands { $0.first { isNear(word, $0) } }
  }

  /// Whether at most one letter is wrong.
  private static func isNear(_ word: String, _ name: String) -> Bool {
    word.count > 2 && editDistance(word, name, atMost: 1) != nil
  }

  /// The commands with a subcommand that a word stands for, each followed by that subcommand.
  ///
  /// - Parameter meant: returns the word, corrected if necessary, if some of these names are meant.
  private static func commands(_ meant: ([String]) -> String?) -> [String] {
    Aucat.declaration.subcommands.compactMap { command in
      let known = command.members.map { $0.name }
      guard let word = meant(known) else { return nil }
      return subcommand(meantBy: word, in: known).map { "\(command.name) \($0)" }
    }
  }

  private static func subcommand(meantBy word: String, in known: [String]) -> String? {
    if known.contains(word) { return word }
    return synonymsOfSubcommands[word].flatMap { known.contains($0) ? $0 : nil } ?? nearest(to: word, in: known)
  }

  /// Names of commands as they are spelt elsewhere.
  private static let spellings = ["favourite": FavoriteCommand.name]

  /// The commands' names in other programs.
  private static let synonyms = [
    "find": "search", "grep": "search", "list": "search", "ls": "search", "query": "search",
    "about": "info", "describe": "info", "details": "info", "show": "info", "view": "info",
    "explain": "why", "alternatives": "similar", "like": "similar", "bookmark": "favorite", "fav": "favorite",
    "star": "favorite", "ignore": "hide", "unhide": "hide --undo", "check": "doctor", "diagnose": "doctor",
    "auval": "validate",
    "process": "render", "rescan": "scan", "update": "scan", "index": "scan", "revert": "undo", "categories": "tags",
    "label": "tag", "playlist": "collection", "backup": "export", "restore": "import", "monitor": "watch",
    "fields": "keys",
  ]

  private static let synonymsOfSubcommands = [
    "create": "add", "new": "add", "put": "add", "rm": "remove", "del": "remove", "delete": "remove", "unset": "remove",
    "ls": "list", "show": "list", "all": "list", "mv": "rename", "move": "rename", "replace": "set", "drop": "delete",
  ]
}
