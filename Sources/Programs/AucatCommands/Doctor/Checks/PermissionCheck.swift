internal import AudioComponents
internal import Linux

/// Who can write to the stores, the programs and the directories of bundles: anyone who can may run code as this user.
enum PermissionCheck: Check {
  static let name = "permissions"

  static func findings(_ checkup: Checkup) throws -> [Finding] {
    var findings: [Finding] = []
    if let store = checkup.manager.userStorePath, let status = try status(of: store) {
      findings += foreign(store, status)
    }
    let manager = checkup.manager
    let stores = [manager.userStorePath, manager.catalogPath, manager.resultsPath].compactMap(\.self)
    for store in stores { findings += try files(of: store) }
    for folder in Set(stores.map(Path.existingFolder)).sorted() { findings += try replaceable(folder) }
    let programs = [try? checkup.manager.workerPath(), HelperProgram.path("aucat-render")].compactMap(\.self)
    for path in programs + checkup.manager.answeringDirectories {
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
        remedy: "make it yours with `chown`, or set AUCAT_USER_STORE to a file of your own")
    ]
  }

  /// A store's file, or the first file beside it that everybody can write to.
  private static func files(of store: String) throws -> [Finding] {
    for path in Fix.files(of: store) {
      guard let status = try status(of: path) else { continue }
      let findings = writable(path, status, fix: .protect(store))
      if !findings.isEmpty { return findings }
    }
    return []
  }

  /// A folder in which everybody can replace the stores' files. In a sticky one only their owner can.
  private static func replaceable(_ folder: String) throws -> [Finding] {
    guard let status = try status(of: folder), status.permissions & 0o1000 == 0 else { return [] }
    // Others may depend on the permissions of a folder that isn't ours.
    return writable(folder, status, fix: folder.hasSuffix("/aucat") ? .protect(folder) : nil)
  }

  private static func writable(_ path: String, _ status: FileStatus, fix: Fix?) -> [Finding] {
    guard status.permissions & 0o002 != 0 else { return [] }
    return [
      .problem(
        path, "anyone can write to it", remedy: "`chmod o-w` removes that permission",
        fix: status.owner == CurrentProcess.user ? fix : nil)
    ]
  }
}
