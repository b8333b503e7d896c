public import ComponentModel

/// A bundle that something outside kept from being read.
public struct InterruptedBundle: Hashable, Sendable, CustomStringConvertible {
  /// Canonical path of its directory.
  public var path: String
  /// What kept it from being read.
  public var cause: ScanInterruption

  /// Path and cause, in one line.
  public var description: String { "\(path): \(cause)" }
}
