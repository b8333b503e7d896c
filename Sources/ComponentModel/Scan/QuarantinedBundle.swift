/// A bundle that the scanner keeps away from hosts.
public struct QuarantinedBundle: Hashable, Sendable {
  /// Canonical path of the bundle's directory.
  public var path: String
  /// The URI of the one component that is kept away, or nil for the whole bundle.
  public var uri: String?
  /// The verdict and its reason.
  public var judgement: Judgement
  /// Since when, to the second.
  public var since: UTCTime

  /// A bundle with its verdict.
  public init(path: String, uri: String? = nil, judgement: Judgement, since: UTCTime) {
    self.path = path
    self.uri = uri
    self.judgement = judgement
    self.since = since
  }
}
