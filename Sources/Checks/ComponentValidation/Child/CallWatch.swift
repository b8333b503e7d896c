internal import CCallWatch

/// Counts the calls of the C library that may wait, for a thread and a time: those of libraries, such as a plugin and what it
/// links, and not those of this program.
enum CallWatch {
  // SAFETY: The names are C's constants.

  /// What a call may do.
  enum Effect: Int32, CaseIterable, Hashable, Sendable {
    case allocates, frees, locks, waits, usesFiles, prints
  }

  /// A function that was called.
  struct Call: Hashable, Sendable {
    /// Its name.
    var function: String
    /// What it may do.
    var effect: Effect
  }

  /// Makes the libraries that are loaded by now call through counters, once and for all.
  ///
  /// - Returns: false where that isn't possible: on this processor, or because tables can't be written.
  static func watchLibraries() -> Bool { aucatWatchLibraries() == 0 }

  /// From now on the calls of this thread count.
  static let begin: @convention(c) @Sendable () -> Void = { aucatBeginWatch() }

  /// They don't any more.
  static let end: @convention(c) @Sendable () -> Void = { aucatEndWatch() }

  /// The functions that were called since this was last asked.
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
