package import ComponentModel
internal import ComponentScan
internal import Linux

/// Decides which files a bundle may refer to.
///
/// A reference has to lie inside the bundle as written. Where a symbolic link inside the bundle leads out of it, link
/// and target have to belong to root or to the bundle's owner: Debian's packages do that, and no one else can.
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
    guard LexicalPath.isInside(path, bundle) else { return .outsideBundle }
    do throws(SystemError) {
      let target = try FileStatus(path)
      guard target.isRegular else { return .notRegular }
      if LexicalPath.isInside(try Path.canonical(path), bundle) { return nil }
      return isTrusted(target.owner) && linksAreTrusted(on: path) ? nil : .foreignLink
    } catch {
      return FileProblem(error)
    }
  }

  private func linksAreTrusted(on path: String) -> Bool {
    var partial = bundle
    for part in LexicalPath.normalized(path).dropFirst(bundle.count).split(separator: "/") {
      partial += "/" + part
      guard let status = try? FileStatus(partial, followsLinks: false) else { return false }
      if status.kind == .symbolicLink && !isTrusted(status.owner) { return false }
    }
    return true
  }

  private func isTrusted(_ user: UInt32) -> Bool { user == 0 || user == owner }
}

extension FileProblem {
  /// A file that the operating system refuses.
  init(_ error: SystemError) { self = .system(error.description.lowercased()) }
}
