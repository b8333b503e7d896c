internal import AudioComponents

/// A command line of a POSIX shell up to the cursor, read as the shell would: a quote with an accent is a quote.
struct ShellLine: Equatable {
  /// The words before the one at the cursor, without the quotes, and without assignments and the program's name.
  private(set) var words: [String] = []
  /// The word at the cursor, without the quotes.
  private(set) var current = ""
  /// The quote that is open at the cursor.
  private(set) var quote: Unicode.Scalar?
  /// How many scalars of `current` stay as they are, because the line editor completes only what follows them.
  private var fixedCount = 0

  /// - Parameter breaks: characters that end a word for the editor but not for the shell: `COMP_WORDBREAKS`.
  init(_ line: String, breaks: String) {
    var isEscaped = false
    var isWord = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        if quote == "\"" && !"\"\\$`".unicodeScalars.contains(scalar) { append("\\") }
        append(scalar)
        isEscaped = false
      } else if scalar == "\\" && quote != "'" {
        isEscaped = true
        isWord = true
      } else if let open = quote {
        if scalar == open { quote = nil } else { append(scalar) }
        if quote == nil { fixCurrent() }
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
        isWord = true
        fixCurrent()
      } else if scalar == " " || scalar == "\t" || scalar == "\n" {
        if isWord { finishWord() }
        isWord = false
      } else {
        append(scalar)
        isWord = true
        if breaks.unicodeScalars.contains(scalar) { fixCurrent() }
      }
    }
    dropProgram()
  }

  /// The part that the line editor completes of a word that begins like the one at the cursor.
  func rest(of word: String) -> String { String(word.unicodeScalars.dropFirst(fixedCount)) }

  private mutating func append(_ scalar: Unicode.Scalar) { current.unicodeScalars.append(scalar) }

  private mutating func fixCurrent() { fixedCount = current.unicodeScalars.count }

  private mutating func finishWord() {
    words.append(current)
    current = ""
    fixedCount = 0
  }

  private mutating func dropProgram() {
    let assignments = words.prefix { word in
      word.utf8.contains(UInt8(ascii: "=")) && word.utf8.first.map(\.isASCIILetterOrDigit) == true
    }
    words.removeFirst(min(words.count, assignments.count + 1))
  }
}
