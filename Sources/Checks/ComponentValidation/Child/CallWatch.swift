internal import CCallWatch

/// Counts a thread's blocking calls to the C library for a while: calls by libraries, such as a plugin and the
/// libraries that it links, not by this program.
enum CallWatch {
  // SAFETY: The names are C's constants.

  /// The effect that a call may have.
  enum Effect: Int32, CaseIterable, Hashable, Sendable {
    case allocates, frees, locks, waits, usesFiles, prints
  }

  /// A function that was called.
  struct Call: Hashable, Sendable {
    /// The name of the C function.
    var function: String
    /// The effect that it may have.
    var effect: Effect
  }

  /// Lets the libraries that are loaded by now call through counters, permanently.
  ///
  /// - Returns: false if that is impossible on this processor, or the tables can't be written.
  static func watchLibraries() -> Bool { aucatWatchLibraries() == 0 }

  /// Starts counting the calls of this thread.
  static let begin: @convention(c) @Sendable () -> Void = { aucatBeginWatch() }

  /// Stops counting the calls of this thread.
  static let end: @convention(c) @Sendable () -> Void = { aucatEndWatch() }

  /// The functions that were called since this was last called.
  static func takeCalls() -> [Call] {
    (0..<aucatWatchedCount()).flatMap { function -> [Call] in
      let name = String(cString: aucatWatchedName(function))
      var calls: [Call] = []
      if aucatTakeCalls(function, 0) > 0, let effect = Effect(rawValue: aucatWatchedKind(function)) {
        calls.append(Call(function: name, effect: effect))
      }
      if aucatTakeCalls(function, 1) > 0 { calls.append(Call(function: name, effect: .prints)) }
      return calls
    }
  }
}
