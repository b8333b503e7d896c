internal import CProcess
internal import Glibc

/// Where this program, and the library that this code is part of, are installed.
public enum ProgramLocation {
  /// The directory of the executable, then that of the library; the same one once.
  public static var directories: [String] {
    let program = canonicalPath("/proc/self/exe").map(parent)
    let library = aucatImagePath().flatMap { canonicalPath(String(cString: $0)) }.map(parent)
    return [program, library].compactMap(\.self).reduce(into: []) { list, path in
      if !list.contains(path) { list.append(path) }
    }
  }

  /// The first of the places, relative to ``directories``, that exists.
  public static func find(_ places: [String]) -> String? {
    candidates(places).first { access($0, R_OK) == 0 }
  }

  /// The folder of the compiled resource bundles: that of a build, or of an installation, where programs that others start
  /// lie deeper.
  public static var localizations: String? {
    find(["aucat_ComponentTags.resources", "../share/aucat/localizations", "../../share/aucat/localizations"])
  }

  /// The places relative to the directory of the first `aucat` in `PATH`, which belongs to an installation that a host need
  /// not be part of; none if there is no `aucat`.
  static func installed(_ places: [String], environment: [String: String]) -> [String] {
    for directory in (environment["PATH"] ?? "").split(separator: ":") where directory.hasPrefix("/") {
      if let program = canonicalPath("\(directory)/aucat"), access(program, X_OK) == 0 {
        return places.map { LexicalPath.normalized("\(parent(program))/\($0)") }
      }
    }
    return []
  }

  static func candidates(_ places: [String]) -> [String] {
    directories.flatMap { directory in places.map { LexicalPath.normalized("\(directory)/\($0)") } }
  }

  private static func parent(_ path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
