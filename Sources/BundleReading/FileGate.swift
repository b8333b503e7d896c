internal import ComponentScan
internal import Glibc
internal import Linux

/// Opens the Turtle files of one bundle and no other file.
///
/// The worker hands it to the C library's `fopen`, so that serd reads nothing that is not a regular file of the bundle. A
/// file that is refused reads as an empty line: lilv would otherwise leave out the plugin's other files too.
public final class FileGate {
  private let rule: FileRule
  /// What was refused and why, by path.
  package private(set) var refusals: [String: String] = [:]

  /// A gate for the bundle at a canonical path.
  package init(bundle: String) { rule = FileRule(bundle: bundle) }

  /// A descriptor to read `path` by; that of an empty line where the path is refused.
  public func open(_ path: String) -> Int32 {
    let descriptor = openOrRefuse(path)
    return descriptor >= 0 ? descriptor : Self.emptyLine()
  }

  /// serd takes a file of no bytes for an error, and one with a line break for a file without statements.
  private static func emptyLine() -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    _ = write(ends[1], "\n", 1)
    close(ends[1])
    return ends[0]
  }

  /// As ``open(_:)``, but -1 where the path is refused.
  package func openOrRefuse(_ path: String) -> Int32 {
    if let objection = rule.objection(to: path) { return refuse(path, objection) }
    // Without O_NONBLOCK a FIFO would wait for its other end.
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return refuse(path, SystemError.current.description.lowercased()) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return refuse(path, "it is not a regular file")
    }
    guard status.st_size > 0 else {
      close(descriptor)
      return refuse(path, "it is empty")
    }
    guard status.st_size <= ScanLimits.fileSize else {
      close(descriptor)
      return refuse(
        path, "it has \(status.st_size >> 20) MiB; Turtle is read up to \(ScanLimits.fileSize >> 20) MiB a file")
    }
    return descriptor
  }

  private func refuse(_ path: String, _ reason: String) -> Int32 {
    refusals[LexicalPath.normalized(path)] = reason
    return -1
  }

  /// The gate of the bundle that is being read. The worker has one thread.
  nonisolated(unsafe) public internal(set) static var current: FileGate?
}
