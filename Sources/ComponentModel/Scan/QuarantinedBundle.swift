/// A bundle, or a plugin of one, that the scanner keeps away from hosts.
public struct QuarantinedBundle: Hashable, Sendable {
  /// Canonical path of the bundle's directory.
  public var path: String
  /// The URI of the quarantined component, or nil for the whole bundle.
  public var uri: String?
  /// The verdict.
  public var verdict: Verdict
  /// Why, in one sentence. May hold text from a file: escape it for a terminal.
  public var reason: String
  /// Since when, to the second.
  public var since: UTCTime

  /// A bundle with its verdict.
  public init(path: String, uri: String? = nil, verdict: Verdict, reason: String, since: UTCTime) {
    self.path = path
    self.uri = uri
    self.verdict = verdict
    self.reason = reason
    self.since = since
  }
}
