/// Why a bundle as a whole is kept away from hosts.
package enum BundleProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The directory can't be read, for the reason that the system gave.
  case unreadableDirectory(String)
  /// Its manifest exists but can't be examined, for the reason that the system gave.
  case unreadableManifest(String)
  /// The name of its directory is not UTF-8.
  case unreadableName
  case tooManyFiles(limit: Int)
  /// The Turtle exceeds the limit, in MiB.
  case tooMuchTurtle(Int, limit: Int)
  case unusableManifest(FileProblem)
  case invalidManifest(SyntaxProblem)
  case tooManyPlugins(Int, limit: Int)
  /// lilv does not find this plugin, which the manifest declares.
  case notDiscovered(String)
  case worker(WorkerFailure)
  /// Its plugins and presets take more than this many MiB; the first ones are kept.
  case tooLarge(limit: Int)
  /// The bundles of the scan take more than this many MiB together, and this one is left out.
  case scanTooLarge(limit: Int)
  /// This isn't a verdict: the bundle is tried again.
  case interrupted(ScanInterruption)

  /// The verdict on the bundle.
  package var verdict: Verdict {
    if case .worker(let failure) = self { failure.verdict } else { .failed }
  }

  /// The problem in one sentence. May contain text from a file: escape it for a terminal.
  package var description: String {
    switch self {
    case .unreadableDirectory(let reason): "the directory can't be read: \(reason)"
    case .unreadableManifest(let reason): "manifest.ttl can't be read: \(reason)"
    case .unreadableName: "the name of its directory is not UTF-8"
    case .tooManyFiles(let limit): "it has more than \(limit) files"
    case .tooMuchTurtle(let size, let limit): "it has \(size) MiB of Turtle; at most \(limit) MiB are read"
    case .notDiscovered(let plugin): "lilv does not find \(plugin), which its manifest declares"
    case .unusableManifest(let problem): "manifest.ttl: \(problem)"
    case .invalidManifest(let problem): "manifest.ttl: \(problem)"
    case .tooManyPlugins(let count, let limit): "it declares \(count) plugins; at most \(limit) are read"
    case .worker(let failure): failure.description
    case .tooLarge(let limit): "its plugins and presets have more than \(limit) MiB; the first ones are kept"
    case .scanTooLarge(let limit): "all bundles together have more than \(limit) MiB; the remaining ones are left out"
    case .interrupted(let cause): "not read: \(cause)"
    }
  }
}
