internal import CLV2Host
internal import Glibc
internal import Linux

/// The files of a plugin's state: `state:makePath`, `state:mapPath`, `state:freePath`.
///
/// Paths are kept absolute, so that a state that names a sample finds it again on the same machine.
final class StatePaths {
  // SAFETY: The handle is this object, which `HostFeatures` keeps as long as the instance. Paths are allocated by
  // `strdup`, and the plugin frees them through `free`.

  /// The folder for files that plugins create; nil if they may create none.
  private let folder: String?

  init(folder: String?) { self.folder = folder }

  /// Whether plugins may create files.
  var hasFolder: Bool { folder != nil }

  private static func paths(_ handle: UnsafeMutableRawPointer?) -> StatePaths? {
    handle.map { Unmanaged<StatePaths>.fromOpaque($0).takeUnretainedValue() }
  }

  private var handle: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// `LV2_State_Map_Path`
  var map: LV2_State_Map_Path {
    LV2_State_Map_Path(
      handle: handle, abstract_path: { _, path in path.flatMap { strdup($0) } },
      absolute_path: { handle, path in
        guard let path else { return nil }
        return strdup(StatePaths.paths(handle)?.absolute(String(cString: path)) ?? "")
      })
  }

  /// `LV2_State_Make_Path`
  var make: LV2_State_Make_Path {
    LV2_State_Make_Path(handle: handle) { handle, path in
      guard let path, let made = StatePaths.paths(handle)?.make(String(cString: path)) else { return nil }
      return strdup(made)
    }
  }

  /// `LV2_State_Free_Path`
  var free: LV2_State_Free_Path {
    LV2_State_Free_Path(handle: handle) { _, path in Glibc.free(path) }
  }

  private func absolute(_ path: String) -> String {
    guard !LexicalPath.isAbsolute(path), let folder else { return path }
    return "\(folder)/\(path)"
  }

  /// Creates the folders that a path needs, and returns its absolute form; nil if it leads out of the folder.
  private func make(_ path: String) -> String? {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard let folder, !LexicalPath.isAbsolute(path), !parts.contains("..") else { return nil }
    var parent = folder
    try? Path.makeFolder(parent)
    for part in parts.dropLast() {
      parent += "/" + part
      try? Path.makeFolder(parent)
    }
    return "\(folder)/\(path)"
  }
}
