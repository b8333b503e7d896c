internal import Linux

/// The catalog that the users of a machine share, which `aucat scan --system` makes and nothing changes in place.
///
/// It determines which bundles hosts load, so it is read only if just its owner can have written it, who must be root,
/// or the caller if they chose the place.
package struct SystemCatalog: Hashable, Sendable {
  /// Its path, unless the environment or a host names another place.
  package static let usualPath = "/var/cache/aucat/catalog.sqlite"
  /// The environment variable that names another place.
  package static let variable = "AUCAT_SYSTEM_CATALOG"

  /// Path of the file.
  package let path: String

  /// The catalog at a path.
  package init(_ path: String) { self.path = path }

  /// Whether its owner and its permissions make it trustworthy.
  package enum Standing: Hashable, Sendable {
    case absent
    /// Users other than root could have written it.
    case refused(path: String, reason: String)
    case trusted
  }

  /// Whether it may be read.
  package var standing: Standing {
    let ofFolder = folderStanding
    return ofFolder == .trusted ? standing(of: path, .regular) : ofFolder
  }

  /// Whether its folder's owner and permissions make it trustworthy.
  var folderStanding: Standing { standing(of: StoreFile.parent(path), .directory) }

  /// The file, as a store.
  package var file: StoreFile { StoreFile(kind: .catalog, path: path) }

  private func standing(of path: String, _ kind: FileKind) -> Standing {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(path, followsLinks: false)
    } catch {
      return error.isMissing ? .absent : .refused(path: path, reason: "\(error)")
    }
    return objection(to: status, kind).map { .refused(path: path, reason: $0) } ?? .trusted
  }

  private func objection(to status: FileStatus, _ kind: FileKind) -> String? {
    if status.kind == .symbolicLink { return "it is a symbolic link" }
    if status.kind != kind { return kind == .directory ? "it is not a directory" : "it is not a regular file" }
    // The owner must be root, or the caller if they chose the place.
    let isTrusted = status.owner == 0 || path != Self.usualPath && status.owner == CurrentProcess.user
    if !isTrusted { return "it belongs to user \(status.owner), not to root" }
    // With an access control list, the group's bits are the most that the list grants to anyone.
    return status.permissions & 0o022 == 0 ? nil : "users other than its owner may write to it"
  }

  /// Whether a scan by the caller may replace it, apart from what its permissions allow.
  package var isReplaceable: Bool { path != Self.usualPath || CurrentProcess.user == 0 }

  /// Whether a path is where a machine-wide catalog belongs: the usual place, or the one that the environment names.
  static func isPlace(_ path: String) -> Bool { path == usualPath || path == CurrentProcess.variable(variable) }
}
