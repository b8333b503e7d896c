internal import Glibc

/// The programs that this user is running: `/proc`.
package enum RunningPrograms {
  /// Whether there is one whose name begins so. No more than 15 bytes of a name are known; without `/proc`, none is.
  package static func contains(named start: String) -> Bool {
    DirectoryReader.entries(of: "/proc").contains { entry in
      guard Int32(entry.name) != nil, (try? FileStatus("/proc/\(entry.name)"))?.owner == geteuid(),
        let name = try? WholeFile.bytes("/proc/\(entry.name)/comm", limit: 4_096)
      else { return false }
      return name.starts(with: start.utf8)
    }
  }
}
