import Foundation
import TestSupport
import Testing

/// Comments and messages are English that reads as if it had been written in it, as far as a machine can see that.
@Suite struct CommentTests {
  /// What nobody says who grew up with the language, and what says it better.
  private static let phrases: [(String, String)] = [
    ("which is what", "name the thing"), ("that it is said", "a message reports it"),
    ("and that is said", "and a message reports it"), ("says what there is", "reports"),
    ("what there is to say", "the note about"), ("everybody may write", "everybody can write to"),
    ("may not write it", "can't write to it"), ("an interrupted command has left", "left behind"),
    ("shows no more", "ends"), ("what it takes to", "everything needed to"), ("whoever types", "if you type"),
    ("what becomes of", "the outcome of"), ("what has become of", "the outcome of"),
    ("what has come of", "the outcome of"),
    ("is no more than", "is only"), ("held against", "counts against"),
    ("gives another output", "gives different output"),
    ("so plugins and what they", "and their"), ("in the order of bytes", "in byte order"),
    ("is no predicate", "isn't a predicate"),
    ("after so many", "after this many"), ("what helps, as", "the remedy, as"), ("of what is gone", "the former"),
  ]

  /// Words that people do say after “is no”.
  private static let negations: Set<String> = [
    "longer", "more", "less", "such", "one", "news", "reason", "way", "place", "deeper", "shorter", "larger", "better",
  ]

  /// The places where “is no” stands for “isn't a”, in a text in lower case.
  private static func negated(_ text: String) -> [String] {
    let parts = text.components(separatedBy: " is no ")
    return zip(parts, parts.dropFirst()).compactMap { before, after in
      let subject = before.components(separatedBy: " ").last ?? ""
      let noun = String(after.prefix { $0.isLetter })
      return subject.hasSuffix("there") || negations.contains(noun) ? nil : "\(subject) is no \(noun)"
    }
  }

  /// The documentation comments of a file, each with the number of its first line.
  private static func comments(_ text: String) -> [(line: Int, text: String)] {
    var comments: [(line: Int, text: String)] = []
    var isInside = false
    for (index, whole) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = whole.drop { $0 == " " }
      guard line.hasPrefix("///") else {
        isInside = false
        continue
      }
      let words = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
      if isInside, var last = comments.popLast() {
        last.text += " " + words
        comments.append(last)
      } else {
        comments.append((index + 1, words))
      }
      isInside = true
    }
    return comments
  }

  /// Whether a comment says too little: fewer than four words, and no code that it points to.
  private static func isThin(_ comment: String) -> Bool {
    !comment.contains("`") && comment.split(separator: " ").count < 4
  }

  @Test("a documentation comment has four words or more, or names code")
  func length() throws {
    for file in Repository.sources {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for comment in Self.comments(text) where Self.isThin(comment.text) {
        Issue.record("\(file):\(comment.line): `\(comment.text)` says too little; say why, or leave it out")
      }
    }
  }

  @Test("no phrase of the list is in the sources, the pages and the schema")
  func idiom() throws {
    let pages = ["Sources", "schema"].flatMap { folder in
      [".swift", ".md", ".h", ".c", ".py", ".sql", ".lua"].flatMap { Repository.files(in: folder, withSuffix: $0) }
    }
    #expect(pages.count > 800)
    for file in pages + ["README.md", "NEWS.md", "CONTRIBUTING.md"].map(Repository.path) {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let flat = text.replacing(/\s+(?:\/\/\/?|--|\*|#)?\s*/, with: " ").lowercased()
      for (phrase, instead) in Self.phrases where flat.contains(phrase) {
        Issue.record("\(file): `\(phrase)` reads translated; perhaps: \(instead)")
      }
      // Released schemas never change, not even in their comments.
      guard !file.hasSuffix(".sql") else { continue }
      for words in Self.negated(flat) { Issue.record("\(file): `\(words)` reads translated; perhaps: isn't a") }
    }
  }

  @Test("what the rules are about is found")
  func finds() {
    #expect(Self.isThin("A view.") && Self.isThin("In hertz."))
    #expect(!Self.isThin("The rate in hertz.") && !Self.isThin("`dlopen(3)`") && !Self.isThin("See `Other`."))
    #expect(Self.negated("it is no port, is no longer one, and it is no deeper") == ["it is no port"])
    let found = Self.comments("/// A view.\nstruct View {\n  /// One\n  /// two.\n  // Not this.\n}")
    #expect(found.map(\.line) == [1, 3] && found.map(\.text) == ["A view.", "One two."])
  }
}
