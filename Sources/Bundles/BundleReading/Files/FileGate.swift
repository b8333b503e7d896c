package import ComponentModel
internal import ComponentScan
package import Linux

/// Opens only the Turtle files of one bundle, whether for a worker, a host or lint.
package struct FileGate {
  private let rule: FileRule

  /// A gate for the bundle at a canonical path.
  package init(bundle: String) { rule = FileRule(bundle: bundle) }

  /// Why a file that the bundle names can't be used; nil if it can.
  package func problem(with path: String) -> FileProblem? { rule.problem(with: path) }

  /// Opens a regular file of the bundle for reading.
  package func open(_ path: String) throws(FileProblem) -> FileDescriptor {
    let target = try rule.target(of: path)
    // Don't block on a FIFO that has just replaced the file.
    let file = try gated { () throws(SystemError) in
      try FileDescriptor(path, for: .reading, options: .nonBlocking)
    }
    let status = try gated { () throws(SystemError) in try FileStatus(of: file) }
    // Another file may have taken its place since the rule looked at it.
    guard status.identity == target.identity else { throw .unavailable(.replacedFile) }
    if let problem = Self.problem(with: status) { throw problem }
    return file
  }

  private static func problem(with status: FileStatus) -> FileProblem? {
    guard status.isRegular else { return .notRegular }
    if status.size == 0 { return .empty }
    let limit = ScanLimits.fileSize
    return status.size > limit ? .tooLarge(status.size >> 20, limit: limit >> 20) : nil
  }
}

/// Runs `body` and converts a system error to a file's problem.
func gated<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(FileProblem) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw FileProblem(error)
  }
}
