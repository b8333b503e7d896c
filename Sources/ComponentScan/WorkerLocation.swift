internal import Glibc

/// Where the worker program is.
public enum WorkerLocation {
  static let name = "aucat-scan-worker"

  /// The first worker that exists: the one that `AUCAT_WORKER` names, then beside this executable, in
  /// `../libexec/aucat`, then beside the library that this code is part of.
  ///
  /// - Throws: ``ScanError`` with the places that were looked at.
  public static func find(environment: [String: String]) throws(ScanError) -> String {
    if let named = environment["AUCAT_WORKER"], !named.isEmpty {
      guard access(named, X_OK) == 0 else {
        throw ScanError(
          .workerMissing, "no worker program at \(named), which AUCAT_WORKER names; correct or unset AUCAT_WORKER")
      }
      return named
    }
    let candidates = ProgramLocation.candidates([name, "../libexec/aucat/\(name)"])
    for candidate in candidates where access(candidate, X_OK) == 0 { return candidate }
    throw ScanError(
      .workerMissing,
      "no \(name) in \(candidates.joined(separator: ", ")); build the whole package, install it, or set AUCAT_WORKER")
  }
}
