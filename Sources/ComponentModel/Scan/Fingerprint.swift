/// Two hashes of the `stat` data of a bundle's files: every entry's name, size, modification and change time, inode
/// and mode. Fingerprints differ if any of it differs, regardless of the order of entries in the directory.
package struct Fingerprint: Hashable, Sendable {
  /// The hash of the Turtle files.
  package var turtle: UInt64
  /// The hash of everything else.
  package var other: UInt64

  /// A fingerprint from its numbers.
  package init(turtle: UInt64, other: UInt64) {
    self.turtle = turtle
    self.other = other
  }
}
