/// Operations on the text of a path, without asking the file system.
///
/// A path is a sequence of bytes, but Swift compares strings as people read them: `é` has two encodings, which name
/// two files, and a slash with a combining accent isn't a slash.
package enum LexicalPath {
  /// An absolute path without empty, `.` and `..` parts and without a final slash.
  package static func normalized(_ path: String) -> String {
    let dot = UInt8(ascii: ".")
    var parts: [Substring.UTF8View] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(CollectionOfOne(dot)) {
      if part.elementsEqual([dot, dot]) { _ = parts.popLast() } else { parts.append(part) }
    }
    // Strings, not substrings: appending a substring makes the runtime build a generic type, which delays a program's
    // start.
    return parts.isEmpty ? "/" : parts.reduce(into: "") { $0 += "/" + String(Substring($1)) }
  }

  /// Whether `path` lies below `directory`, both absolute.
  package static func isInside(_ path: String, _ directory: String) -> Bool {
    let base = normalized(directory)
    return normalized(path).utf8.starts(with: (base == "/" ? base : base + "/").utf8)
  }

  /// The paths in a variable like `PATH`, which colons separate; some may be empty.
  package static func list(_ value: String) -> [String] {
    value.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// Whether two paths are the same bytes.
  package static func isSame(_ path: String, _ other: String) -> Bool { path.utf8.elementsEqual(other.utf8) }

  /// Whether a path begins at the root.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// The parent of a path: `.` for a bare name, `/` for an entry of the root.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(Substring(path.utf8[..<slash]))
  }

  /// The part after a path's last slash.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(Substring(path.utf8[slash...].dropFirst()))
  }

  /// The path of another name in the same folder.
  package static func sibling(of path: String, named name: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(Substring(path.utf8[...$0])) + name } ?? name
  }
}
