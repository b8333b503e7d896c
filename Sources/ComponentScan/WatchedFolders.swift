internal import Glibc

/// The directories in which something changes when a bundle comes, goes or becomes another.
public struct WatchedFolders: Sendable {
  /// Canonical paths: the roots of the search path, their bundles, and the folders within those; of a root that is not
  /// there, the nearest directory above it.
  public private(set) var paths: [String] = []
  private var seen: Set<String> = []

  /// Those of a survey.
  public init(_ survey: BundleSurvey) {
    for root in survey.roots { add(isDirectory(root.path) ? root.path : existingFolder(above: root.path)) }
    for bundle in survey.bundles { addTree(bundle.path, depth: 0) }
  }

  private mutating func addTree(_ folder: String, depth: Int) {
    guard add(folder), depth < ScanLimits.folderDepth, let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory), count < ScanLimits.folderEntries {
      count += 1
      guard Int32(entry.pointee.d_type) == Int32(DT_DIR) else { continue }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { addTree(folder + "/" + name, depth: depth + 1) }
    }
  }

  @discardableResult
  private mutating func add(_ folder: String) -> Bool {
    guard seen.insert(folder).inserted else { return false }
    paths.append(folder)
    return true
  }
}
