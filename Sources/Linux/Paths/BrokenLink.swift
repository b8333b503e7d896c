/// A symbolic link on the way to a path that leads to where nothing is, for example because a disk is not mounted.
package struct BrokenLink: Hashable, Sendable, CustomStringConvertible {
  package let path: String
  package let target: String

  /// Looks for one on the way to a path, from its first name on.
  ///
  /// - Returns: nil if the path exists, or could be made as far as links go.
  package init?(on path: String) {
    // Each search looks at both stores' paths, and to join slices the runtime would first build their types.
    var part = LexicalPath.isAbsolute(path) ? "/" : ""
    for name in path.utf8.split(separator: UInt8(ascii: "/")) {
      if !part.isEmpty && part != "/" { part += "/" }
      part += String(Substring(name))
      do throws(SystemError) {
        guard try FileStatus(part).isDirectory else { return nil }
      } catch {
        guard error.isMissing, let target = Path.linkTarget(part) else { return nil }
        (self.path, self.target) = (part, target)
        return
      }
    }
    return nil
  }

  package var description: String { "the link \(path) leads to \(target), which does not exist" }
}
