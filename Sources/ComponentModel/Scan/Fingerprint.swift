/// What `stat` says of a bundle's files, in two numbers: every entry's name, size, modification and change time, inode
/// and mode. Two fingerprints differ when anything of it differs, in whatever order the directory lists its entries.
package struct Fingerprint: Hashable, Sendable {
  /// Of the Turtle files.
  package var turtle: UInt64
  /// Of everything else.
  package var other: UInt64

  /// A fingerprint from its numbers.
  package init(turtle: UInt64, other: UInt64) {
    self.turtle = turtle
    self.other = other
  }
}
