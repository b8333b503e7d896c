internal import ComponentModel
internal import Linux

/// The names of a store's files, for SQLite and for this program.
extension StoreFile {
  /// The name by which SQLite opens the path itself: it would treat `file:x` as a URI and `:memory:` as no file at all.
  var name: String { LexicalPath.isAbsolute(path) ? path : "./\(path)" }

  /// The file's name as a URI for SQLite.
  var uri: String {
    // Two slashes would introduce a host name.
    let rest = path.utf8.drop { $0 == UInt8(ascii: "/") }
    let name = LexicalPath.isAbsolute(path) ? "/" + String(Substring(rest)) : path
    return "file:\(Self.percentEncoded(name))"
  }

  /// The description of `errno`.
  static var reason: String { SystemError.current.description }

  static func parent(_ path: String) -> String { LexicalPath.folder(of: path) }

  static func status(_ path: String) -> FileStatus? { try? FileStatus(path) }

  static func percentEncoded(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let isPlain = byte.isASCIILetterOrDigit || "/-_.~".utf8.contains(byte)
      text += isPlain ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, width: 2)
    }
  }
}
