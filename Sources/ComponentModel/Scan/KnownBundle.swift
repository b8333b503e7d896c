/// What the catalog remembers of a bundle, as far as it decides whether the bundle has to be read again.
package struct KnownBundle: Hashable, Sendable {
  /// Canonical path.
  package var path: String
  /// As it was when the bundle was read; nil while its reading has not ended.
  package var fingerprint: Fingerprint?
  /// Hash of its Turtle files.
  package var content: UInt64?
  /// The scanner's version that read it.
  package var scanner: Int
  /// Canonical paths of the roots that lead to it.
  package var roots: Set<String>

  /// What the catalog remembers.
  package init(path: String, fingerprint: Fingerprint?, content: UInt64?, scanner: Int, roots: Set<String>) {
    self.path = path
    self.fingerprint = fingerprint
    self.content = content
    self.scanner = scanner
    self.roots = roots
  }
}
