package import AudioComponents
internal import Linux

/// A connection to a session of `aucat live`.
package final class ControlClient {
  private let socket: FileDescriptor
  private let name: String
  private var input: [UInt8] = []

  /// Connects to a session.
  ///
  /// - Parameter name: the session's name; nil for the only one.
  /// - Throws: a ``CommandFailure`` if none is running, or several are.
  package init(to name: String?) throws {
    let folder = try SessionFolder()
    let names = folder.names
    let chosen = try Self.chosen(name, of: names, in: folder)
    self.name = chosen
    do throws(SystemError) {
      socket = try LocalSocket.connected(to: folder.socket(of: chosen))
    } catch {
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
  package func ask(_ request: JSON) throws -> (answer: JSON, text: String) {
    do throws(SystemError) { try socket.sendAll(Array((request.encoded + "\n").utf8)) } catch { throw ended }
    guard let text = try nextLine() else { throw ended }
    guard let answer = JSON(text) else {
      throw CommandFailure(.storeFailed, "the session \(name) gives no valid answer")
    }
    return (answer, text)
  }

  private var ended: CommandFailure { CommandFailure(.storeFailed, "the session \(name) has ended") }

  /// Waits for the session's next line; nil at its end.
  package func nextLine() throws -> String? {
    var portion = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        defer { input.removeFirst(end + 1) }
        return String(decoding: input[..<end], as: UTF8.self)
      }
      let count: Int
      do throws(SystemError) { count = try socket.read(into: &portion) } catch { return nil }
      if count == 0 { return nil }
      input += portion[..<count]
    }
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
