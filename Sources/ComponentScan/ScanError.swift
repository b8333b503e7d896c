/// Why a scan failed altogether. A bad bundle is a verdict, not an error.
package struct ScanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error.
  package enum Code: Hashable, Sendable {
    /// The worker program was not found.
    case workerMissing
    /// The worker program does not start, or has the wrong version.
    case workerUnusable
    /// The caller stopped the scan. What was delivered until then is kept.
    case interrupted
    /// The operating system couldn't provide a process, pipe or memory.
    case system
  }

  /// What kind of error.
  package var code: Code
  /// What happened, where, and what helps, in one line.
  package var description: String

  /// An error.
  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
