internal import ArdourMetadata
internal import AucatProgram
internal import AudioComponents
internal import Linux

/// `aucat export --to ardour`
struct ArdourExport {
  let session: Session

  /// Writes the user's tags and marks.
  ///
  /// - Parameter path: Ardour's configuration folder; nil for that of the newest Ardour.
  func run(_ path: String?) throws {
    let folder = try path.map { try ArdourFolder($0) } ?? ArdourFolder.newest(session.manager.configuration.environment)
    // The names may require a first scan.
    let update = ArdourUpdate(try session.manager.userData(), names: try names())
    guard !RunningPrograms.contains(named: "ardour") else {
      throw CommandFailure(
        .storeFailed, "Ardour is running and would overwrite the export; quit it, then repeat this command")
    }
    // Both are prepared before either is written, so that a file that isn't Ardour's leaves both unchanged.
    let files = try [
      folder.file(.tags) { bytes throws(UserDataError) in try update.tags(in: bytes) },
      folder.file(.statuses) { bytes throws(UserDataError) in try update.statuses(in: bytes) },
    ].compactMap(\.self)
    let replacements = try files.map { try $0.replacement() }
    let backups = try files.compactMap { try $0.keep() }
    for (file, replacement) in zip(files, replacements) { try file.finish(replacement) }
    try report(files, backups: backups, in: folder)
    guard update.leftOut.isEmpty else {
      let count = Count.text(update.leftOut.count, "plugin")
      throw CommandFailure(.partly, "skipped \(count) whose URI Ardour can't read back, such as \(update.leftOut[0])")
    }
  }

  private func names() throws -> [String: String] {
    let components = try session.manager.components(matching: .constant(true))
    return Dictionary(components.map { ($0.uri, $0.name) }) { first, _ in first }
  }

  private func report(_ files: [ArdourFolder.NewFile], backups: [String], in folder: ArdourFolder) throws {
    let written = files.map(\.path).joined(separator: " and ")
    let kept = backups.isEmpty ? "" : "; the former version is kept as \(backups.joined(separator: " and "))"
    let text = files.isEmpty ? "\(folder.path) is already up to date" : "wrote \(written)\(kept)"
    try Output.print(Escaping.escaped(text) + "\n")
  }
}
