internal import CLinux
internal import Glibc

/// Where this program, or the library that this code is part of, is installed.
package enum ProgramLocation {
  /// The directory of the shared library that this code is part of, or else of the program: a host of the library may
  /// be installed beside another aucat, whose programs it must not start. Nil if the system does not say.
  package static let directory: String? = {
    // SAFETY: The text is the dynamic linker's, of a library that stays loaded while its code runs; it is copied.
    let image = aucatLibraryPath().map { String(cString: $0) } ?? executable
    return (try? Path.canonical(image)).map(LexicalPath.folder)
  }()

  /// Whether this code is part of a shared library, which looks for files only relative to its own place.
  package static var isInLibrary: Bool { aucatLibraryPath() != nil }

  /// A path of the program that this process runs, for children: it works even after the file was replaced, unless
  /// there is no `/proc`.
  package static var executable: String {
    let link = "/proc/self/exe"
    guard !Path.exists(link), let path = aucatExecutedPath() else { return link }
    // SAFETY: The kernel has put the text on the initial stack, where it stays as long as the process (getauxval(3)).
    return String(cString: path)
  }

  /// The paths of all places where something may be installed.
  ///
  /// - Parameter places: relative to ``directory``, the likeliest first.
  package static func candidates(_ places: [String]) -> [String] {
    guard let directory else { return [] }
    return places.map { LexicalPath.normalized("\(directory)/\($0)") }
  }

  /// The places of a program that only other programs start, relative to a program or library of the same installation.
  /// A distribution's libraries may lie one folder deeper.
  package static func places(of program: String) -> [String] {
    [program, "../libexec/aucat/\(program)", "../../libexec/aucat/\(program)"]
  }

  /// The first of the places, relative to ``directory``, at which there is something to read.
  package static func find(_ places: [String]) -> String? { candidates(places).first(where: Path.isReadable) }

  /// The folder of the compiled resource bundles: that of a build, or of an installation, in which programs that only
  /// others start lie one folder deeper.
  package static var localizations: String? {
    find(["aucat_CICU.resources", "../share/aucat/localizations", "../../share/aucat/localizations"])
  }

  /// Returns the places relative to the directory of the first `aucat` in `PATH`, which belongs to an installation that
  /// a host need not be part of; none if there is no `aucat`.
  package static func installed(_ places: [String], environment: [String: String]) -> [String] {
    for directory in LexicalPath.list(environment["PATH"] ?? "") where LexicalPath.isAbsolute(directory) {
      if let program = try? Path.canonical("\(directory)/aucat"), Path.isExecutable(program) {
        return places.map { LexicalPath.normalized("\(LexicalPath.folder(of: program))/\($0)") }
      }
    }
    return []
  }
}
