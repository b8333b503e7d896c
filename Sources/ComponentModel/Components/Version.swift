/// A plugin's version. LV2 has no major version: an incompatible plugin has another URI.
public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// `lv2:minorVersion`.
  public var minor: Int
  /// `lv2:microVersion`; odd numbers are development versions.
  public var micro: Int

  /// Creates a version.
  public init(minor: Int, micro: Int) {
    self.minor = minor
    self.micro = micro
  }

  /// `minor.micro`.
  public var description: String { "\(minor).\(micro)" }

  /// Earlier by minor, then micro version.
  public static func < (a: Version, b: Version) -> Bool { (a.minor, a.micro) < (b.minor, b.micro) }
}
