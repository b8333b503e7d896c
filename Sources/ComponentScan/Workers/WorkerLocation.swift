internal import Linux

/// Where the worker program is.
package enum WorkerLocation {
  static let name = "aucat-scan-worker"

  /// The worker program: the one that the caller or `AUCAT_WORKER` names, else the first that exists beside this
  /// program (or the library that this code is part of), in `../libexec/aucat` from there or, for a program, below the
  /// prefix of the `aucat` in `PATH`.
  ///
  /// - Parameter path: the worker that the caller names, if any.
  /// - Throws: ``ScanError`` with the places that were tried.
  package static func find(_ path: String? = nil, environment: [String: String]) throws(ScanError) -> String {
    if let path {
      guard Path.isExecutable(path) else { throw .workerMissing(paths: [path]) }
      return path
    }
    if let named = environment["AUCAT_WORKER"], !named.isEmpty {
      guard Path.isExecutable(named) else {
        throw .workerMissing(paths: [named])
      }
      return named
    }
    let places = ProgramLocation.places(of: name)
    let installed =
      ProgramLocation.isInLibrary ? [] : ProgramLocation.installed(places, environment: environment)
    let candidates = ProgramLocation.candidates(places) + installed
    for candidate in candidates where Path.isExecutable(candidate) { return candidate }
    throw .workerMissing(paths: candidates)
  }
}
