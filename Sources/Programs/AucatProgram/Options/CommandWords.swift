internal import AudioComponents
internal import Linux

/// The words of a command line after the command's name, read as the command declares.
package struct CommandWords {
  /// A request other than running the command.
  package enum Request {
    case help, version
  }

  package let declaration: CommandDeclaration
  /// The words that are neither options nor values of options.
  package private(set) var arguments: [String] = []
  /// The given options in order, by their places in the declaration; the values of flags are empty.
  package private(set) var options: [(place: Int, value: String)] = []
  /// The option whose value comes next.
  package private(set) var pending: Int?
  /// The first word of its value, if that has two.
  private var firstWord: String?
  /// Whether only arguments follow.
  package private(set) var isAfterDashes = false
  package private(set) var request: Request?
  /// Which of the arguments are words with one dash.
  private var exclusions: Set<Int> = []
  private var mistake: UsageError?

  package init(_ words: ArraySlice<String>, of declaration: CommandDeclaration) {
    self.declaration = declaration
    for word in words { add(word) }
  }

  /// The values of options in order, then those of the arguments.
  ///
  /// - Throws: a ``UsageError`` for the first mistake.
  package func values() throws -> [(place: Int, value: String)] {
    if let mistake = mistake ?? pending.map(missingValue) { throw mistake }
    return try options + placed(joined())
  }

  private mutating func add(_ word: String) {
    if let place = pending {
      if declaration.arguments[place].takesTwoWords, firstWord == nil, isValue(word, of: place) {
        firstWord = word
        return
      }
      pending = nil
      defer { firstWord = nil }
      if isValue(word, of: place) { return options.append((place, (firstWord.map { $0 + "\n" } ?? "") + word)) }
      mistake = mistake ?? missingValue(place)
    }
    if isAfterDashes || !Self.isDashed(word) || isLaterValue(word) {
      arguments.append(word)
      isAfterDashes = isAfterDashes || declaration.isPassedOn && !declaration.takesLaterOptions
    } else if word == "--" {
      isAfterDashes = true
    } else if word == "-h" || word == "--help" {
      request = request ?? .help
    } else if word == "--version" {
      request = request ?? .version
    } else if declaration.exclusions != nil, !word.utf8.starts(with: "--".utf8) {
      exclusions.insert(arguments.count)
      arguments.append(word)
    } else {
      addOption(word)
    }
  }

  /// Whether a word with dashes follows the first argument and is none of the options that may, such as -6.
  private func isLaterValue(_ word: String) -> Bool {
    declaration.takesLaterOptions && !arguments.isEmpty && word != "--"
      && declaration.place(of: String(word.prefix { $0 != "=" })) == nil
  }

  private mutating func addOption(_ word: String) {
    let parts = word.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(Substring(parts[0]))
    let attached = parts.count > 1 ? String(Substring(parts[1])) : nil
    guard let place = declaration.place(of: name) else {
      mistake = mistake ?? unknownOption(name)
      return
    }
    if declaration.arguments[place].kind == .flag {
      if attached != nil { mistake = mistake ?? UsageError("\(name) takes no value") }
      options.append((place, ""))
    } else if let attached, declaration.arguments[place].takesTwoWords {
      (pending, firstWord) = (place, attached)
    } else if let attached {
      options.append((place, attached))
    } else {
      pending = place
    }
  }

  private static func isDashed(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "-") && word != "-" }

  private func isValue(_ word: String, of place: Int) -> Bool {
    let argument = declaration.arguments[place]
    if argument.takesDashes || !Self.isDashed(word) { return true }
    guard case .number = argument.value, let second = word.utf8.dropFirst().first else { return false }
    return UInt8(ascii: "0")...UInt8(ascii: "9") ~= second || second == UInt8(ascii: ".")
  }

  private func missingValue(_ place: Int) -> UsageError {
    let argument = declaration.arguments[place]
    return UsageError("missing value for '\(argument.names.last ?? "") <\(argument.valueName)>'")
  }

  private func unknownOption(_ name: String) -> UsageError {
    let reason = "unknown option '\(name)'"
    guard name.utf8.starts(with: "--".utf8) else { return .dashed(reason, name) }
    let word = String(name.dropFirst(2))
    let known = declaration.arguments.compactMap { $0.names.last?.dropFirst(2) }.map(String.init)
    if let near = nearest(to: word, in: known) { return UsageError(reason, meant: "--" + near) }
    guard case .search? = declaration.exclusions, !known.contains(where: { $0.hasPrefix(word) }) else {
      return UsageError(reason)
    }
    return UsageError("\(reason); to exclude a word, write -\(word)")
  }

  /// The arguments with each exclusion where it belongs.
  private func joined() throws -> [String] {
    guard case .choices(let choices, let fewest)? = declaration.exclusions, let first = exclusions.min() else {
      return arguments
    }
    var joined: [String] = []
    for (index, argument) in arguments.enumerated() {
      if !exclusions.contains(index) {
        joined.append(argument)
      } else if !joined.isEmpty, choices.contains(joined.count - 1) {
        joined[joined.count - 1] += " " + PredicateText.joined([argument])
      } else {
        throw UsageError.dashed("unknown option '\(argument)'", argument)
      }
    }
    guard joined.count >= fewest else {
      throw UsageError.dashed("unknown option '\(arguments[first])'", arguments[first])
    }
    return joined
  }

  /// Each argument with its place in the declaration.
  private func placed(_ arguments: [String]) throws -> [(place: Int, value: String)] {
    var rest = arguments[...]
    var placed: [(place: Int, value: String)] = []
    for (place, argument) in declaration.arguments.enumerated() where argument.kind == .positional {
      // A repeated argument leaves enough words for the arguments after it.
      let needed = declaration.arguments[(place + 1)...].count { $0.kind == .positional && !$0.isOptional }
      let values = rest.prefix(argument.isRepeating ? max(argument.isOptional ? 0 : 1, rest.count - needed) : 1)
      if values.isEmpty && !argument.isOptional {
        throw UsageError("missing expected argument '\(argument.spelling)'")
      }
      placed += values.map { (place, $0) }
      rest = rest.dropFirst(values.count)
    }
    if let extra = rest.first { throw UsageError("unexpected argument '\(extra)'") }
    return placed
  }
}

extension UsageError {
  /// A word that begins with a dash.
  fileprivate static func dashed(_ reason: String, _ word: String) -> UsageError {
    UsageError(reason, remedy: "put `--` before words that begin with a dash, such as `\(word)`")
  }
}

/// A command line that the command does not accept.
package struct UsageError: Error {
  package var reason: String
  /// What was probably meant.
  package var meant: String?
  /// The remedy; nil for the command's help.
  package var remedy: String?

  package init(_ reason: String, meant: String? = nil, remedy: String? = nil) {
    self.reason = reason
    self.meant = meant
    self.remedy = remedy
  }

  /// A value that an option does not take.
  package init(unknown value: String, of option: String, _ known: [String]) {
    let near = nearest(to: value, in: known).map { "; did you mean `\($0)`?" }
    self.init("\(option) does not take `\(value)`\(near ?? "; use one of \(known.joined(separator: ", "))")")
  }
}

/// The words of a command line, without the program's name.
package enum CommandLineWords {
  // SAFETY: The program has one thread until both are set.

  /// The words of the command line that is being run. Set once, before any command runs.
  package nonisolated(unsafe) static var current: [String] = []
  /// Whether the words after the first belong to another program. Set with the words.
  package nonisolated(unsafe) static var arePassedOn = false

  /// Whether they ask for JSON, so that messages are JSON too.
  ///
  /// Known before the options are parsed, because the options may be what is wrong.
  static var asksForJSON: Bool {
    if arePassedOn { return false }
    let words = current.prefix { $0 != "--" }
    return words.contains { $0 == "--json" || $0 == "--format=json" || $0 == "--format=jsonl" }
      || zip(words, words.dropFirst()).contains { $0 == "--format" && ($1 == "json" || $1 == "jsonl") }
  }

  /// The words that this process was started with; nil if one is not UTF-8.
  package static var ofProcess: [String]? {
    let words = CurrentProcess.arguments.dropFirst()
    let texts = words.compactMap(\.self)
    return texts.count == words.count ? texts : nil
  }
}
