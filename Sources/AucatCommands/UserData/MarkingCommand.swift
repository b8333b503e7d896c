internal import ArgumentParser
internal import AudioComponents

/// A command that marks components.
protocol MarkingCommand: WordsCommand, ChangingCommand {
  static var label: UserLabel { get }
  var marking: MarkingOptions { get }
}

/// What is marked, and how.
struct MarkingOptions: ParsableArguments {
  @Argument(help: "URIs, names, or words that only one component has.")
  var components: [String]

  @Flag(name: .customLong("undo"), help: "Remove the mark.")
  var removesMark = false

  @OptionGroup var common: SharedOptions
}

extension MarkingCommand {
  static var forms: [String: DeclaredWords.Form] { words(flags: ["undo"]) }
  static var choices: ClosedRange<Int>? { 0...Int.max }

  func run() throws {
    try Session(marking.common).mark(marking.components, with: Self.label, undo: marking.removesMark)
  }
}
