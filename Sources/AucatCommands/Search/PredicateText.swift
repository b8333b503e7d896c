internal import AudioComponents

/// A predicate on a command line: one argument, plain words, or `-` for standard input.
struct PredicateText {
  let text: String

  init(_ words: [String]) throws {
    text =
      words == ["-"] ? try StandardInput.text(limit: ComponentPredicate.sizeLimit + 1) : words.joined(separator: " ")
  }

  /// Parses the predicate.
  ///
  /// - Throws: a ``CommandFailure`` that shows where it is wrong.
  func parsed(_ session: Session) throws -> ComponentPredicate {
    do {
      return try session.manager.predicate(text)
    } catch ComponentManagerError.invalidPredicate(let error) {
      throw CommandFailure(error, in: text)
    }
  }
}

extension CommandFailure {
  /// An invalid predicate: its text with a caret below the column, or one line if there is no column.
  init(_ error: InvalidPredicate, in text: String) {
    self.init(.usage, error.column == nil ? error.description : "not a predicate:\n" + error.rendered(in: text))
  }
}
