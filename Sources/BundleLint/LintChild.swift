internal import BundleReading
internal import ChildProcess
internal import ComponentModel
internal import Glibc
internal import RenderChain

/// The children of a lint: programs that read a bundle or load a binary, and may die of it.
public enum LintChild {
  static let turtle = "--lint-turtle"
  static let binary = "--lint-binary"

  /// Does what the words ask for and ends the process; returns where they are no child's.
  ///
  /// - Parameter words: the program's arguments.
  public static func runIfAsked(_ words: [String]) {
    switch words.first {
    case turtle where words.count == 3: readTurtle(words[1], seconds: Int(words[2]) ?? 20)
    case binary where words.count >= 4:
      LibraryInspection.run(
        binary: words[2], bundle: words[3], extensions: Array(words[4...]), seconds: Int(words[1]) ?? 20)
    default: return
    }
  }

  private static func readTurtle(_ bundle: String, seconds: Int) -> Never {
    ChildProcess.endWithParent()
    let output = dup(1)
    dup2(2, 1)
    WorkerLimits.apply()
    WorkerLimits.startClock(seconds: seconds)
    var buffer: [UInt8] = []
    func flush() {
      var sent = 0
      while sent < buffer.count {
        let count = buffer[sent...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { _exit(1) }
        sent += count
      }
      buffer.removeAll(keepingCapacity: true)
    }
    func say(_ line: JSON) {
      line.append(to: &buffer)
      buffer.append(UInt8(ascii: "\n"))
      if buffer.count > 1 << 16 { flush() }
    }
    if let facts = BundleFacts(path: bundle) {
      var lint = TurtleLint(facts, say: say)
      lint.run()
    }
    say(.object([("done", .bool(true))]))
    flush()
    _exit(0)
  }
}
