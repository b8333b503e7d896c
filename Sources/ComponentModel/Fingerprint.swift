/// What `stat` says of a bundle's files, in two numbers: every entry's name, size, modification and change time, inode
/// and mode. Two fingerprints differ when anything of it differs, in whatever order the directory lists its entries.
public struct Fingerprint: Hashable, Sendable {
  /// Of the Turtle files.
  public var turtle: UInt64
  /// Of everything else.
  public var other: UInt64

  /// A fingerprint from its numbers.
  public init(turtle: UInt64, other: UInt64) {
    self.turtle = turtle
    self.other = other
  }
}
