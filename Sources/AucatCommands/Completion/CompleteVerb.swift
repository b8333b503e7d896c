/// `aucat complete SHELL CONTEXT WORDS…`: the verb that the scripts for shells ask. It is in no help.
enum CompleteVerb {
  static let name = "complete"

  /// The answer; empty if the words are not a script's.
  static func answer(_ words: ArraySlice<String>) -> String {
    guard words.count >= 2, let shell = words.first.flatMap(CompletionShell.init) else { return "" }
    let rest = Array(words.dropFirst())
    return shell.answer(context: rest[0], words: Array(rest.dropFirst()))
  }
}
