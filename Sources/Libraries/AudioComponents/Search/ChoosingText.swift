/// What a text with which a person chooses a component looks like.
package enum ChoosingText {
  /// Whether a text can only be a URI: words may be part of another one, which is not meant.
  package static func isURI(_ text: String) -> Bool {
    let scheme = text.prefix { $0 != ":" }
    guard scheme.utf8.count < text.utf8.count, scheme.first?.isLetter == true,
      !text.contains(where: \.isWhitespace), !Key.isNamed(String(scheme))
    else { return false }
    return scheme.utf8.allSatisfy { $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) }
  }

  /// Whether a text looks like a path, which chooses nothing: components have names and URIs.
  package static func isPath(_ text: String) -> Bool {
    let isWord = !text.contains(where: \.isWhitespace)
    guard pathBeginnings.contains(where: text.hasPrefix) || (isWord && pathEndings.contains(where: text.hasSuffix))
    else { return false }
    return !text.prefix(while: { $0 != "/" }).contains(":")
  }

  private static let pathBeginnings = ["/", "./", "../", "~/"]
  private static let pathEndings = [".lv2", ".lv2/", ".so", ".ttl"]
}
