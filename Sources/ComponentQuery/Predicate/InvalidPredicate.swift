/// Why a predicate can't be used: a sentence in the words of who typed it, where it is wrong, and what to type instead.
public struct InvalidPredicate: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and, where it takes more than another spelling, the remedy. No final full stop.
  public var message: String
  /// Where, in the text of the predicate: characters as a reader counts them, from 1; nil where no text is at fault.
  public var column: Int?
  /// What was probably meant, to be typed in place of what is wrong.
  public var suggestion: String?

  /// An error.
  public init(_ message: String, column: Int? = nil, suggestion: String? = nil) {
    self.message = message
    self.column = column
    self.suggestion = suggestion
  }

  /// The message with the suggestion, in one line.
  public var description: String {
    guard let suggestion else { return message }
    return "\(message); did you mean `\(suggestion)`?"
  }

  /// The line of `text` that is wrong, a caret beneath the column, and the message: three lines, without a final line
  /// feed. A long line is cut on both sides. Holds no control character, so that it can be shown on a terminal.
  public func rendered(in text: String) -> String {
    guard let column, let excerpt = ErrorExcerpt(of: text, around: column) else { return printable(description) }
    return excerpt.line + "\n" + excerpt.caretLine + "\n" + printable(description)
  }

  private func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isUnsafeOnTerminal ? "\u{FFFD}" : $0 }))
  }
}

/// How a text that somebody typed appears in a message: short, and in back quotes.
func quotedForMessage(_ text: String) -> String {
  text.count > 40 ? "`\(text.prefix(39))…`" : "`\(text)`"
}
