/// What a scan found out about one bundle.
public struct BundleReport: Hashable, Sendable {
  /// A plugin that is kept away from hosts while the rest of its bundle is not.
  public struct Refusal: Hashable, Sendable {
    /// The plugin's URI.
    public var uri: String
    /// The verdict and its reason.
    public var judgement: Judgement

    /// A refusal.
    public init(uri: String, judgement: Judgement) {
      self.uri = uri
      self.judgement = judgement
    }
  }

  /// Canonical path of the bundle's directory.
  public var path: String
  /// Of its files, as they were before it was read.
  public var fingerprint: Fingerprint
  /// Hash of its Turtle files; nil where it could not be made.
  public var content: UInt64?
  /// Only the fingerprint has changed: what the catalog has is still right.
  public var isSameContent: Bool
  /// Whether the bundle as a whole could be read.
  public var judgement: Judgement
  /// Plugins that could not.
  public var refusals: [Refusal]
  /// What was left out and why.
  public var remarks: [String]

  /// A report about a bundle that could be read.
  public init(path: String, fingerprint: Fingerprint) {
    self.path = path
    self.fingerprint = fingerprint
    isSameContent = false
    judgement = .scanned
    refusals = []
    remarks = []
  }
}
