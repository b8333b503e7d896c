internal import AudioComponents

/// A predicate as it stands on a command line: one argument, plain words, or `-` for standard input.
struct PredicateText {
  let text: String

  init(_ words: [String]) throws {
    text =
      words == ["-"] ? try StandardInput.text(limit: ComponentPredicate.sizeLimit + 1) : words.joined(separator: " ")
  }

  /// The predicate; an error shows where the text is none.
  func parsed(_ session: Session) throws -> ComponentPredicate {
    do {
      return try session.manager.predicate(text)
    } catch ComponentManagerError.invalidPredicate(let error) {
      throw CommandFailure(error, in: text)
    }
  }
}

extension CommandFailure {
  /// An error of a predicate: its text with a caret where it is wrong, and one line where no place in it is.
  init(_ error: InvalidPredicate, in text: String) {
    self.init(.usage, error.column == nil ? error.description : "not a predicate:\n" + error.rendered(in: text))
  }
}
