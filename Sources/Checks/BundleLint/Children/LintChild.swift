internal import BundleReading
internal import ComponentValidation
internal import Linux
internal import ComponentModel
internal import ChainHosting

/// The child processes of a lint run, which read a bundle or load a binary, and may crash.
package enum LintChild {
  static let turtle = "--lint-turtle"
  static let binary = "--lint-binary"

  /// Does what a child's arguments ask for, and exits; returns if the arguments are not a child's.
  ///
  /// - Parameter words: the program's arguments.
  package static func runIfAsked(_ words: [String]) {
    switch words.first {
    case turtle where words.count >= 3:
      readTurtle(words[1], seconds: Int(words[2]) ?? 20, skipping: Set(words[3...].compactMap { Int($0) }))
    case binary where words.count >= 4:
      LibraryInspection.run(
        binary: words[2], bundle: words[3], extensions: Array(words[4...]), seconds: Int(words[1]) ?? 20)
    default: return
    }
  }

  private static func readTurtle(_ bundle: String, seconds: Int, skipping steps: Set<Int>) -> Never {
    CurrentProcess.endWithParent()
    var lines = JSONLinesOutput(collecting: 1 << 16)
    WorkerLimits.apply()
    WorkerLimits.startClock(seconds: seconds)
    if let facts = BundleFacts(path: bundle) {
      var lint = TurtleLint(
        facts, skipping: steps, say: { lines.tell($0) },
        begin: {
          lines.tell($0)
          // The step may crash the process.
          lines.flush()
        })
      lint.run()
    }
    lines.tell(("done", .bool(true)))
    lines.flush()
    CurrentProcess.endAtOnce(status: 0)
  }
}
