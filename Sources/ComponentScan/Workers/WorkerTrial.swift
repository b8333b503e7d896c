internal import ComponentModel
internal import Linux

/// Whether a worker program can be used.
package enum WorkerTrial {
  /// A worker greets as soon as it starts; a slow machine gets this long, in milliseconds.
  private static let patience = 10_000

  /// Starts the program, waits for its greeting, and ends it.
  ///
  /// - Throws: ``ScanError`` if it does not start, does not greet, or has another version.
  package static func run(_ program: String, environment: [String: String]) throws(ScanError) {
    let worker = try WorkerProcess(program: program, environment: environment)
    defer { _ = worker.end() }
    for _ in 0..<(patience / 5) {
      let isConnected = worker.receive()
      do throws(MessageProblem) {
        _ = try worker.nextReply()
      } catch {
        throw .workerUnusable(path: program, .wrongGreeting(error))
      }
      if worker.hasGreeted { return }
      if !isConnected { break }
      CurrentThread.sleep(milliseconds: 5)
    }
    throw .workerUnusable(path: program, .silent)
  }
}
