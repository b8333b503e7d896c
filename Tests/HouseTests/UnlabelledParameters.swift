/// The functions and initializers of a Swift source that have three or more parameters without labels.
///
/// Closures don't count, since a call may put them behind its parentheses. Functions that are exported to C are left out,
/// since C has no labels.
struct UnlabelledParameters {
  /// A function, or an initializer.
  struct Function {
    var line: Int
    var name: String
  }

  /// Those with too many, in the order of the source.
  private(set) var functions: [Function] = []

  init(_ source: String) {
    var previous: Substring = ""
    for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      defer { previous = line }
      let isComment = line.drop { $0 == " " }.hasPrefix("//")
      guard !isComment, line.contains("func ") || line.contains("init") else { continue }
      // Operators, which have a space before their parameters, have two of them at most.
      for match in line.matches(of: /(?:func ([^\s(<]+)|init[?!]?)(?=[(<])/) {
        let isExported = previous.contains("@c ") || line[..<match.range.lowerBound].contains("@c ")
        guard !isExported, Self.isUnlabelled(source[match.range.upperBound...]) else { continue }
        functions.append(Function(line: index + 1, name: match.1.map { String($0) } ?? "init"))
      }
    }
  }

  /// Whether what begins with a declaration's parameters has too many without labels.
  private static func isUnlabelled(_ text: Substring) -> Bool {
    let unlabelled = parameters(text).filter { parameter in
      let hasNoLabel = parameter.prefixMatch(of: /\s*(?:@\w+(?:\([^)]*\))?\s+)*_(?:\s+`?\w+`?)?\s*:/) != nil
      return hasNoLabel && !parameter.contains("->")
    }
    return unlabelled.count >= 3
  }

  /// The parameters at the start of a text; generic ones may come before them.
  private static func parameters(_ text: Substring) -> [String] {
    var parameters = [""]
    var (depth, isQuoted, isComment) = (0, false, false)
    var previous: Character = " "
    for character in text {
      defer { previous = character }
      if character == "\n" { isComment = false }
      if !isComment, character == "\"", previous != "\\" { isQuoted.toggle() }
      if !isQuoted, character == "/", previous == "/" { isComment = true }
      if isQuoted || isComment || character == "/" { continue }
      let isArrow = character == ">" && previous == "-"
      if "([{<".contains(character) {
        depth += 1
        if depth == 1 {
          parameters = [""]
          continue
        }
      } else if ")]}>".contains(character), !isArrow {
        depth -= 1
        if depth == 0, character == ")" { return parameters }
      }
      if depth == 1, character == "," {
        parameters.append("")
      } else {
        parameters[parameters.count - 1].append(character)
      }
    }
    return parameters
  }
}
