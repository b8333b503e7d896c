/// Why a path can't lead anywhere, other than that nothing is there yet.
package enum PathObstacle: Hashable, Sendable, CustomStringConvertible {
  /// A symbolic link to where nothing is, for example because a disk is not mounted.
  case brokenLink(String, target: String)
  /// A file in the place of a directory.
  case noDirectory(String)

  /// Looks for an obstacle on the way to a path, from its first name on.
  ///
  /// - Returns: nil if the path exists, or could be made.
  package init?(on path: String) {
    let root = path.hasPrefix("/") ? "/" : ""
    let names = path.split(separator: "/")
    for count in names.indices.map({ $0 + 1 }) {
      let part = root + names.prefix(count).joined(separator: "/")
      do throws(SystemError) {
        let kind = try FileStatus(part).kind
        if kind == .directory { continue }
        // `/dev/null` is how an environment says that there is nothing.
        if count == names.count || kind == .characterDevice { return nil }
        self = .noDirectory(part)
      } catch {
        guard error.isMissing, let target = Path.linkTarget(part) else { return nil }
        self = .brokenLink(part, target: target)
      }
      return
    }
    return nil
  }

  package var description: String {
    switch self {
    case .brokenLink(let link, let target): "the link \(link) leads to \(target), where nothing is"
    case .noDirectory(let path): "\(path) is not a directory"
    }
  }
}
