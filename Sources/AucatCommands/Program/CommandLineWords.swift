internal import Linux

/// The words of a command line, without the program's name.
package enum CommandLineWords {
  /// The words that are being run. Set once, before any command runs.
  // SAFETY: The program has one thread until the words are set.
  nonisolated(unsafe) static var current: [String] = []

  /// Whether they ask for JSON, so that messages are JSON too.
  ///
  /// Known before the options are parsed, because the options may be what is wrong.
  static var asksForJSON: Bool {
    // What follows are another program's words.
    if current.first == WithCommand.name { return false }
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
