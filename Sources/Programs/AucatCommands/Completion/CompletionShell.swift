internal import AucatProgram

/// A shell that asks for completions, and the answer it expects: a line of directives, then a line for each candidate.
enum CompletionShell: String {
  case bash, zsh, fish

  /// The answer for a command line.
  ///
  /// - Parameters:
  ///   - context: for bash `COMP_WORDBREAKS`, for the others the quote that is open at the cursor.
  ///   - words: for bash the line up to the cursor, for the others its words.
  func answer(context: String, words: [String]) -> String {
    switch self {
    case .bash:
      let line = ShellLine(words.first ?? "", breaks: context)
      let found = CommandLineCompletion(words: line.words, current: line.current, isQuoted: line.quote != nil)
        .completion
      return BashAnswer(completion: found, line: line).text
    case .zsh, .fish:
      let found = CommandLineCompletion(
        words: Array(words.dropLast()), current: words.last ?? "", isQuoted: !context.isEmpty
      ).completion
      return text(of: found, isQuoted: !context.isEmpty)
    }
  }

  /// Text, note and, for zsh, whether a space follows.
  private func text(of completion: Completion, isQuoted: Bool) -> String {
    var lines = completion.candidates.map { candidate in
      let isContinued = candidate.rest == .words && isQuoted
      let text = candidate.text + (isContinued ? " " : "")
      let ending = self == .fish ? "" : isContinued || candidate.rest == .value ? "\topen" : "\t"
      return text + "\t" + Escaping.escaped(candidate.note) + ending
    }
    // Like readline, fish closes the quotes after a single candidate, so a second one is added.
    if self == .fish, isQuoted, lines.count == 1, let only = completion.candidates.first, only.rest == .words {
      lines.append(only.text + " …\t")
    }
    return ([completion.files?.rawValue ?? "-"] + lines).map { $0 + "\n" }.joined()
  }
}

/// The answer for bash: a line of directives, the word to be completed, and the candidates, which readline inserts as
/// they are.
struct BashAnswer {
  let completion: Completion
  let line: ShellLine

  var text: String {
    let candidates = completion.candidates
    let isContinued = candidates.count == 1 && (candidates[0].rest == .value || isOpen(candidates[0]))
    let directives = (completion.files?.rawValue ?? "-") + (isContinued ? " nospace" : "")
    var texts = candidates.map { word(for: $0) }
    // Readline closes the quotes after a single candidate, so a second one is added.
    if texts.count == 1, isOpen(candidates[0]) { texts.append(texts[0] + "…") }
    return ([directives, line.rest(of: line.current)] + texts).map { $0 + "\n" }.joined()
  }

  private func isOpen(_ candidate: Completion.Candidate) -> Bool { line.quote != nil && candidate.rest == .words }

  private func word(for candidate: Completion.Candidate) -> String {
    let text = line.rest(of: candidate.text + (isOpen(candidate) ? " " : ""))
    // When it completes file names, bash quotes everything itself.
    if completion.files != nil { return text }
    switch line.quote {
    case "'": return ShellWord.insideSingleQuotes(text)
    case "\"": return Self.escaped(text) { $0 == "\"" || $0 == "\\" || $0 == "$" || $0 == "`" }
    default:
      return Self.escaped(text) { $0.isASCII && !ShellWord.isPlain(UInt8($0.value)) }
    }
  }

  /// `text` with a backslash before each special character.
  static func escaped(_ text: String, _ isSpecial: (Unicode.Scalar) -> Bool) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if isSpecial(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }
}

/// `aucat complete SHELL CONTEXT WORDS…`: the verb for shells' completion scripts. It is left out of the help.
enum CompleteVerb {
  static let name = "complete"

  /// The answer; empty if the words are not a script's.
  static func answer(_ words: ArraySlice<String>) -> String {
    guard words.count >= 2, let shell = words.first.flatMap(CompletionShell.init) else { return "" }
    let rest = Array(words.dropFirst())
    return shell.answer(context: rest[0], words: Array(rest.dropFirst()))
  }
}
