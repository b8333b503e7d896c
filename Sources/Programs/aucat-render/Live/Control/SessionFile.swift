internal import AucatProgram
internal import ComponentModel
internal import Linux
internal import RenderChain

/// The file of a session's chain, which other sessions and people may change meanwhile.
struct SessionFile {
  let path: String
  /// What this session has last read from it or written to it.
  private var known: Content

  /// The content of a file, as far as it matters here.
  private enum Content: Equatable {
    case absent
    case bytes(digest: UInt64)
    /// It is not a regular file, or can't be read.
    case other
  }

  /// How long a file's server may take to answer, in milliseconds.
  private static let patience = 2_000

  /// - Parameter path: an absolute path of a file that this session is about to read, or of none.
  init(_ path: String) {
    self.path = path
    known = Self.content(path)
  }

  /// Whether somebody else has changed it. One that is gone holds nothing that could be lost.
  var isForeign: Bool {
    let content = Self.content(path)
    return content != known && content != .absent
  }

  /// Replaces its content, completely or not at all.
  ///
  /// - Throws: a `CommandFailure`; the file is as before then.
  mutating func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard bytes.count <= ChainFile.sizeLimit else {
      let limit = ChainFile.sizeLimit >> 20
      throw CommandFailure(
        .storeFailed, "\(path) would have more than \(limit) MiB, and could not be read; remove snapshots or components"
      )
    }
    try ChainChoice.replace(path, by: bytes)
    known = .bytes(digest: Self.digest(bytes))
  }

  /// A file beside it whose name is free, such as `chain.kept.json` beside `chain.json`.
  var beside: SessionFile {
    let (stem, ending) = path.hasSuffix(".json") ? (String(path.dropLast(5)), ".json") : (path, "")
    var name = "\(stem).kept\(ending)"
    var number = 2
    while Path.exists(name) {
      name = "\(stem).kept-\(number)\(ending)"
      number += 1
    }
    return SessionFile(name)
  }

  private static func content(_ path: String) -> Content {
    do throws(SystemError) {
      let bytes = try WholeFile.bytes(ofRegularFile: path, limit: ChainFile.sizeLimit, within: patience)
      return bytes.map { .bytes(digest: digest($0)) } ?? .other
    } catch {
      return error.isMissing ? .absent : .other
    }
  }

  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    var hash = StableHash()
    // SAFETY: The buffer is used only during the call.
    bytes.withUnsafeBytes { hash.add($0) }
    return hash.value
  }
}
