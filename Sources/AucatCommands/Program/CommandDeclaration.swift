internal import ArgumentParser
internal import AudioComponents

/// A command and what it takes, as ArgumentParser knows it: for the manual and for completion.
package struct CommandDeclaration {
  /// An option, a flag or an argument.
  package struct Argument {
    package enum Kind: String { case positional, option, flag }

    package let kind: Kind
    /// The spellings, with their dashes; empty for an argument.
    package let names: [String]
    /// What the help calls the value.
    package let valueName: String
    /// The values that it accepts; empty unless it is an enumeration.
    package let values: [String]
    package let defaultValue: String?
    package let isOptional: Bool
    package let isRepeating: Bool
    package let help: String
  }

  package let name: String
  package let abstract: String
  package let discussion: String
  package let arguments: [Argument]
  package let subcommands: [CommandDeclaration]

  /// All commands.
  package static var aucat: CommandDeclaration { CommandDeclaration(Aucat.self) }

  /// The program's version.
  package static var version: String { Aucat.version }

  /// The command's own arguments come with it; ArgumentParser adds `--help` and `--version`.
  init(_ type: any ParsableCommand.Type) { self.init(JSON(type._dumpHelp())?["command"] ?? .null) }

  private init(_ json: JSON) {
    name = json["commandName"]?.text ?? ""
    abstract = json["abstract"]?.text ?? ""
    discussion = json["discussion"]?.text ?? ""
    arguments = json.elements("arguments").compactMap(Argument.init)
    // ArgumentParser's own `help` is not one of ours.
    subcommands = json.elements("subcommands").map(CommandDeclaration.init).filter { $0.name != "help" }
  }
}

extension CommandDeclaration.Argument {
  fileprivate init?(_ json: JSON) {
    guard let kind = json["kind"]?.text.flatMap(Kind.init), json["shouldDisplay"]?.isTrue != false else { return nil }
    self.kind = kind
    names = json.elements("names").compactMap { name in
      name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 }
    }
    valueName = json["valueName"]?.text ?? ""
    values = json["allValues"]?.texts ?? json["completionKind"]?["list"]?["values"]?.texts ?? []
    defaultValue = json["defaultValue"]?.text
    isOptional = json["isOptional"]?.isTrue == true
    isRepeating = json["isRepeating"]?.isTrue == true
    help = json["abstract"]?.text ?? ""
  }
}

extension JSON {
  fileprivate subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate func elements(_ key: String) -> [JSON] {
    guard case .array(let elements) = self[key] else { return [] }
    return elements
  }

  fileprivate var isTrue: Bool {
    guard case .bool(let value) = self else { return false }
    return value
  }
}
