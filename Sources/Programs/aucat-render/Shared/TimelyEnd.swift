internal import AucatProgram
internal import Glibc
internal import Linux
internal import Synchronization

/// Ends the program soon after a signal, even if a plugin doesn't return.
enum TimelyEnd {
  // SAFETY: The word is initialized before the handler that signals it is installed, and stays as long as the process.

  private nonisolated(unsafe) static let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  /// The time that the program has to end by itself, in milliseconds.
  private static let patience = 1_000

  /// Starts watching for a signal. Call it once, before ``Interruption/observed(_:)``.
  static func begin() {
    word.initialize(to: 0)
    Interruption.atRequest = { EventCount(at: TimelyEnd.word).signal() }
    // Without this thread, a second signal ends the program.
    _ = try? BackgroundThread { TimelyEnd.watch() }
  }

  private static func watch() {
    let event = EventCount(at: word)
    while !Interruption.isRequested {
      let count = event.value
      if !Interruption.isRequested { event.wait(while: count, milliseconds: 60_000) }
    }
    CurrentThread.sleep(milliseconds: patience)
    Interruption.beforeEnd()
    StandardError.writeText("aucat: a plugin or the device did not return in time\n")
    // The supervisors of plugins' processes end with this one.
    _exit(ExitStatus.interrupted.rawValue)
  }
}
