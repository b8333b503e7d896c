internal import Linux

/// The directories in which something changes when a bundle is added, removed or replaced.
package struct WatchedFolders: Sendable {
  /// Canonical paths: the roots of the search path, the directories directly in them (bundles or not), bundles that
  /// links lead to, and the folders within all of those; for a missing root, the nearest directory above it.
  package private(set) var paths: [String] = []
  /// For directories above missing roots, the names of the entries on the way to a root.
  private var awaited: [String: Set<String>] = [:]
  private var seen: Set<String> = []
  /// Whether all directories to watch are known: one that can't be listed may contain others.
  package let isComplete: Bool

  /// The directories to watch for the bundles of a survey. Those that give no answer are left alone.
  package init(_ survey: BundleSurvey) {
    isComplete = survey.unreadableDirectories.isEmpty
    for root in survey.roots where !root.isSilent {
      if Path.isDirectory(root.path) { addTree(root.path, depth: -1) } else { addAncestor(of: root.path) }
    }
    for bundle in survey.bundles { addTree(bundle.path, depth: 0) }
    for (folder, _) in awaited { add(folder) }
  }

  /// Whether the change of an entry may affect a bundle.
  package func concerns(directory: String, name: String) -> Bool {
    if name.isEmpty { return true }
    return seen.contains(directory) && (awaited[directory]?.contains(name) ?? true)
  }

  private mutating func addAncestor(of root: String) {
    let folder = Path.existingFolder(above: root)
    guard !seen.contains(folder) || awaited[folder] != nil else { return }
    let rest = root.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1)
    awaited[folder, default: []].insert(String(Substring(rest.prefix { $0 != UInt8(ascii: "/") })))
  }

  private mutating func addTree(_ folder: String, depth: Int) {
    guard add(folder), depth < ScanLimits.folderDepth, Path.isReadable(folder) else { return }
    awaited[folder] = nil
    for entry in DirectoryReader.entries(of: folder, limit: ScanLimits.folderEntries) {
      let path = folder + "/" + entry.name
      if isFolder(entry, path) { addTree(path, depth: depth + 1) }
    }
  }

  /// Whether an entry is a folder, which some file systems don't report. Links are not followed: the bundles they lead
  /// to are added by canonical path.
  private func isFolder(_ entry: DirectoryEntry, _ path: String) -> Bool {
    if entry.kind != .unknown { return entry.kind == .directory }
    return (try? FileStatus(path, followsLinks: false))?.isDirectory ?? false
  }

  @discardableResult
  private mutating func add(_ folder: String) -> Bool {
    guard seen.insert(folder).inserted else { return false }
    paths.append(folder)
    return true
  }
}
