internal import Linux

/// Decides which bundles may be loaded: those on a search path.
///
/// A chain's bundles come from a catalog that another user may have written, but their code runs with the caller's
/// rights.
package struct BundleAccess {
  /// The directories of the search path; nil if any bundle may be loaded.
  private let directories: [String]?
  private let user: UInt32

  /// - Parameters:
  ///   - directories: those of the search path; nil if any bundle may be loaded.
  ///   - user: the caller's user ID.
  package init(_ directories: [String]?, user: UInt32 = CurrentProcess.user) {
    self.directories = directories
    self.user = user
  }

  /// Why a bundle may not be loaded; nil if it may.
  ///
  /// - Parameter bundle: its path.
  package func objection(to bundle: String) -> ChainError.Cause? {
    guard let directories else { return nil }
    guard let path = try? Path.canonical(bundle) else { return .foreignBundle(path: bundle) }
    var objection = ChainError.Cause.foreignBundle(path: bundle)
    for directory in directories {
      guard let root = try? Path.canonical(directory) else { continue }
      if isEntry(path, of: root) { return nil }
      switch link(from: root, to: path) {
      case .trusted: return nil
      case .foreign(let owner): objection = .foreignLink(path: bundle, user: owner)
      case nil: break
      }
    }
    return objection
  }

  private func isEntry(_ path: String, of root: String) -> Bool {
    LexicalPath.isSame(LexicalPath.folder(of: path), root)
  }

  private enum Link {
    case trusted
    case foreign(owner: UInt32)
  }

  /// The link in a directory that leads to a bundle elsewhere.
  private func link(from root: String, to path: String) -> Link? {
    var found: Link?
    for entry in DirectoryReader.entries(of: root) where entry.kind == .symbolicLink || entry.kind == .unknown {
      let place = "\(root)/\(entry.name)"
      guard let target = try? Path.canonical(place), LexicalPath.isSame(target, path),
        let owner = try? FileStatus(place, followsLinks: false).owner
      else { continue }
      // Root follows only its own links: the owner of another link would choose what root runs.
      if user != 0 || owner == 0 { return .trusted }
      found = .foreign(owner: owner)
    }
    return found
  }
}
