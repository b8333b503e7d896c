internal import ComponentScan
internal import Linux

/// Decides which files a preset or a default state may name to a plugin.
///
/// An installed preset or state may name files in its bundle and in the caller's state folder. The caller's own ones
/// may name any file, since samplers need that.
struct StatePathRule {
  private let bundle: FileRule
  private let folder: String?
  private let isCallers: Bool

  /// - Parameters:
  ///   - bundle: canonical path of the bundle that declares the preset or the plugin.
  ///   - folder: the folder of the caller's states.
  ///   - user: the caller's user ID.
  ///   - home: the caller's home.
  init(
    bundle: String, folder: String?, user: UInt32 = CurrentProcess.user,
    home: String? = CurrentProcess.variable("HOME")
  ) {
    self.bundle = FileRule(bundle: bundle)
    self.folder = folder
    // Most files that root owns are installed; root's own bundles are those in its home.
    let isOwner = (try? FileStatus(bundle))?.owner == user
    isCallers = isOwner && (user != 0 || Self.isInside(bundle, home))
  }

  private static func isInside(_ bundle: String, _ home: String?) -> Bool {
    let path = home.flatMap { try? Path.canonical($0) }
    return path.map { $0 != "/" && LexicalPath.isInside(bundle, $0) } ?? false
  }

  func allows(_ path: String) -> Bool {
    if isCallers || path.isEmpty { return true }
    return folder.map { LexicalPath.isInside(path, $0) } == true || bundle.contains(path)
  }
}
