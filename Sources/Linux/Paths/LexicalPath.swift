/// What a path says as it is written, without asking the file system.
package enum LexicalPath {
  /// An absolute path without empty, `.` and `..` parts and without a final slash.
  package static func normalized(_ path: String) -> String {
    let dot = UInt8(ascii: ".")
    var parts: [Substring.UTF8View] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(CollectionOfOne(dot)) {
      if part.elementsEqual([dot, dot]) { _ = parts.popLast() } else { parts.append(part) }
    }
    // Strings and not substrings: appending one of those costs a program at its start the making of a generic type.
    return parts.isEmpty ? "/" : parts.reduce(into: "") { $0 += "/" + String(Substring($1)) }
  }

  /// Whether `path` lies below `directory`, both absolute.
  package static func isInside(_ path: String, _ directory: String) -> Bool {
    let base = normalized(directory)
    return normalized(path).hasPrefix(base == "/" ? base : base + "/")
  }
}
