internal import ComponentScan
internal import Glibc

/// Decides which files a bundle may refer to.
///
/// A reference has to lie inside the bundle as written. Where a symbolic link inside the bundle leads out of it, link and
/// target have to belong to root or to the bundle's owner: Debian's packages do that, and nobody else can.
package struct FileRule {
  let bundle: String
  private let owner: uid_t

  /// The rule for the bundle at a canonical path.
  package init(bundle: String) {
    self.bundle = bundle
    var status = stat()
    owner = stat(bundle, &status) == 0 ? status.st_uid : 0
  }

  /// Why the file may not be used, or nil where it may.
  package func objection(to path: String) -> String? {
    guard LexicalPath.isInside(path, bundle) else { return "it lies outside the bundle" }
    var target = stat()
    guard stat(path, &target) == 0 else { return Self.words(errno) }
    guard target.st_mode & S_IFMT == S_IFREG else { return "it is not a regular file" }
    guard let real = realpath(path, nil) else { return Self.words(errno) }
    defer { free(real) }
    if LexicalPath.isInside(String(cString: real), bundle) { return nil }
    guard isTrusted(target.st_uid), linksAreTrusted(on: path) else {
      return "a symbolic link leads out of the bundle to a file of somebody else"
    }
    return nil
  }

  private func linksAreTrusted(on path: String) -> Bool {
    var partial = bundle
    for part in LexicalPath.normalized(path).dropFirst(bundle.count).split(separator: "/") {
      partial += "/" + part
      var status = stat()
      guard lstat(partial, &status) == 0 else { return false }
      if status.st_mode & S_IFMT == S_IFLNK && !isTrusted(status.st_uid) { return false }
    }
    return true
  }

  private func isTrusted(_ user: uid_t) -> Bool { user == 0 || user == owner }

  static func words(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
}
