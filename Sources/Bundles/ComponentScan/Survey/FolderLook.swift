package import ComponentModel
internal import Linux

/// A look at the folders of a search path, by which a change since the last scan is found with one system call for each.
package enum FolderLook {
  /// Whether the directories are as they were: each leads to the same place, and no folder has changed.
  ///
  /// - Parameters:
  ///   - paths: the directories as the search path names them.
  ///   - known: those that a scan has found. If nothing is where another one should be, that is nothing new.
  ///   - progress: where the look is.
  package static func findsNothingNew(
    in paths: [String], known: [KnownDirectory], progress: SurveyProgress
  ) -> Bool {
    // All of them, even after a difference: a directory that does not answer is found by the look, which is short.
    paths.count { path in !isSame(path, known, progress) } == 0
  }

  private static func isSame(_ path: String, _ known: [KnownDirectory], _ progress: SurveyProgress) -> Bool {
    progress.begin(path)
    guard let directory = known.first(where: { $0.path == path }) else { return !Path.exists(path) }
    guard ((try? Path.canonical(path)) ?? path) == directory.root else { return false }
    return FolderStamps(stored: directory.folders).areCurrent(in: path) { progress.step() }
  }
}
