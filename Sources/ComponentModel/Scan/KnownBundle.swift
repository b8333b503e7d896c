/// What the catalog knows about a bundle to decide whether to read it again.
package struct KnownBundle: Hashable, Sendable {
  /// Canonical path.
  package var path: String
  /// The fingerprint when the bundle was read; nil if reading has not finished.
  package var fingerprint: Fingerprint?
  /// Hash of its Turtle files.
  package var content: UInt64?
  /// The version of the scanner that read it.
  package var scanner: Int
  /// Canonical paths of the roots that lead to it.
  package var roots: Set<String>
  /// Whether scans were kept from reading it, and it is time for the next try.
  package var isDue = false

  package init(path: String, fingerprint: Fingerprint?, content: UInt64?, scanner: Int, roots: Set<String>) {
    self.path = path
    self.fingerprint = fingerprint
    self.content = content
    self.scanner = scanner
    self.roots = roots
  }
}
