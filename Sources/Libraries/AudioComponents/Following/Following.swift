/// How a manager follows what is installed: ``Configuration/following``.
public enum Following: Hashable, Sendable {
  /// Each answer counts the bundles that were added, removed or replaced before. To read them, it waits 2 seconds at most; what
  /// is left then follows with the next answers.
  case automatic
  /// As ``automatic``, but an answer waits this many seconds at most. With 0, only what is gone is taken over.
  case within(seconds: Double)
  /// Answers come from what the last scan by any program has found; the host scans when it likes.
  case never

  /// How long an answer waits for new bundles to be read; nil if it doesn't even look.
  var limit: Duration? {
    switch self {
    case .automatic: .seconds(2)
    case .within(let seconds): .seconds(min(max(seconds, 0), 3_600))
    case .never: nil
    }
  }
}
