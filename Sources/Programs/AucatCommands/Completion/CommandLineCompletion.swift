internal import AucatProgram
internal import AudioComponents

/// Completes the last word of a command line.
struct CommandLineCompletion {
  /// The words between the program's name and the one at the cursor.
  let words: [String]
  let current: String
  /// Whether the word at the cursor is in quotes, so that it may contain spaces.
  let isQuoted: Bool

  var completion: Completion {
    if words.first == "help" { return Completion(commands(below: Array(words.dropFirst()), topics: ["query"])) }
    let (command, path) = CommandNames.command(named: words)
    if command.command == nil {
      if words.count > path.count { return Completion() }
      return Completion(current.hasPrefix("-") ? options(of: command) : commands(below: words, topics: ["help"]))
    }
    let members = words.count == path.count && !current.hasPrefix("-") ? commands(below: words, topics: []) : []
    return members.isEmpty
      ? completion(CommandWords(words.dropFirst(path.count), of: command)) : Completion(members)
  }

  private func completion(_ reading: CommandWords) -> Completion {
    if let option = reading.optionBeforeCursor { return values(of: option, reading, after: "") }
    if current.hasPrefix("--"), !reading.isAfterDashes {
      guard let end = current.firstIndex(of: "=") else { return Completion(options(of: reading.declaration)) }
      guard let place = reading.declaration.place(of: String(current[..<end])) else { return Completion() }
      return values(of: reading.declaration.arguments[place], reading, after: String(current[...end]))
    }
    if current == "-", !reading.isAfterDashes { return Completion(options(of: reading.declaration)) }
    guard let argument = reading.argumentAtCursor else { return Completion() }
    return values(of: argument, reading, after: "")
  }

  /// - Parameter prefix: the text before the value in its word: `--format=`.
  private func values(
    of argument: CommandDeclaration.Argument, _ reading: CommandWords, after prefix: String
  ) -> Completion {
    let typed = String(current.dropFirst(prefix.count))
    let values = CompletionValues(typed: typed, isQuoted: isQuoted, reading: reading)
    var found = (try? values.completion(of: argument)) ?? Completion()
    for index in found.candidates.indices { found.candidates[index].text = prefix + found.candidates[index].text }
    return found
  }

  private func options(of command: CommandDeclaration) -> [Completion.Candidate] {
    let candidates = command.arguments.flatMap { argument in
      argument.names.filter { $0.hasPrefix("--") }.map { Completion.Candidate(text: $0, note: argument.help) }
    }
    return Completion.matching(current, candidates)
  }

  private func commands(below words: [String], topics: [String]) -> [Completion.Candidate] {
    let (command, path) = CommandNames.command(named: words)
    guard path.count == words.count else { return [] }
    let names = command.subcommands.map { Completion.Candidate(text: $0.name, note: $0.abstract) }
    return Completion.matching(current, names + (words.isEmpty ? topics.map { .init(text: $0) } : []))
  }
}

extension CommandWords {
  /// The option whose value is at the cursor.
  fileprivate var optionBeforeCursor: CommandDeclaration.Argument? { pending.map { declaration.arguments[$0] } }

  /// The argument at the cursor; the last one may be given several times.
  fileprivate var argumentAtCursor: CommandDeclaration.Argument? {
    if arguments.count < positional.count { return positional[arguments.count] }
    return positional.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  /// The words that belong to the argument at the cursor.
  var wordsOfArgumentAtCursor: [String] { Array(arguments.dropFirst(max(0, positional.count - 1))) }

  /// The last value of an option.
  func value(of option: String) -> String? {
    options.last { declaration.arguments[$0.place].names.contains(option) }?.value
  }

  private var positional: [CommandDeclaration.Argument] { declaration.arguments.filter { $0.kind == .positional } }
}
