/// Why a predicate can't be used: what is wrong, where, and what to type instead.
public struct InvalidPredicate: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistake and, unless a ``suggestion`` or ``remedy`` fixes it, what to write instead. No final full stop.
  public var message: String
  /// The column in the predicate's text, in characters from 1; nil if the text is not at fault.
  public var column: Int?
  /// The probable meaning, to type instead.
  public var suggestion: String?
  /// The remedy if there is no ``suggestion``, or one that applies whether or not the suggestion is right.
  public var remedy: String?
  /// The number of the passed argument at fault, from 1; nil if none is.
  package var argument: Int?
  /// How the predicate's text names the saved search that is at fault, or that leads to it. Searches are looked up when
  /// the text is no longer there, so ``column(in:)`` finds the name again.
  package var savedName: String?
  /// Whether the fault is a word that stands in place of a key and is none. A program may say where its users find all
  /// keys.
  package var isUnknownKey = false
  /// Whether the fault is a name that no saved search or collection has. A program may say how its users create one.
  package var isUnknownName = false

  /// Creates an error about a predicate.
  public init(_ message: String, column: Int? = nil, suggestion: String? = nil, remedy: String? = nil) {
    self.message = message
    self.column = column
    self.suggestion = suggestion
    self.remedy = remedy
  }

  /// The message, and which argument it is about.
  package var reason: String { argument.map { "argument \($0): \(message)" } ?? message }

  /// The message with the argument, the suggestion and the remedy, in one line.
  public var description: String {
    let meant = suggestion.map { "\(reason); did you mean `\($0)`?" }
    guard let remedy else { return meant ?? reason }
    return meant.map { "\($0) \(remedy)" } ?? "\(reason); \(remedy)"
  }

  /// Where `text` is wrong, in characters from 1; nil if it is not at fault.
  ///
  /// - Parameters:
  ///   - text: the text of the predicate.
  ///   - arguments: what was passed for each `%@`, one of which may name the saved search at fault.
  package func column(in text: String, arguments: [any PredicateArgument] = []) -> Int? {
    column
      ?? savedName.flatMap { name in
        Lexer.column(ofSavedName: name, in: text, arguments: arguments.map(\.predicateArgument))
      }
  }

  /// The ``column`` as a number of bytes of `text` in UTF-8, from 0.
  ///
  /// - Parameters:
  ///   - text: the text of the predicate.
  ///   - arguments: what was passed for each `%@`, one of which may name the saved search at fault.
  public func offset(in text: String, arguments: [any PredicateArgument] = []) -> Int? {
    column(in: text, arguments: arguments).map { text.prefix($0 - 1).utf8.count }
  }

  /// The faulty line of `text`, a caret below the column, and the message: three lines without a final line
  /// feed. A long line is cut on both sides. Safe to show on a terminal: it has no control characters.
  ///
  /// - Parameters:
  ///   - text: the text of the predicate.
  ///   - arguments: what was passed for each `%@`, one of which may name the saved search at fault.
  public func rendered(in text: String, arguments: [any PredicateArgument] = []) -> String {
    guard let column = column(in: text, arguments: arguments), let excerpt = ErrorExcerpt(of: text, around: column)
    else {
      return printable(description)
    }
    return excerpt.line + "\n" + excerpt.caretLine + "\n" + printable(description)
  }

  private func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isUnsafeOnTerminal ? "\u{FFFD}" : $0 }))
  }
}

/// Typed text for a message: shortened, in back quotes.
func quotedForMessage(_ text: String) -> String {
  text.count > 40 ? "`\(text.prefix(39))…`" : "`\(text)`"
}
