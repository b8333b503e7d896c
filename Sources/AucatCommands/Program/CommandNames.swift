internal import ArgumentParser
internal import AudioComponents

/// The names of commands, and what people type for them.
enum CommandNames {
  /// Checks that words begin with the names of a command and of its subcommand.
  ///
  /// - Throws: `ValidationError` with the command that was probably meant.
  static func check(_ words: ArraySlice<String>) throws {
    var (words, command, path) = (words, Aucat.self as any ParsableCommand.Type, "")
    while let word = words.popFirst(), !word.hasPrefix("-"), word != "help" {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty else { return }
      if let next = subcommands.first(where: { $0.configuration.commandName == word }) {
        (command, path) = (next, "\(path)\(word) ")
      } else if command.configuration.defaultSubcommand == nil {
        throw ValidationError(message(of: word, path, subcommands.compactMap { $0.configuration.commandName }))
      } else {
        return
      }
    }
  }

  private static func message(of word: String, _ path: String, _ known: [String]) -> String {
    let meant = (path.isEmpty ? synonyms[word] : synonymsOfSubcommands[word].flatMap { known.contains($0) ? $0 : nil })
    let near = (meant ?? nearest(to: word, in: known)).map { "; did you mean `\(path)\($0)`?" } ?? ""
    return "there is no command `\(path)\(word)`\(near)"
  }

  /// What other programs call the commands.
  private static let synonyms = [
    "browse": "search", "find": "search", "grep": "search", "list": "search", "ls": "search", "query": "search",
    "about": "info", "describe": "info", "details": "info", "show": "info",
    "explain": "why", "alternatives": "similar", "like": "similar", "bookmark": "favorite", "fav": "favorite",
    "star": "favorite", "ignore": "hide", "unhide": "hide", "check": "doctor", "diagnose": "doctor", "validate": "lint",
    "process": "render", "rescan": "scan", "update": "scan", "index": "scan", "revert": "undo", "categories": "tags",
    "label": "tag", "playlist": "collection", "backup": "export", "restore": "import", "monitor": "watch",
    "fields": "keys",
  ]

  private static let synonymsOfSubcommands = [
    "create": "add", "new": "add", "put": "add", "rm": "remove", "del": "remove", "delete": "remove", "unset": "remove",
    "ls": "list", "show": "list", "all": "list", "mv": "rename", "move": "rename", "replace": "set", "drop": "delete",
  ]
}
