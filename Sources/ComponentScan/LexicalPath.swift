/// What a path says as it is written, without asking the file system.
public enum LexicalPath {
  /// An absolute path without empty, `.` and `..` parts and without a final slash.
  public static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether `path` lies below `directory`, both absolute.
  public static func isInside(_ path: String, _ directory: String) -> Bool {
    let base = normalized(directory)
    return normalized(path).hasPrefix(base == "/" ? base : base + "/")
  }
}
