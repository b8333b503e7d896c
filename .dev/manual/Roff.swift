/// Text as groff and mandoc read it.
enum Roff {
  /// Plain text; in examples and names, what could be pasted keeps its ASCII characters.
  static func escaped(_ text: some StringProtocol, isVerbatim: Bool = false) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "\"": result += "\\(dq"
      case "'": result += isVerbatim ? "\\(aq" : "'"
      case "`": result += "\\(ga"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case "-": result += isVerbatim ? "\\-" : "-"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Text in which `back quotes` mark what is typed, **asterisks** emphasis, and [brackets](a target) a link.
  static func marked(_ text: some StringProtocol) -> String {
    var result = ""
    var isCode = false
    let parts = withoutLinks(String(text)).unicodeScalars.split(separator: "`", omittingEmptySubsequences: false)
    for part in parts.map(Substring.init) {
      result += isCode ? "\\fB\(escaped(part, isVerbatim: true))\\fR" : escaped(part.replacing("**", with: ""))
      isCode.toggle()
    }
    return result
  }

  /// Text that is filled, in lines of at most 80 bytes where its words allow that.
  static func filled(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.unicodeScalars.split(separator: " ").map(Substring.init) {
      if let last = lines.last, width(last) + width(word) < 80 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(line(String(word)))
      }
    }
    return lines
  }

  /// The bytes of a text as mandoc counts them, which spells what is not ASCII: `\[u2192]`.
  private static func width(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) }
  }

  /// One line of text, which a period or a quote at its beginning would make a request.
  static func line(_ text: String) -> String {
    let isRequest = text.utf8.first.map { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "'") } ?? false
    return isRequest ? "\\&" + text : text
  }

  /// The text with links replaced by their titles; code keeps its brackets.
  private static func withoutLinks(_ text: String) -> String {
    let link = /(`[^`]*`)|\[([^\]]+)\]\([^)\s]*\)/
    return text.replacing(link) { match in String(match.1 ?? match.2 ?? "") }
  }
}
