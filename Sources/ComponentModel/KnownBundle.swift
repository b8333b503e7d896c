/// What the catalog remembers of a bundle, as far as it decides whether the bundle has to be read again.
public struct KnownBundle: Hashable, Sendable {
  /// Canonical path.
  public var path: String
  /// As it was when the bundle was read; nil while its reading has not ended.
  public var fingerprint: Fingerprint?
  /// Hash of its Turtle files.
  public var content: UInt64?
  /// The scanner's version that read it.
  public var scanner: Int
  /// Canonical paths of the roots that lead to it.
  public var roots: Set<String>

  /// What the catalog remembers.
  public init(path: String, fingerprint: Fingerprint?, content: UInt64?, scanner: Int, roots: Set<String>) {
    self.path = path
    self.fingerprint = fingerprint
    self.content = content
    self.scanner = scanner
    self.roots = roots
  }
}
