internal import Linux

/// Copies of the process, which a component makes by `fork(2)` and lets go on as if they were the host.
///
/// A copy that went on with the tests would be copied by the next instance as well, without end.
enum CopiedProcess {
  private static let original = CurrentProcess.identifier

  /// Notes that this process is the original.
  static func begin() { _ = original }

  /// Ends this process if it is a copy. To be called after each call of the component.
  static func end() { if CurrentProcess.identifier != original { CurrentProcess.endAtOnce(status: 0) } }
}
