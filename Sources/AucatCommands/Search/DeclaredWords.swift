/// A command line split into options and arguments.
struct DeclaredWords {
  /// The options in order, with their values.
  private(set) var options: [(name: String, value: String)] = []
  /// The arguments that are not options.
  private(set) var arguments: [String] = []
  /// Which of the arguments are words with one dash.
  private(set) var exclusions: Set<Int> = []

  /// How an option is written.
  struct Form {
    var takesValue: Bool
    /// Whether the value may begin with a dash.
    var takesDashes = false
    /// Whether each of several values counts, not only the last.
    var repeats = false
  }

  /// Parses words as ArgumentParser would.
  ///
  /// - Parameters:
  ///   - takesExclusions: whether a word with one dash is an argument (`-lsp`), except for `-h`.
  ///   - form: the form of an option; nil if unknown.
  /// - Returns: nil for usage errors and requests for help, which are left to ArgumentParser.
  init?(_ words: ArraySlice<String>, takesExclusions: Bool = false, form: (String) -> Form?) {
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        return
      }
      if Self.isArgument(word, takesExclusions: takesExclusions) {
        if word.utf8.first == 0x2D, word != "-" { exclusions.insert(arguments.count) }
        arguments.append(word)
      } else if !word.hasPrefix("--") || !add(word.dropFirst(2), rest: &rest, form: form) {
        return nil
      }
    }
  }

  /// The words without exclusions, which ArgumentParser would take for options, to report what else is wrong.
  static func withoutExclusions(_ words: ArraySlice<String>, form: (String) -> Form?) -> [String] {
    var kept: [String] = []
    var isValue = false
    for (index, word) in zip(words.indices, words) {
      if word == "--" && !isValue { return kept + words[index...] }
      if isValue || word.utf8.first != 0x2D || !isArgument(word, takesExclusions: true) { kept.append(word) }
      isValue = !isValue && word.hasPrefix("--") && form(String(word.dropFirst(2)))?.takesValue == true
    }
    return kept
  }

  private static func isArgument(_ word: String, takesExclusions: Bool) -> Bool {
    if word.utf8.first != 0x2D || word == "-" { return true }
    return takesExclusions && !word.hasPrefix("--") && word != "-h"
  }

  private mutating func add(
    _ text: Substring, rest: inout ArraySlice<String>, form: (String) -> Form?
  ) -> Bool {
    let end = text.firstIndex(of: "=") ?? text.endIndex
    let name = String(text[..<end])
    // Like ArgumentParser, which takes `--sort=` for `--sort`.
    let attached = text[end...].dropFirst()
    guard let form = form(name) else { return false }
    // Of an option that is given twice, the last one counts.
    if !form.repeats { options.removeAll { $0.name == name } }
    if !form.takesValue {
      options.append((name: name, value: ""))
      return attached.isEmpty
    }
    if !attached.isEmpty {
      options.append((name: name, value: String(attached)))
      return true
    }
    guard let value = rest.popFirst(), value != "--", form.takesDashes || value == "-" || value.utf8.first != 0x2D
    else { return false }
    options.append((name: name, value: value))
    return true
  }
}
