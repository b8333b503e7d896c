package import ComponentModel
package import Linux

/// A child that reports what it finds as JSON Lines, and may die at any moment.
package struct JSONLinesChild {
  /// The report so far.
  package private(set) var lines: [[String: JSON]] = []
  /// The last step that it announced.
  package private(set) var step: JSON?
  /// The number of that step, if it counts them.
  package private(set) var number: Int?
  /// Whether it reported that it was done.
  package private(set) var isDone = false
  /// Why it was killed before it was done; nil if it ended of its own accord.
  package private(set) var stop: ChildFailure?
  /// How the child ended; nil while it runs.
  package private(set) var end: ChildEnd?

  /// Runs a program as a child.
  ///
  /// - Parameters:
  ///   - words: its arguments.
  ///   - program: its path.
  ///   - environment: its whole environment.
  ///   - seconds: its time limit.
  ///   - isTimedByLine: whether the time limit restarts with each line that it reports.
  ///   - longest: the maximum size of its report, in bytes.
  ///   - isSupervised: whether it calls `Supervisor.begin()`, and so kills everything that it has started when it ends.
  ///   - isCancelled: called several times a second; if true, the child is killed.
  package init(
    _ words: [String], program: String, environment: [String: String], seconds: Double, isTimedByLine: Bool = false,
    longest: Int, isSupervised: Bool = false, isCancelled: () -> Bool
  ) throws(ChildProcess.Failure) {
    var sockets: SocketPair
    do throws(SystemError) { sockets = try SocketPair() } catch { throw .connection(error) }
    let child = try ChildProcess(
      program, arguments: words, descriptors: [nil, sockets.far.number], environment: environment,
      messageLimit: 1 << 20, isSupervised: isSupervised)
    sockets.closeFar()
    readLines(
      from: sockets.near, of: child, within: .seconds(seconds), isTimedByLine: isTimedByLine, longest, isCancelled)
    end = child.end(within: isDone || stop != nil ? 0 : 500)
  }

  /// Reads until the child is done or its time is up. A process that the child left behind may keep the connection open
  /// beyond the child's end.
  private mutating func readLines(
    from pipe: borrowing FileDescriptor, of child: ChildProcess, within time: Duration, isTimedByLine: Bool,
    _ longest: Int, _ isCancelled: () -> Bool
  ) {
    var deadline = ContinuousClock.now + time
    var rest: [UInt8] = []
    var total = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isDone {
      if isCancelled() { stop = .cancelled }
      if deadline < .now { stop = .late }
      if total > longest { stop = .endless(longest) }
      if stop != nil { return }
      let hadEnded = child.hasEnded
      guard pipe.isReadable(within: 50) else {
        if hadEnded { return }
        continue
      }
      guard let count = try? pipe.read(into: &buffer), count > 0 else { return }
      total += count
      rest += buffer[0..<count]
      takeLines(of: &rest)
      if isTimedByLine { deadline = .now + time }
    }
  }

  private mutating func takeLines(of bytes: inout [UInt8]) {
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      take(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + 1
    }
    bytes.removeFirst(start)
  }

  private mutating func take(_ line: String) {
    guard case .object(let members)? = JSON(line) else { return }
    let object = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    if let step = object["step"] { self.step = step }
    if case .int(let number)? = object["number"] { self.number = number }
    if object["done"] != nil { isDone = true }
    lines.append(object)
  }

  /// How the child failed; nil if it finished.
  package var failure: ChildFailure? {
    if isDone { return nil }
    if let stop { return stop }
    if let signal = end?.signalName { return .signal(signal) }
    return end?.exitStatus.map(ChildFailure.exited) ?? .disconnected
  }
}

extension [String: JSON] {
  /// The members of the object for a key; nil if its value is not an object.
  package func object(_ key: String) -> [String: JSON]? {
    guard case .object(let members)? = self[key] else { return nil }
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }
}

/// How a child failed before it was finished.
package enum ChildFailure: Hashable, Sendable, CustomStringConvertible {
  /// It exceeded its time limit.
  case late
  /// It reported more than this many bytes.
  case endless(Int)
  /// The caller cancelled it.
  case cancelled
  /// It was killed by the signal with this number and name.
  case signal(String)
  /// It exited with this status.
  case exited(status: Int)
  /// It no longer reports, but keeps running.
  case disconnected

  /// A verb phrase for what it did.
  package var description: String {
    switch self {
    case .late: "does not finish in time"
    case .endless(let bytes): "reports more than \(bytes >> 20) MiB"
    case .cancelled: "is interrupted"
    case .signal(let name): "ends with \(name)"
    case .exited(let status): "ends the process with status \(status)"
    case .disconnected: "closes its connection but keeps running"
    }
  }
}
