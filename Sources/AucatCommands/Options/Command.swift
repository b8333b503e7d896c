/// A command, or a group of commands.
protocol DeclaredCommand: SendableMetatype {
  /// The word that names it.
  static var name: String { get }
  static var declaration: CommandDeclaration { get }
}

/// A command with the options and arguments that it was given.
protocol Command: DeclaredCommand {
  var common: CommonOptions { get set }

  /// With nothing given.
  init()

  /// - Throws: a ``UsageError`` for options that exclude each other.
  func validate() throws

  func run() throws
}

extension Command {
  func validate() throws {}
}
