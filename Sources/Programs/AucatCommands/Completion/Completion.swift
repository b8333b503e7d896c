internal import AucatProgram
internal import AudioComponents

/// A completion of the word at the cursor.
struct Completion {
  /// A possible text for the word.
  struct Candidate: Equatable {
    /// What may follow the text.
    enum Rest {
      /// An argument of another kind.
      case argument
      /// More of the same predicate: a space, which a quoted word keeps inside.
      case words
      /// More of the same word, such as a value after `gain=`.
      case value
    }

    var text: String
    /// A description, for shells that show it.
    var note = ""
    var rest = Rest.argument
  }

  /// Names of files, which the shell knows better.
  enum Files: String {
    case files, directories
  }

  var candidates: [Candidate] = []
  var files: Files?

  init(_ candidates: [Candidate] = [], files: Files? = nil) {
    // A line of the answer holds a candidate and its note.
    self.candidates = candidates.filter {
      !$0.text.isEmpty && !$0.text.unicodeScalars.contains(where: Escaping.isHarmful)
    }
    self.files = files
  }

  /// The candidates that begin with the typed text, ignoring case; or the only one in which another word begins with
  /// it.
  static func matching(_ typed: String, _ candidates: [Candidate]) -> [Candidate] {
    if typed.isEmpty { return candidates }
    let typed = typed.lowercased()
    let lowered = candidates.map { $0.text.lowercased() }
    let beginning = zip(candidates, lowered).filter { $1.hasPrefix(typed) }.map(\.0)
    guard beginning.isEmpty else { return beginning }
    let inside = zip(candidates, lowered).filter { $1.contains(run: " " + typed) }.map(\.0)
    return inside.count == 1 ? inside : []
  }
}
