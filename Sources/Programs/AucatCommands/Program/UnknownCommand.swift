internal import AucatProgram
internal import AudioComponents

/// A word in place of a command that names none: a key, a file, or a search.
struct UnknownCommand {
  let word: String
  /// The words after it.
  let arguments: [String]

  /// The probable meaning of the word, and the command line for it.
  var remedy: String {
    if word.contains(run: "://") { return "`aucat info \(ShellWord.quoted(word))` describes the component with a URI" }
    if isFile { return fileRemedy }
    if let remedy = keyRemedy() { return remedy }
    if !isShowable { return Self.help }
    let search = (["aucat search"] + ([word] + arguments).map(ShellWord.quoted)).joined(separator: " ")
    return "`\(search)` searches for \(arguments.isEmpty ? "it" : "these words"); \(Self.help)"
  }

  /// Where all commands are listed.
  static let help = "`aucat help` lists the commands"

  /// Whether a search would find the word, so that a command that merely resembles it isn't meant.
  var isSearchWord: Bool {
    isFile || word.contains(run: "://") || Key.searched(by: word) != nil || ComponentManager.isStandardTag(named: word)
  }

  /// What to type if the word is a key; nil if it isn't.
  ///
  /// - Parameter isNamed: whether to name the key even if the word is its name.
  func keyRemedy(naming isNamed: Bool = false) -> String? {
    guard let key = Key.searched(by: word) else { return nil }
    let name = key.rawValue
    let subject = word == name && !isNamed ? "it" : "`\(name)`"
    return "\(subject) is a key of searches: `aucat search \(ShellWord.quoted(predicate(with: key)))`; \(Key.remedy)"
  }

  /// The search that lists what a command marks, if the word is that command in the plural: favourites.
  func listRemedy(ifMeant commands: [String]) -> String? {
    guard word.hasSuffix("s"), let key = Key.searched(by: word), commands == [key.rawValue] else { return nil }
    return "`aucat search \(ShellWord.quoted(key.example))` lists yours"
  }

  /// A comparison with the words after the key, in plain words if they have no operator; its example if there are none.
  private func predicate(with key: Key) -> String {
    let value = arguments.filter { !$0.hasPrefix("-") }.joined(separator: " ")
    let comparison = "\(key.rawValue) \(value)"
    if !value.isEmpty, TextReading(of: comparison) == .predicate, Self.isPredicate(comparison) { return comparison }
    guard !value.isEmpty, !value.contains(where: { $0 == "\"" }) else { return key.example }
    let keyed = "\(key.rawValue):" + (value.contains(where: \.isWhitespace) ? "\"\(value)\"" : value)
    return Self.isPredicate(keyed) ? keyed : key.example
  }

  private static func isPredicate(_ text: String) -> Bool { (try? ComponentPredicate(parsing: text)) != nil }

  /// Whether a search for the words can be shown in one line, to be copied.
  private var isShowable: Bool {
    !word.isEmpty
      && !([word] + arguments).contains { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
  }

  private var isFile: Bool {
    word.contains("/") || word.hasPrefix(".") || word.hasPrefix("~") || isBundle || Self.suffixes.contains(suffix)
  }

  private var isBundle: Bool { word.hasSuffix(".lv2") || word.hasSuffix(".lv2/") }

  private var suffix: String { word.lastIndex(of: ".").map { word[word.index(after: $0)...].lowercased() } ?? "" }

  private var fileRemedy: String {
    let file = ShellWord.quoted(word)
    if isBundle { return "`aucat lint \(file)` checks a bundle" }
    guard Self.suffixes.contains(suffix) else { return "a file goes after a command; \(Self.help)" }
    return """
      a file goes after a command: `aucat peak \(file)` measures it, \
      `aucat render \(file) OUT.wav --through COMPONENT` processes it
      """
  }

  /// The extensions of audio files.
  private static let suffixes: Set<String> = [
    "aif", "aiff", "au", "caf", "flac", "mp3", "oga", "ogg", "opus", "rf64", "w64", "wav",
  ]
}
