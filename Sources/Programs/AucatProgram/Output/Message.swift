package import AudioComponents
internal import Linux
internal import Synchronization

/// A command's messages besides its answer, on standard error: a line for people or, if JSON is asked for, an object.
enum Message {
  /// Writes a line, or several, escaped so that no text from a file can control the terminal.
  static func writeLines(_ text: String) { StandardError.writeText(lines(text)) }

  /// Writes an object on a line of its own.
  static func writeObject(_ members: [(key: String, value: JSON)]) { StandardError.writeText(object(members)) }

  /// The text of a note, as ``warn(_:)`` writes it.
  static func note(_ message: String) -> String {
    guard CommandLineWords.asksForJSON else { return lines(message) }
    return object([("severity", .string("note")), ("message", .string(message))])
  }

  private static func lines(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Escaping.escaped(String($0)) }
    return "aucat: " + lines.joined(separator: "\n") + "\n"
  }

  private static func object(_ members: [(key: String, value: JSON)]) -> String { JSON.object(members).encoded + "\n" }
}

/// Prints a note that people should see, but that isn't a failure.
package func warn(_ message: String) { StandardError.writeText(Message.note(message)) }

/// Prints remarks about a table: below it on a terminal, else on standard error, to keep them out of the data.
package func remark(_ lines: [String], _ terminal: Terminal) throws {
  guard terminal.isInteractive, !CommandLineWords.asksForJSON else { return warn(lines.joined(separator: "\n")) }
  try Output.print("\n" + lines.map(Escaping.escaped).joined(separator: "\n") + "\n")
}

/// Standard error, unbuffered. Write errors are ignored: there is nowhere left to report them.
package enum StandardError {
  /// Writes a text unchanged.
  package static func writeText(_ text: String) {
    do throws(SystemError) {
      if try BackgroundOutput.printError(Array(text.utf8)) { return }
    } catch { return }
    var text = text
    // SAFETY: The text outlives the call, which keeps nothing.
    text.withUTF8 { try? BorrowedDescriptor.standardError.writeAll(UnsafeRawBufferPointer($0)) }
  }
}

/// Problems that leave this run's answers incomplete: reported on standard error and in the exit status.
package enum Shortfalls {
  private static let reported = Mutex<Set<String>>([])

  /// Whether none was reported.
  package static var isEmpty: Bool { reported.withLock(\.isEmpty) }

  /// Reports something missing, once.
  package static func report(_ message: String) {
    if reported.withLock({ $0.insert(message).inserted }) { warn(message) }
  }

  /// Reports what a scan could not read.
  package static func report(_ scan: ScanReport) {
    report(unreadableDirectories: scan.unreadableDirectories)
    for bundle in scan.interrupted { report("\(bundle); it was not read, and the next scan tries again") }
  }

  /// Reports which directories of the search path can't be read, with the reasons.
  package static func report(unreadableDirectories: [String]) {
    for problem in unreadableDirectories {
      report("the directory \(problem); the catalog keeps what it has of its bundles")
    }
  }
}
