internal import Linux

/// Temporary files and folders that a killed command has left behind.
enum Leftovers {
  /// A temporary folder counts as abandoned after this many seconds: no bundle takes that long.
  private static let lifetime = 3_600

  /// The leftovers of this user: unfinished files in these directories, and folders where temporary files go.
  static func paths(in directories: [String], temporary: [String]) -> [String] {
    let unfinished = directories.flatMap { directory in
      DirectoryReader.entries(of: directory).filter { isUnfinished($0.name) }.map { "\(directory)/\($0.name)" }
    }
    let folders = temporary.flatMap { directory in
      DirectoryReader.entries(of: directory).filter { isTemporary($0.name) }.map { "\(directory)/\($0.name)" }
    }
    return (unfinished + folders.filter(isOld)).filter(isOurs)
  }

  /// Whether a name is `NAME.PROCESS-NUMBER.unfinished`, and that process no longer exists.
  private static func isUnfinished(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts.last == "unfinished" else { return false }
    let numbers = parts[parts.count - 2].split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, let process = Int32(numbers[0]), process > 0, UInt32(numbers[1]) != nil else {
      return false
    }
    return ProcessNumber.isFree(process)
  }

  /// Whether a name is that of a `TemporaryDirectory` of aucat's, and its process no longer exists.
  private static func isTemporary(_ name: String) -> Bool {
    // Copies of stores and manifests, instruction counts, and files that components write while they are tested.
    let prefixes = ["aucat", ManifestCopies.prefix, TemporaryDirectory.countPrefix]
    let makers = prefixes.map { TemporaryDirectory.maker(of: name, prefix: $0) }
    return (makers + [TemporaryDirectory.makerOfScratch(name)]).compactMap(\.self).contains(where: ProcessNumber.isFree)
  }

  private static func isOld(_ path: String) -> Bool {
    guard let status = try? FileStatus(path, followsLinks: false), status.isDirectory else { return false }
    return SystemClock.seconds - status.modified.seconds > lifetime
  }

  private static func isOurs(_ path: String) -> Bool {
    (try? FileStatus(path, followsLinks: false))?.owner == CurrentProcess.user
  }

  /// Deletes a leftover; for a folder, also the files directly in it, or everything that a component has written there.
  static func remove(_ path: String) throws {
    if TemporaryDirectory.makerOfScratch(LexicalPath.name(of: path)) != nil {
      TemporaryDirectory.removeTree(path)
      if Path.exists(path) { try Path.removeFolder(path) }
    } else if try FileStatus(path, followsLinks: false).isDirectory {
      for entry in DirectoryReader.entries(of: path) { try? Path.remove("\(path)/\(entry.name)") }
      try Path.removeFolder(path)
    } else {
      try Path.remove(path)
    }
  }
}
