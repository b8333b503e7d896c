/// One entry of a directory; never `.` or `..`.
package struct DirectoryEntry: Hashable, Sendable {
  /// The name. Bytes that are not UTF-8 are replaced by U+FFFD: such a name leads to no file.
  package let name: String
  /// Whether the name is the entry's, byte for byte.
  package let isNameExact: Bool
  /// What the entry is, without following a link; ``FileKind/unknown`` on file systems that don't tell.
  package let kind: FileKind
}
