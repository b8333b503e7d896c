internal import Linux

/// The words of a command line, without the program's name.
package enum CommandLineWords {
  // SAFETY: The program has one thread until both are set.

  /// The words that are being run. Set once, before any command runs.
  package nonisolated(unsafe) static var current: [String] = []
  /// Whether what follows the first are another program's words. Set with the words.
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
