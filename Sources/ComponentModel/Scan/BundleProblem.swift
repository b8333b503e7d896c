/// Why a bundle as a whole is kept away from hosts.
package enum BundleProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// It can't be looked at, for a reason in words.
  case unreadable(String)
  case unusableManifest(FileProblem)
  case invalidManifest(SyntaxProblem)
  case tooManyPlugins(Int, limit: Int)
  /// lilv does not find what the manifest declares, with the reason.
  case notDiscovered(String)
  case worker(WorkerFailure)
  /// Its plugins and presets have more than so many MiB; what comes first is kept.
  case tooLarge(limit: Int)
  /// All bundles of a scan have more than so many MiB, and this is one of those that are left out.
  case scanTooLarge(limit: Int)
  /// Something outside the bundle kept it from being read, in words. This is no verdict: it is tried again.
  case interrupted(String)

  /// The verdict on the bundle.
  package var verdict: Verdict {
    if case .worker(let failure) = self { failure.verdict } else { .failed }
  }

  /// What is wrong, in one sentence. May hold text from a file: escape it for a terminal.
  package var description: String {
    switch self {
    case .unreadable(let reason), .notDiscovered(let reason): reason
    case .unusableManifest(let problem): "manifest.ttl: \(problem)"
    case .invalidManifest(let problem): "manifest.ttl: \(problem)"
    case .tooManyPlugins(let count, let limit): "it declares \(count) plugins; at most \(limit) are read"
    case .worker(let failure): failure.description
    case .tooLarge(let limit): "its plugins and presets have more than \(limit) MiB; the first ones are kept"
    case .scanTooLarge(let limit): "all bundles together have more than \(limit) MiB; what is read later is left out"
    case .interrupted(let words): "not read: \(words)"
    }
  }
}
