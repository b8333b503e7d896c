internal import CLinux
internal import Glibc

/// Where this program, and the library that this code is part of, are installed.
package enum ProgramLocation {
  /// The directory of the executable, then that of the library; the same one once.
  package static var directories: [String] {
    let library = aucatImagePath().map { String(cString: $0) }
    let images = [executable, library].compactMap { $0.flatMap { try? Path.canonical($0) } }
    return images.map(parent).reduce(into: []) { list, path in
      if !list.contains(path) { list.append(path) }
    }
  }

  /// A path of the program that this process runs, for children: also after its file was replaced, unless there is no
  /// `/proc`.
  package static var executable: String {
    let link = "/proc/self/exe"
    guard !Path.exists(link), let path = aucatExecutedPath() else { return link }
    return String(cString: path)
  }

  /// The paths of all places that something may be installed at.
  ///
  /// - Parameter places: relative to ``directories``, the likeliest first.
  package static func candidates(_ places: [String]) -> [String] {
    directories.flatMap { directory in places.map { LexicalPath.normalized("\(directory)/\($0)") } }
  }

  /// The first of the places, relative to ``directories``, where there is something to read.
  package static func find(_ places: [String]) -> String? { candidates(places).first(where: Path.isReadable) }

  /// The folder of the compiled resource bundles: that of a build, or of an installation, in which programs that others
  /// start lie deeper.
  package static var localizations: String? {
    find(["aucat_CICU.resources", "../share/aucat/localizations", "../../share/aucat/localizations"])
  }

  /// The places relative to the directory of the first `aucat` in `PATH`, which belongs to an installation that a host need
  /// not be part of; none if there is no `aucat`.
  package static func installed(_ places: [String], environment: [String: String]) -> [String] {
    for directory in (environment["PATH"] ?? "").split(separator: ":") where directory.hasPrefix("/") {
      if let program = try? Path.canonical("\(directory)/aucat"), Path.isExecutable(program) {
        return places.map { LexicalPath.normalized("\(parent(program))/\($0)") }
      }
    }
    return []
  }

  private static func parent(_ path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
