/// Why a scan could not be done at all. A bad bundle is no error but a verdict.
package struct ScanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error.
  package enum Code: Hashable, Sendable {
    /// The worker program was not found.
    case workerMissing
    /// The worker program does not start, or is of another version.
    case workerUnusable
    /// The caller stopped the scan. What was delivered until then stays.
    case interrupted
    /// The operating system refused a process, pipe or memory.
    case system
  }

  /// What kind of error.
  package var code: Code
  /// What, where and the remedy, in one line.
  package var description: String

  /// An error.
  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
