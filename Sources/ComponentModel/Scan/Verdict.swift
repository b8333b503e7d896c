/// What the scanner decided about a bundle or a component.
public enum Verdict: String, CaseIterable, Hashable, Sendable {
  /// Read completely; hosts may use it.
  case scanned
  /// Read completely, but another bundle of the caller's roots declares the same URI and takes precedence.
  case shadowed
  /// Could not be read or is not valid; the reason says where.
  case failed
  /// Reading it killed the scan worker.
  case crashed
  /// Reading it took longer than the time limit.
  case timedOut
}
