internal import Glibc

/// A new directory that only its owner may enter. It is deleted with this object, with the files that lie
/// directly in it.
package final class TemporaryDirectory: Sendable {
  /// Its path.
  package let path: String

  /// Makes the directory.
  ///
  /// - Parameters:
  ///   - prefix: what its name begins with.
  ///   - parent: the directory in which it is made; nil for `TMPDIR`, or `/tmp` where that is not set or empty.
  package init(prefix: String, in parent: String? = nil) throws(SystemError) {
    let parent = parent ?? Self.usualParent
    var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .current }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static var usualParent: String {
    guard let named = getenv("TMPDIR"), named.pointee != 0 else { return "/tmp" }
    return String(cString: named)
  }

  deinit { remove() }

  /// Deletes it now. What has a file in it open keeps that.
  package func remove() {
    for entry in DirectoryReader.entries(of: path) { unlink("\(path)/\(entry.name)") }
    rmdir(path)
  }
}
