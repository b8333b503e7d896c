package import AudioComponents
internal import Linux

/// A connection to a session of `aucat live`. Whoever uses it waits for a limited time, whatever the session does.
package final class ControlClient {
  private let socket: FileDescriptor
  private let name: String
  private let patience: Duration
  private var input: [UInt8] = []
  /// The number of bytes at the beginning of ``input`` that are known to have no newline.
  private var searched = 0

  /// The longest line that is read, in bytes.
  private static var longestLine: Int { 64 << 20 }

  /// Connects to a session.
  ///
  /// - Parameters:
  ///   - name: the session's name; nil for the only one.
  ///   - patience: how long to wait for the session: for the connection, and for each answer.
  /// - Throws: a ``CommandFailure`` if none is running, several are, or it doesn't answer.
  package init(to name: String?, patience: Duration) throws {
    let folder = try SessionFolder()
    let names = folder.names
    let chosen = try Self.chosen(name, of: names, in: folder)
    self.name = chosen
    self.patience = patience
    do throws(SystemError) {
      socket = try LocalSocket.connected(to: folder.socket(of: chosen), patience: patience)
    } catch {
      if error.wouldBlock { throw Self.silence(of: chosen, patience) }
      throw CommandFailure(
        .nothing, "the session \(chosen) can't be reached (\(error)); `aucat live sessions` lists all")
    }
  }

  private static func chosen(_ name: String?, of names: [String], in folder: SessionFolder) throws -> String {
    if let name {
      if names.contains(name) || Path.exists(folder.socket(of: name)) { return name }
      throw CommandFailure(
        .nothing, "no session is named `\(name)`", suggestion: nearest(to: name, in: names),
        remedy: names.isEmpty ? "none is running" : "`aucat live sessions` lists those that are running")
    }
    guard let first = names.first else {
      throw CommandFailure(
        .nothing, "no session is running in \(folder.path); `aucat live --through COMPONENT` starts one")
    }
    guard names.count == 1 else {
      throw CommandFailure(
        .usage, "\(names.count) sessions are running; name one with --to: \(names.joined(separator: ", "))")
    }
    return first
  }

  /// Sends a request, and waits for its answer.
  ///
  /// - Returns: the answer, and its text.
  /// - Throws: a ``CommandFailure`` if there is none in time.
  package func ask(_ request: JSON) throws -> (answer: JSON, text: String) {
    try send(request)
    return try answer(until: .now + patience)
  }

  /// Sends a request.
  func send(_ request: JSON) throws {
    do throws(SystemError) {
      try socket.sendAll(Array((request.encoded + "\n").utf8))
    } catch {
      throw error.wouldBlock ? Self.silence(of: name, patience) : ended
    }
  }

  /// Waits for the answer to what was sent.
  ///
  /// - Throws: a ``CommandFailure``, with the status 4 if there is none in time.
  func answer(until end: ContinuousClock.Instant) throws -> (answer: JSON, text: String) {
    guard let text = try nextLine(until: end) else { throw ended }
    guard let answer = JSON(text) else { throw invalid }
    return (answer, text)
  }

  private var ended: CommandFailure { CommandFailure(.storeFailed, "the session \(name) has ended") }

  private var invalid: CommandFailure {
    CommandFailure(.storeFailed, "the session \(name) gives no valid answer")
  }

  /// The failure of a session that runs, but doesn't answer.
  private static func silence(of name: String, _ patience: Duration) -> CommandFailure {
    CommandFailure(
      .partly,
      "the session \(name) does not answer within \(Int(patience / .seconds(1))) s, and may still do what was asked; "
        + "`aucat live sessions` shows whether it answers again")
  }

  /// Waits for the session's next line; nil at its end.
  ///
  /// - Parameter end: when to give up; nil to wait as long as the session lives, for what may never happen.
  /// - Throws: a ``CommandFailure``, with the status 4 if there is none in time.
  package func nextLine(until end: ContinuousClock.Instant? = nil) throws -> String? {
    var portion = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = input[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer {
          input.removeFirst(end + 1)
          searched = 0
        }
        return String(decoding: input[..<end], as: UTF8.self)
      }
      searched = input.count
      guard input.count <= Self.longestLine else { throw invalid }
      if let end { try waitForBytes(until: end) }
      let count: Int
      do throws(SystemError) { count = try socket.read(into: &portion) } catch { return nil }
      if count == 0 { return nil }
      input += portion[..<count]
    }
  }

  private func waitForBytes(until end: ContinuousClock.Instant) throws {
    repeat {
      let left = Int(max(.zero, end - .now) / .milliseconds(1))
      if socket.isReadable(within: left) { return }
    } while end > .now
    throw Self.silence(of: name, patience)
  }
}

extension JSON {
  /// The value of an object's member; nil if it isn't an object or lacks the member.
  package func member(_ key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }
}

extension CommandFailure {
  /// The error in a session's answer to a failed request; nil for any other answer.
  package init?(answer: JSON) {
    guard let error = answer.member("error"), let message = error.member("message")?.text else { return nil }
    var status = ExitStatus.storeFailed
    if case .int(let number)? = error.member("status"),
      let known = ExitStatus(rawValue: Int32(truncatingIfNeeded: number))
    {
      status = known
    }
    let suggestion = error.member("suggestion")?.text
    guard let remedy = error.member("remedy")?.text else {
      self.init(status, message)
      return
    }
    self.init(status, message, suggestion: suggestion, remedy: remedy)
  }

  /// The answer to a failed request, without its beginning.
  package var answer: JSON {
    .object([
      ("message", .string(reason)), ("status", .int(Int(status.rawValue))), ("suggestion", .optional(suggestion)),
      ("remedy", .optional(remedy)),
    ])
  }
}
