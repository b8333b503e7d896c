import AucatCommands
import AucatProgram

/// The page of a command.
struct CommandPage {
  let command: CommandDeclaration
  /// The words that name the command.
  let path: [String]

  func page(_ release: Release, seeAlso: [String]) -> ManualPage {
    var page = ManualPage(path.joined(separator: "-"), section: 1, abstract: command.abstract, release: release)
    page.heading("SYNOPSIS")
    for (command, path) in leaves { page.synopsis(Self.synopsis(command, path)) }
    let (text, examples) = Self.divided(command.discussion)
    if !text.isEmpty { page.heading("DESCRIPTION") }
    Self.write(text, to: &page)
    if command.command != nil {
      page.heading("OPTIONS")
      Self.writeArguments(command.arguments, to: &page)
    }
    if !command.subcommands.isEmpty, path.count > 1 {
      page.heading("COMMANDS")
      writeSubcommands(to: &page)
    }
    let allExamples = examples + (path.count > 1 ? command.subcommands : []).flatMap { Self.divided($0.discussion).1 }
    if path.count > 1 { writeExamples(allExamples, to: &page) }
    return finished(page, examples: path.count == 1 ? examples : [], seeAlso: seeAlso)
  }

  private func finished(_ page: ManualPage, examples: [String], seeAlso: [String]) -> ManualPage {
    var page = page
    if path.count == 1 {
      page.heading("COMMANDS")
      for verb in command.subcommands { page.entry("`aucat-\(verb.name)`(1)", verb.abstract) }
      page.entry(
        "`aucat help` [command]", "Shows the help of a command. `aucat help query` explains the query language.")
      page.heading("OPTIONS")
      Self.writeArguments(command.arguments, to: &page)
      CommonSections.environment(&page)
      CommonSections.files(&page)
      writeExamples(examples, to: &page)
    }
    CommonSections.exitStatus(&page)
    if path.count > 1 {
      page.heading("ENVIRONMENT")
      page.paragraph("`aucat`(1) has the variables, and the files that they name.")
    }
    page.seeAlso(seeAlso)
    return page
  }

  /// The commands that do something, with the words that name them.
  private var leaves: [(CommandDeclaration, [String])] {
    if path.count == 1 { return [(command, path)] }
    return (command.command == nil ? [] : [(command, path)]) + command.subcommands.map { ($0, path + [$0.name]) }
  }

  private func writeSubcommands(to page: inout ManualPage) {
    for subcommand in command.subcommands {
      page.subheading((path + [subcommand.name]).joined(separator: " "))
      page.paragraph(subcommand.abstract)
      Self.write(Self.divided(subcommand.discussion).text, to: &page)
      Self.writeArguments(subcommand.arguments, to: &page)
    }
  }

  private func writeExamples(_ examples: [String], to page: inout ManualPage) {
    if examples.isEmpty { return }
    page.heading("EXAMPLES")
    page.verbatim(examples)
  }

  private static func writeArguments(_ arguments: [CommandDeclaration.Argument], to page: inout ManualPage) {
    for argument in arguments {
      page.entry(roff: spelling(argument), argument.explanation)
    }
  }

  /// How an argument is typed.
  private static func spelling(_ argument: CommandDeclaration.Argument) -> String {
    let value = "\\fI\(Roff.escaped(argument.valueName, isVerbatim: true))\\fR"
    let names = argument.names.map { "\\fB\(Roff.escaped($0, isVerbatim: true))\\fR" }.joined(separator: ", ")
    switch argument.kind {
    case .positional: return value
    case .flag: return names
    case .option: return "\(names) \(value)"
    }
  }

  private static func synopsis(_ command: CommandDeclaration, _ path: [String]) -> String {
    var words = ["\\fB\(Roff.escaped(path.joined(separator: " "), isVerbatim: true))\\fR"]
    if command.command == nil {
      return (words + ["\\fIcommand\\fR", "[\\fIargument\\fR ...]"]).joined(separator: " ")
    }
    for argument in command.arguments where argument.kind == .option && !argument.isOptional {
      words.append(spelling(argument))
    }
    words.append("[\\fIoption\\fR ...]")
    for argument in command.arguments where argument.kind == .positional {
      let word = spelling(argument) + (argument.isRepeating ? " ..." : "")
      words.append(argument.isOptional ? "[\(word)]" : word)
    }
    return words.joined(separator: " ")
  }

  /// Paragraphs, and lines that stay as they are.
  private static func write(_ text: [String], to page: inout ManualPage) {
    var rest = text[...]
    while let paragraph = rest.popFirst() {
      guard paragraph.hasPrefix("  ") else {
        page.paragraph(paragraph)
        continue
      }
      let lines = rest.prefix { $0.hasPrefix("  ") }
      page.verbatim(([paragraph] + lines).map { $0.dropFirst(2) })
      rest = rest.dropFirst(lines.count)
    }
  }

  /// The paragraphs of a discussion and, apart, the lines of its examples.
  private static func divided(_ discussion: String) -> (text: [String], examples: [String]) {
    var (text, examples): ([String], [String]) = ([], [])
    var isExample = false
    for line in discussion.split(separator: "\n") {
      if line == "EXAMPLES:" {
        isExample = true
      } else if isExample {
        examples.append(String(line.dropFirst(2)))
      } else {
        text.append(String(line))
      }
    }
    return (text, examples)
  }
}
