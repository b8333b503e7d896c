internal import Synchronization

/// What the answers of this run lack because something can't be read: said on standard error, and in the exit status.
enum Shortfalls {
  private static let areThere = Atomic(false)

  /// Whether any was reported.
  static var isEmpty: Bool { !areThere.load(ordering: .relaxed) }

  /// Says what is lacking.
  static func report(_ message: String) {
    areThere.store(true, ordering: .relaxed)
    complain(message)
  }
}

/// A command that only changes what a user has entered: it answers nothing that could lack anything.
protocol ChangingCommand {}
