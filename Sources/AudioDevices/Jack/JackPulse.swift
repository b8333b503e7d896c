/// When a server that runs no blocks is worth a look: it may have ended, or have nobody who listens.
struct JackPulse {
  private var cycles: UInt32?
  private var changed: Int64 = 0
  private var next: Int64 = 0

  /// How long nothing may happen first, in nanoseconds; then each time twice as long.
  static let patience: Int64 = 1_000_000_000
  /// The longest time between two looks.
  static let mostPatience: Int64 = 30_000_000_000

  /// Notes how many blocks there have been at a time.
  ///
  /// - Returns: whether it is time to look.
  mutating func isSuspect(cycles: UInt32, at time: Int64) -> Bool {
    if cycles != self.cycles {
      (self.cycles, changed, next) = (cycles, time, Self.patience)
      return false
    }
    guard time - changed >= next else { return false }
    // From now on.
    changed = time
    next = min(2 * next, Self.mostPatience)
    return true
  }
}
