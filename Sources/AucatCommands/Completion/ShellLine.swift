/// A command line of a POSIX shell up to the cursor, read as the shell would.
struct ShellLine: Equatable {
  /// The words before the one at the cursor, without the quotes, and without assignments and the program's name.
  private(set) var words: [String] = []
  /// The word at the cursor, without the quotes.
  private(set) var current = ""
  /// The quote that is open at the cursor.
  private(set) var quote: Character?
  /// How many characters of `current` stay as they are, because the line's editor completes only what is behind them.
  private(set) var fixedCount = 0

  /// - Parameter breaks: what ends a word for the editor, though not for the shell: `COMP_WORDBREAKS`.
  init(_ line: String, breaks: String) {
    var isEscaped = false
    var isWord = false
    for character in line {
      if isEscaped {
        if quote == "\"" && !"\"\\$`".contains(character) { current.append("\\") }
        current.append(character)
        isEscaped = false
      } else if character == "\\" && quote != "'" {
        isEscaped = true
        isWord = true
      } else if let open = quote {
        if character == open { quote = nil } else { current.append(character) }
        if quote == nil { fixedCount = current.count }
      } else if character == "'" || character == "\"" {
        quote = character
        isWord = true
        fixedCount = current.count
      } else if character.isWhitespace {
        if isWord { finishWord() }
        isWord = false
      } else {
        current.append(character)
        isWord = true
        if breaks.contains(character) { fixedCount = current.count }
      }
    }
    dropProgram()
  }

  private mutating func finishWord() {
    words.append(current)
    current = ""
    fixedCount = 0
  }

  private mutating func dropProgram() {
    let assignments = words.prefix { $0.prefix { $0 != "=" }.count < $0.count && $0.first?.isLetter == true }
    words.removeFirst(min(words.count, assignments.count + 1))
  }
}
