internal import AudioComponents

/// A command, or a group of commands.
package protocol DeclaredCommand: SendableMetatype {
  /// The word that names it.
  static var name: String { get }
  static var declaration: CommandDeclaration { get }
}

/// A command with the options and arguments that it was given.
package protocol Command: DeclaredCommand {
  var common: CommonOptions { get set }

  /// Creates the command with all defaults.
  init()

  /// - Throws: a ``UsageError`` for options that can't be combined.
  func validate() throws

  func run() throws
}

extension Command {
  package func validate() throws {}
}

/// A command's options and arguments, declared once: for parsing, help, manual and completion.
package struct CommandDeclaration: Sendable {
  /// An option, a flag or an argument.
  package struct Argument: Sendable {
    package enum Kind: Sendable { case positional, option, flag }

    package let kind: Kind
    /// The spellings, with their dashes; empty for an argument.
    package let names: [String]
    /// The name of the value in the help.
    package let valueName: String
    package let help: String
    package let value: ValueKind
    /// Whether the value may begin with a dash.
    package var takesDashes = false
    /// Whether the value is two words, which are joined by a line break.
    package var takesTwoWords = false
    package var isOptional = true
    package var isRepeating = false

    /// The help, with the values of an enumeration that it does not name.
    package var explanation: String {
      guard case .words(let words) = value, !words.allSatisfy({ help.contains(run: $0) }) else { return help }
      return help + " One of \(words.map { "`\($0)`" }.joined(separator: ", "))."
    }
  }

  /// The text from which a word with one dash, such as `-lsp`, excludes a word.
  package enum Exclusions: Sendable {
    /// The search that the arguments form.
    case search
    /// The argument before it, which chooses a component. Only these arguments do that, and all of them are needed.
    case choices(ClosedRange<Int>, fewest: Int = 1)
  }

  package let name: String
  package let abstract: String
  package let discussion: String
  /// The text after the name in the help; nil for options and arguments.
  package let usage: String?
  /// The arguments, in the order of the help.
  package let arguments: [Argument]
  /// The text from which words with one dash exclude a word; nil if such words are options.
  package let exclusions: Exclusions?
  /// Whether everything after the first argument is an argument.
  package let isPassedOn: Bool
  /// Whether the command's own options may also follow the first argument, when everything is passed on.
  package let takesLaterOptions: Bool
  /// Whether it only changes what a user has entered, and so gives no answer that could be incomplete.
  package let isChange: Bool
  /// The commands of a group, or those that belong to a command.
  package let members: [any DeclaredCommand.Type]
  /// Makes the command from the values of arguments, by their places; nil for a group.
  package let command: (@Sendable ([(place: Int, value: String)]) throws -> any Command)?

  package var subcommands: [CommandDeclaration] { members.map { $0.declaration } }

  /// Declares a command that runs.
  package init<C: Command>(
    _ type: C.Type, abstract: String, discussion: String = "", usage: String? = nil, exclusions: Exclusions? = nil,
    isPassedOn: Bool = false, takesLaterOptions: Bool = false, isChange: Bool = false,
    members: [any DeclaredCommand.Type] = [],
    _ declared: [DeclaredArgument<C>]...
  ) {
    let all = declared.flatMap(\.self) + (isPassedOn ? [] : DeclaredArgument.common)
    name = type.name
    self.abstract = abstract
    self.discussion = discussion
    self.usage = usage
    arguments = all.map(\.argument) + [.help]
    self.exclusions = exclusions
    self.isPassedOn = isPassedOn
    self.takesLaterOptions = takesLaterOptions
    self.isChange = isChange
    self.members = members
    command = { values in
      var command = C()
      for (place, value) in values { try all[place].set(&command, value) }
      try command.validate()
      return command
    }
  }

  /// A group of commands.
  package init(
    _ type: any DeclaredCommand.Type, abstract: String, discussion: String, options: [Argument] = [],
    _ members: [any DeclaredCommand.Type]
  ) {
    name = type.name
    self.abstract = abstract
    self.discussion = discussion
    usage = "<subcommand>"
    arguments = options + [.help]
    exclusions = nil
    isPassedOn = false
    takesLaterOptions = false
    isChange = false
    self.members = members
    command = nil
  }

  /// The place of an option in the declaration.
  package func place(of name: String) -> Int? { arguments.firstIndex { $0.names.contains(name) } }
}

extension CommandDeclaration.Argument {
  static let help = flag(["-h", "--help"], "Show help information.")
  /// `--version`
  package static let version = flag(["--version"], "Show the version.")

  static func flag(_ names: [String], _ help: String) -> Self {
    Self(kind: .flag, names: names, valueName: "", help: help, value: .anything)
  }
}
