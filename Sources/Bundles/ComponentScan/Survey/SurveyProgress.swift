internal import Synchronization

/// Where a survey or a look is, for another thread that waits for it and may have to leave it behind.
package final class SurveyProgress: Sendable {
  private let state = Mutex((directory: "", steps: 0))

  /// Nothing has begun.
  package init() {}

  func begin(_ directory: String) { state.withLock { $0 = (directory, $0.steps + 1) } }

  func step() { state.withLock { $0.steps += 1 } }

  /// The directory that is being looked at, as the search path names it, and how many answers there have been.
  package var current: (directory: String, steps: Int) { state.withLock { $0 } }
}
