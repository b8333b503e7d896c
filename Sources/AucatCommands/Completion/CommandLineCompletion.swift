internal import ArgumentParser
internal import AudioComponents

/// Completes the last word of a command line.
struct CommandLineCompletion {
  private let words: [String]
  private let current: String
  /// Whether the word at the cursor is in quotes, so that it may have spaces.
  private let isQuoted: Bool

  /// - Parameter words: the words between the program's name and the one at the cursor.
  init(words: [String], current: String, isQuoted: Bool) {
    self.words = words
    self.current = current
    self.isQuoted = isQuoted
  }

  var completion: Completion {
    if words.first == "help" { return Completion(commands(below: Array(words.dropFirst()), topics: ["query"])) }
    let (type, count) = CommandNames.command(named: words)
    guard type.configuration.subcommands.isEmpty else {
      if words.count > count { return Completion() }
      return Completion(
        current.hasPrefix("-") ? options(of: CommandDeclaration(type)) : commands(below: words, topics: ["help"]))
    }
    let reading = ReadCommandLine(words.dropFirst(count), of: CommandDeclaration(type), type)
    return completion(reading, path: Array(words.prefix(count)))
  }

  private func completion(_ reading: ReadCommandLine, path: [String]) -> Completion {
    if let option = reading.optionBeforeCursor { return values(of: option, reading, path, after: "") }
    if current.hasPrefix("--"), !reading.isAfterDashes {
      guard let end = current.firstIndex(of: "=") else { return Completion(options(of: reading.command)) }
      guard let option = reading.command.option(String(current[..<end])) else { return Completion() }
      return values(of: option, reading, path, after: String(current[...end]))
    }
    if current == "-", !reading.isAfterDashes { return Completion(options(of: reading.command)) }
    guard let argument = reading.argumentAtCursor else { return Completion() }
    return values(of: argument, reading, path, after: "")
  }

  /// - Parameter prefix: what stands before the value in its word: `--format=`.
  private func values(
    of argument: CommandDeclaration.Argument, _ reading: ReadCommandLine, _ path: [String], after prefix: String
  ) -> Completion {
    guard let source = CompletionSource(argument, of: path) else { return Completion() }
    let typed = String(current.dropFirst(prefix.count))
    let values = CompletionValues(typed: typed, isQuoted: isQuoted, reading: reading, path: path)
    var found = (try? values.completion(source, of: argument)) ?? Completion()
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
    let (type, count) = CommandNames.command(named: words)
    guard count == words.count else { return [] }
    let names = type.configuration.subcommands.map {
      Completion.Candidate(text: $0.configuration.commandName ?? "", note: $0.configuration.abstract)
    }
    return Completion.matching(current, names + (words.isEmpty ? topics.map { .init(text: $0) } : []))
  }
}

/// A command's words before the cursor, by what they are.
struct ReadCommandLine {
  let command: CommandDeclaration
  private(set) var arguments: [String] = []
  /// The given options in order, by their names with dashes.
  private(set) var options: [(name: String, value: String)] = []
  /// The option whose value is at the cursor.
  private(set) var optionBeforeCursor: CommandDeclaration.Argument?
  private(set) var isAfterDashes = false

  init(_ words: ArraySlice<String>, of command: CommandDeclaration, _ type: any ParsableCommand.Type) {
    self.command = command
    for word in words { add(word, takesExclusions: type is any WordsCommand.Type) }
  }

  private mutating func add(_ word: String, takesExclusions: Bool) {
    if let option = optionBeforeCursor {
      options.append((option.names.first ?? "", word))
      optionBeforeCursor = nil
    } else if isAfterDashes || !word.hasPrefix("-") || word == "-" || takesExclusions && !word.hasPrefix("--") {
      arguments.append(word)
    } else if word == "--" {
      isAfterDashes = true
    } else if let option = command.option(String(word.prefix { $0 != "=" })), option.kind == .option {
      if let equals = word.firstIndex(of: "=") {
        options.append((option.names.first ?? "", String(word[equals...].dropFirst())))
      } else {
        optionBeforeCursor = option
      }
    }
  }

  /// The argument at the cursor; the last one may be given several times.
  var argumentAtCursor: CommandDeclaration.Argument? {
    let declared = command.arguments.filter { $0.kind == .positional }
    if arguments.count < declared.count { return declared[arguments.count] }
    return declared.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  /// The words that belong to the argument at the cursor.
  var wordsOfArgumentAtCursor: [String] {
    let declared = command.arguments.count { $0.kind == .positional }
    return Array(arguments.dropFirst(max(0, declared - 1)))
  }
}

extension CommandDeclaration {
  /// The option or the flag with a name.
  fileprivate func option(_ name: String) -> Argument? { arguments.first { $0.names.contains(name) } }
}
