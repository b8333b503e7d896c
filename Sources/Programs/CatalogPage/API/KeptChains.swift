internal import Linux

/// The folder of a user's chains. The page refers to chains by name, never by path.
struct KeptChains {
  private static let longestName = 200
  private let folder: String

  /// - Parameter store: the path of the user's data.
  init(beside store: String) { folder = "\(LexicalPath.folder(of: store))/chains" }

  /// Saves a chain under a new name.
  ///
  /// - Returns: the path of its file.
  /// - Throws: a ``PageRefusal`` for a name that is invalid or taken.
  func save(_ text: String, as name: String) throws -> String {
    let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    guard isPlain, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= Self.longestName else {
      throw PageRefusal(
        400, "a chain's name can have up to \(Self.longestName) bytes, without a slash or a leading dot")
    }
    let path = "\(folder)/\(name).json"
    guard (try? FileStatus(path)) == nil else {
      throw PageRefusal(409, "there is already a chain `\(name)`; choose another name")
    }
    try Self.make(folder)
    let file = try FileReplacement(path)
    try file.write(Array(text.utf8))
    try file.finish()
    return path
  }

  /// Creates a folder and its parents.
  private static func make(_ folder: String) throws {
    guard !Path.exists(folder) else { return }
    try make(LexicalPath.folder(of: folder))
    try Path.makeFolder(folder)
  }
}
