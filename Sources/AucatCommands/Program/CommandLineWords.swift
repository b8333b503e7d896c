internal import Linux

/// The words of a command line, without the program's name.
package enum CommandLineWords {
  /// The words that are being run. Set once, before any command runs.
  // SAFETY: The program has one thread until the words are set.
  nonisolated(unsafe) static var current: [String] = []

  /// The words that this process was started with; nil if one is not UTF-8.
  package static var ofProcess: [String]? {
    let words = CurrentProcess.arguments.dropFirst()
    let texts = words.compactMap(\.self)
    return texts.count == words.count ? texts : nil
  }
}
