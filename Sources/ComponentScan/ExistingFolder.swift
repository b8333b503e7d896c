internal import Glibc

/// The directory that a path lies in, or the nearest above that which is there: where it is told of what comes.
///
/// - Parameter path: of a file or directory that need not be there.
public func existingFolder(above path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  let parent = slash == path.startIndex ? "/" : String(path[..<slash])
  return parent == "/" || isDirectory(parent) ? parent : existingFolder(above: parent)
}

func isDirectory(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.isDirectory
}
