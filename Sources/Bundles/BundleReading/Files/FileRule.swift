package import ComponentModel
internal import ComponentScan
package import Linux

/// Decides which files a bundle may refer to.
///
/// A reference must lie inside the bundle as written. If a symbolic link inside the bundle leads out of it, link and
/// target must belong to root or to the bundle's owner: Debian's packages contain such links, and no one else can
/// create them. A bundle of another user may lead to a file of root's only if everyone may read that file: otherwise,
/// the user could have root read it for them.
package struct FileRule {
  let bundle: String
  private let owner: UInt32

  /// The rule for the bundle at a canonical path.
  package init(bundle: String) {
    self.bundle = bundle
    owner = (try? FileStatus(bundle))?.owner ?? 0
  }

  /// Why the file may not be used, or nil if it may.
  package func problem(with path: String) -> FileProblem? {
    do throws(FileProblem) {
      _ = try target(of: path)
      return nil
    } catch {
      return error
    }
  }

  /// The status of the regular file that a path leads to.
  ///
  /// - Throws: why the file may not be used.
  package func target(of path: String) throws(FileProblem) -> FileStatus {
    guard LexicalPath.isInside(path, bundle) else { throw .outsideBundle }
    let target = try gated { () throws(SystemError) in try FileStatus(path) }
    guard target.isRegular else { throw .notRegular }
    let canonical = try gated { () throws(SystemError) in try Path.canonical(path) }
    if LexicalPath.isInside(canonical, bundle) { return target }
    guard mayLead(to: canonical, target, by: path) else { throw .foreignLink }
    return target
  }

  /// Whether a path of the bundle may lead out of it.
  private func mayLead(to canonical: String, _ target: FileStatus, by path: String) -> Bool {
    guard isTrusted(target.owner) && linksAreTrusted(on: path) else { return false }
    return target.owner == owner || owner == 0 || isPublic(canonical)
  }

  /// Whether the path stays in the bundle, or leaves it only through trusted links. The path need not exist.
  func contains(_ path: String) -> Bool {
    guard LexicalPath.isInside(path, bundle) || LexicalPath.isSame(LexicalPath.normalized(path), bundle) else {
      return false
    }
    guard let canonical = try? Path.canonical(path), let target = try? FileStatus(path) else {
      return (try? FileStatus(path, followsLinks: false)) == nil
    }
    if LexicalPath.isSame(canonical, bundle) || LexicalPath.isInside(canonical, bundle) { return true }
    return mayLead(to: canonical, target, by: path)
  }

  private func linksAreTrusted(on path: String) -> Bool {
    var partial = bundle
    for part in LexicalPath.normalized(path).utf8.dropFirst(bundle.utf8.count).split(separator: UInt8(ascii: "/")) {
      partial += "/" + String(Substring(part))
      guard let status = try? FileStatus(partial, followsLinks: false) else { return false }
      if status.kind == .symbolicLink && !isTrusted(status.owner) { return false }
    }
    return true
  }

  private func isTrusted(_ user: UInt32) -> Bool { user == 0 || user == owner }

  /// Whether everyone may read the file at a canonical path.
  private func isPublic(_ path: String) -> Bool {
    var folder = ""
    for part in path.utf8.split(separator: UInt8(ascii: "/")).dropLast() {
      folder += "/" + String(Substring(part))
      guard let status = try? FileStatus(folder), status.permissions & 0o001 != 0 else { return false }
    }
    return (try? FileStatus(path)).map { $0.permissions & 0o004 != 0 } ?? false
  }
}

extension FileProblem {
  /// The problem with a file after a system error.
  init(_ error: SystemError) {
    self = error.isTransient ? .unavailable(.system(error.phrase)) : .system(error.phrase)
  }
}
