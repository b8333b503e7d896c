internal import AudioComponents

/// The help of a command.
package struct HelpText {
  private let declaration: CommandDeclaration
  /// The words that name the command.
  private let path: [String]
  private let width: Int

  /// - Parameter path: the words that name the command, the program first.
  package init(of declaration: CommandDeclaration, path: [String], width: Int) {
    self.declaration = declaration
    self.path = path
    self.width = width
  }

  package var text: String {
    var sections = [DisplayWidth.lines("OVERVIEW: " + declaration.abstract, width: width)]
    if !declaration.discussion.isEmpty { sections.append(discussion) }
    sections.append(["USAGE: \(path.joined(separator: " ")) \(declaration.usage ?? usage)"])
    let positional = declaration.arguments.filter { $0.kind == .positional }
    if !positional.isEmpty { sections.append(["ARGUMENTS:"] + positional.flatMap(lines)) }
    let options = declaration.arguments.filter { $0.kind != .positional }
    sections.append(["OPTIONS:"] + options.flatMap(lines))
    if !declaration.members.isEmpty {
      sections.append(["SUBCOMMANDS:"] + declaration.subcommands.flatMap { lines($0.name, $0.abstract) })
      let group = (path.prefix(1) + ["help"] + path.dropFirst()).joined(separator: " ")
      sections.append(["  See '\(group) <subcommand>' for detailed help."])
    }
    return sections.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  /// Paragraphs are filled; indented lines stay as they are, so that they can be pasted.
  private var discussion: [String] {
    declaration.discussion.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line.isEmpty || line.hasPrefix(" ") ? [String(line)] : DisplayWidth.lines(String(line), width: width)
    }
  }

  private var usage: String {
    (["[<options>]"]
      + declaration.arguments.filter { $0.kind == .positional }.map { argument in
        argument.isOptional ? "[\(argument.spelling)]" : argument.spelling
      }).joined(separator: " ")
  }

  private func lines(_ argument: CommandDeclaration.Argument) -> [String] {
    let names = argument.names.joined(separator: ", ")
    let value = "<\(argument.valueName)>"
    let label =
      switch argument.kind {
      case .positional: value
      case .flag: names
      case .option: "\(names) \(value)"
      }
    return lines(label, argument.explanation)
  }

  /// A label, with what it means beside or below it.
  private func lines(_ label: String, _ text: String) -> [String] {
    let indent = 26
    let lines = DisplayWidth.lines(text, indent: indent, width: width)
    guard label.utf8.count + 2 < indent, let first = lines.first else { return ["  " + label] + lines }
    let padding = String(repeating: " ", count: indent - 2 - label.utf8.count)
    return ["  " + label + padding + first.dropFirst(indent)] + lines.dropFirst()
  }
}

extension CommandDeclaration.Argument {
  /// The form in which the help shows an argument that isn't an option.
  var spelling: String { "<\(valueName)>" + (isRepeating ? " ..." : "") }
}
