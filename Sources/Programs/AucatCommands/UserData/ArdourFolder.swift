internal import ArdourMetadata
internal import AucatProgram
internal import AudioComponents
internal import Linux

/// Ardour's configuration folder, where its files are replaced.
struct ArdourFolder {
  /// The path as the user gave it.
  let path: String

  /// The new content of a file.
  struct NewFile {
    let path: String
    let old: [UInt8]?
    let new: [UInt8]
  }

  init(_ path: String) throws {
    guard Path.isDirectory(path) else {
      throw CommandFailure(
        .usage, "\(path) is not a folder; name Ardour's configuration folder, such as ~/.config/ardour8")
    }
    self.path = path
  }

  /// The folder of the Ardour with the highest version.
  static func newest(_ environment: [String: String]) throws -> ArdourFolder {
    let (base, folders) = try ArdourFiles.folders(environment)
    guard let newest = folders.first else {
      throw CommandFailure(
        .nothing,
        "there is no folder \(base)/ardour*; start Ardour once, or name the folder: `aucat export --to ardour FOLDER`")
    }
    return try ArdourFolder(newest)
  }

  /// The new content of a file.
  ///
  /// - Returns: nil if the file stays unchanged.
  func file(
    _ file: ArdourMetadata.File, content: (_ bytes: [UInt8]?) throws(UserDataError) -> [UInt8]?
  ) throws -> NewFile? {
    let found = try ArdourFiles.path(of: file, in: path)
    let path = found ?? place(of: file)
    guard found != nil || !Path.exists(path) else {
      throw CommandFailure(.storeFailed, "\(path) is not a regular file; move it away")
    }
    let old = try found.map { try ArdourFiles.bytes($0) }
    do throws(UserDataError) {
      return try content(old).map { NewFile(path: path, old: old, new: $0) }
    } catch {
      throw CommandFailure(.usage, "\(path) is not one of Ardour's files: \(error); nothing was changed")
    }
  }

  /// Where Ardour looks for a file that is not there yet.
  private func place(of file: ArdourMetadata.File) -> String {
    let isInside = LexicalPath.name(of: LexicalPath.normalized(path)) == "plugin_metadata"
    return isInside ? "\(path)/\(file.rawValue)" : "\(path)/plugin_metadata/\(file.rawValue)"
  }
}

extension ArdourFolder.NewFile {
  /// The new content, on the disk beside the file.
  func replacement() throws -> FileReplacement {
    try writing { () throws(SystemError) in
      try Path.makeFolder(LexicalPath.folder(of: path))
      return try Self.replacement(of: path, with: new)
    }
  }

  /// Keeps a copy of the old content.
  ///
  /// - Returns: its path; nil if there was no file.
  func keep() throws -> String? {
    guard let old else { return nil }
    removeAbandonedCopies()
    let start = "\(path).before-\(SystemClock.seconds)"
    var copy = start
    var number = 1
    while Path.exists(copy) {
      number += 1
      copy = "\(start)-\(number)"
    }
    try writing { () throws(SystemError) in try Self.replacement(of: copy, with: old).finish() }
    return copy
  }

  /// Deletes unfinished copies of an export that was killed. Their names contain the time of the export.
  private func removeAbandonedCopies() {
    let (beginning, end) = ("\(LexicalPath.name(of: path)).before-".utf8, ".unfinished".utf8)
    for name in DirectoryReader.entries(of: LexicalPath.folder(of: path)).map(\.name.utf8)
    where name.starts(with: beginning) && name.suffix(end.count).elementsEqual(end) {
      let parts = name.split(separator: UInt8(ascii: ".")).dropLast(2)
      let copy = String(decoding: Array(parts.joined(separator: ".".utf8)), as: UTF8.self)
      FileReplacement.removeAbandoned(beside: LexicalPath.sibling(of: path, named: copy))
    }
  }

  /// Gives the new content the file's name.
  func finish(_ replacement: FileReplacement) throws {
    try writing { () throws(SystemError) in try replacement.finish() }
  }

  private static func replacement(of path: String, with bytes: [UInt8]) throws(SystemError) -> FileReplacement {
    let file = try FileReplacement(path, permissions: 0o600)
    try file.write(bytes)
    return file
  }

  private func writing<Result>(_ body: () throws(SystemError) -> Result) throws -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw CommandFailure(.storeFailed, "\(path) can't be written (\(error)); it is unchanged")
    }
  }
}
