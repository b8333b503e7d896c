internal import Synchronization

/// Where a survey or a look is, for another thread that waits for it and may have to leave it behind.
package final class SurveyProgress: Sendable {
  private let state = Mutex(State())

  private struct State {
    var directory = ""
    var steps = 0
    var began = ContinuousClock.now
    /// How long each directory has taken that is finished.
    var times: [String: Duration] = [:]

    mutating func end() {
      if directory.isEmpty { return }
      times[directory, default: .zero] += .now - began
      began = .now
    }
  }

  /// Nothing has begun.
  package init() {}

  func begin(_ directory: String) {
    state.withLock { state in
      state.end()
      (state.directory, state.steps, state.began) = (directory, state.steps + 1, .now)
    }
  }

  func step() { state.withLock { $0.steps += 1 } }

  /// The directory that is being looked at, as the search path names it, and how many answers there have been.
  package var current: (directory: String, steps: Int) { state.withLock { ($0.directory, $0.steps) } }

  /// The directory that has taken the longest so far.
  var slowest: String {
    state.withLock { state in
      state.end()
      return state.times.max { $0.value < $1.value }?.key ?? state.directory
    }
  }
}
