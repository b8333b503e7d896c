/// A bundle, or a plugin of one, that the scanner keeps away from hosts.
public struct QuarantinedBundle: Hashable, Sendable {
  /// Canonical path of the bundle's directory.
  public var path: String
  /// The URI of the quarantined component, or nil for the whole bundle.
  public var uri: String?
  /// Why the bundle is in quarantine.
  public var verdict: Verdict
  /// The reason for the verdict, in one sentence. May hold text from a file: escape it for a terminal.
  public var reason: String
  /// When the quarantine began, to the second.
  public var since: UTCTime

  /// A bundle with its verdict.
  package init(path: String, uri: String? = nil, verdict: Verdict, reason: String, since: UTCTime) {
    self.path = path
    self.uri = uri
    self.verdict = verdict
    self.reason = reason
    self.since = since
  }
}

/// The scanner's verdict on a bundle or a component.
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
