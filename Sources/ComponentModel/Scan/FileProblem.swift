/// Why a file that a bundle names can't be used.
package enum FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case outsideBundle
  /// A symbolic link leads out of the bundle to a file of another user.
  case foreignLink
  case notRegular
  case empty
  /// In MiB.
  case tooLarge(Int, limit: Int)
  /// The operating system's error.
  case system(String)
  /// Something outside the bundle keeps it from being read at the moment.
  case unavailable(ScanInterruption)

  /// What is wrong, in one clause.
  package var description: String {
    switch self {
    case .outsideBundle: "it lies outside the bundle"
    case .foreignLink: "a symbolic link leads out of the bundle to another user's file"
    case .notRegular: "it is not a regular file"
    case .empty: "it is empty"
    case .tooLarge(let size, let limit): "it has \(size) MiB; the limit for a Turtle file is \(limit) MiB"
    case .system(let words): words
    case .unavailable(let cause): cause.description
    }
  }
}
