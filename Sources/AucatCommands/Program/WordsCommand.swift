internal import ArgumentParser
internal import AudioComponents

/// A command that takes words of a search, among which `-lsp` excludes a word. ArgumentParser would take that for options.
protocol WordsCommand: ParsableCommand {
  /// How its options are written, by name.
  static var forms: [String: DeclaredWords.Form] { get }
  /// Which arguments stand for a component each, so that an exclusion belongs to the words before it; nil if all words
  /// belong to one search.
  static var choices: ClosedRange<Int>? { get }
  /// The fewest arguments that it takes.
  static var fewestArguments: Int { get }
}

extension WordsCommand {
  static var choices: ClosedRange<Int>? { nil }
  static var fewestArguments: Int { 1 }

  /// The forms of these options and of those that every command has.
  static func words(flags: [String] = [], values: [String] = []) -> [String: DeclaredWords.Form] {
    var forms: [String: DeclaredWords.Form] = [:]
    for name in flags { forms[name] = DeclaredWords.Form(takesValue: false) }
    for name in values + ["color", "locale"] { forms[name] = DeclaredWords.Form(takesValue: true) }
    return forms
  }

  /// The words after its name as ArgumentParser can read them: exclusions after `--`, with all other arguments.
  ///
  /// - Returns: `isWhole` is false if anything but the exclusions is wrong; these are left out, so that they are
  ///   not reported instead.
  static func readable(_ words: ArraySlice<String>) -> (words: [String], isWhole: Bool) {
    guard let declared = DeclaredWords(words, takesExclusions: true, form: { forms[$0] }) else {
      let kept = DeclaredWords.withoutExclusions(words) { forms[$0] }
      return (kept, kept.count == words.count)
    }
    guard !declared.exclusions.isEmpty, let arguments = arguments(of: declared) else { return (Array(words), true) }
    let options = declared.options.flatMap { name, value in
      if value.isEmpty { return ["--" + name] + (forms[name]?.takesValue == true ? [""] : []) }
      return ["--\(name)=\(value)"]
    }
    return (options + ["--"] + arguments, true)
  }

  /// The arguments with each exclusion where it belongs; nil if one belongs nowhere.
  private static func arguments(of declared: DeclaredWords) -> [String]? {
    guard let choices else { return declared.arguments }
    var arguments: [String] = []
    for (index, argument) in declared.arguments.enumerated() {
      guard declared.exclusions.contains(index) else {
        arguments.append(argument)
        continue
      }
      guard !arguments.isEmpty, choices.contains(arguments.count - 1) else { return nil }
      arguments[arguments.count - 1] += " " + PredicateText.joined([argument])
    }
    return arguments.count >= fewestArguments ? arguments : nil
  }
}
