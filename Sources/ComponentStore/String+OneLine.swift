extension String {
  /// The text with blanks in place of line breaks: SQLite's checks answer in several lines.
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
