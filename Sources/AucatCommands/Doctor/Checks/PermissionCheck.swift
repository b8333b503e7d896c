internal import AudioComponents
internal import Linux

/// Who may write the stores, the programs and the directories of bundles: whoever can may have code run here.
enum PermissionCheck: Check {
  static let name = "permissions"

  static func findings(_ checkup: Checkup) throws -> [Finding] {
    let configuration = checkup.configuration
    var findings: [Finding] = []
    if let store = configuration.userStorePath, let status = try status(of: store) {
      findings += foreign(store, status) + writable(store, status, fix: .protect(store))
    }
    if let catalog = configuration.catalogPath, let status = try status(of: catalog) {
      findings += writable(catalog, status, fix: .protect(catalog))
    }
    let programs = [try? checkup.manager.workerPath(), HelperProgram.path("aucat-render")].compactMap(\.self)
    for path in programs + configuration.searchDirectories {
      guard let status = try status(of: path) else { continue }
      findings += writable(path, status, fix: nil)
    }
    return findings
  }

  /// - Returns: nil if nothing is there.
  private static func status(of path: String) throws -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(path)
    } catch {
      if error.isMissing || error.isPermission { return nil }
      throw error
    }
  }

  private static func foreign(_ path: String, _ status: FileStatus) -> [Finding] {
    guard status.owner != CurrentProcess.user else { return [] }
    return [
      .problem(
        path, "it belongs to another user (\(status.owner))",
        remedy: "take it over with `chown`, or set AUCAT_USER_STORE to a file of your own")
    ]
  }

  private static func writable(_ path: String, _ status: FileStatus, fix: Fix?) -> [Finding] {
    guard status.permissions & 0o002 != 0 else { return [] }
    return [
      .problem(
        path, "everybody may write it", remedy: "`chmod o-w` takes that right away",
        fix: status.owner == CurrentProcess.user ? fix : nil)
    ]
  }
}
