internal import CLinux
internal import Glibc
internal import Synchronization

/// Receives lines from programs that connect to a socket, and sends them lines. A thread of its own waits for them.
///
/// One line at a time is handed out for each connection: the next one follows once the program has taken its answer, so
/// that answers come in order and no program can flood the server. A program that has shut down its sending side still
/// gets its answers. Programs of other users are refused.
///
/// Nobody waits for a program: bytes that it doesn't read are kept, and it is dropped once there are too many of them, or
/// an answer has been left unread for too long.
///
/// Use it on one thread.
package final class LineServer {
  /// The limits for connections.
  package struct Limits: Sendable {
    /// The maximum length of a line, in bytes, without its newline.
    package var line = 64 << 10
    /// The maximum number of connections at a time.
    package var connections = 64
    /// The maximum number of bytes that wait for a program that does not read, besides one answer of any length.
    package var unread = 1 << 20
    /// How long a program may leave an answer without reading any of it.
    package var patience = Duration.seconds(30)
    /// How long no connection is accepted after that has failed, such as for lack of descriptors.
    package var pause = Duration.milliseconds(200)
    /// The line sent to a program that connects when there are too many connections, without its newline.
    package var refusal = "refused"
    /// The line sent to a program whose line is too long, without its newline; the connection is then closed.
    package var tooLong = "too long"

    /// Creates limits with their usual values.
    package init() {}
  }

  /// An event of a connection.
  package enum Event: Hashable, Sendable {
    /// A line, which needs an answer; nil if it isn't UTF-8.
    case line(String?, from: Int)
    /// The connection has ended.
    case closed(Int)
    /// The connection was closed because the program doesn't read its messages.
    case dropped(Int)
  }

  private let work: Work
  private var thread: BackgroundThread?

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - socket: a socket from ``LocalSocket/listening(at:)``.
  ///   - arrived: called on the server's thread when there is something to take.
  package init(
    _ socket: consuming FileDescriptor, limits: Limits = Limits(), arrived: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let work = Work(socket, wakeUp: try EventDescriptor(), limits: limits, arrived: arrived)
    self.work = work
    thread = try BackgroundThread { work.serve() }
  }

  deinit { end() }

  /// Closes the socket and all connections.
  package func end() {
    work.state.withLock { $0.isEnding = true }
    work.wakeUp.set()
    thread?.join()
    thread = nil
    work.state.withLock { $0.connections = [:] }
  }

  /// The events since the last call.
  package func take() -> [Event] {
    work.state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  /// Sends a line to a connection, if it is still there.
  ///
  /// - Parameter isAnswer: whether it answers the connection's last line, so that the next one may come.
  package func send(_ line: String, to connection: Int, isAnswer: Bool) {
    let needsThread = work.state.withLock { $0.send(line, to: connection, isAnswer: isAnswer, work.limits) }
    if needsThread { work.wakeUp.set() }
  }

  /// Keeps a connection until its program closes it, although the program may send nothing more. Otherwise it ends once
  /// the program has shut down its sending side and has its answers.
  package func keep(_ connection: Int) { work.state.withLock { $0.connections[connection]?.isKept = true } }
}

extension LineServer {
  /// The loop of the thread, which keeps this object alive, and not the server.
  private final class Work: Sendable {
    let state = Mutex(State())
    let limits: Limits
    private let socket: FileDescriptor
    let wakeUp: EventDescriptor
    private let arrived: @Sendable () -> Void

    init(
      _ socket: consuming FileDescriptor, wakeUp: consuming EventDescriptor, limits: Limits,
      arrived: @escaping @Sendable () -> Void
    ) {
      self.limits = limits
      self.arrived = arrived
      self.socket = socket
      self.wakeUp = wakeUp
    }

    func serve() {
      var portion = [UInt8](repeating: 0, count: 1 << 16)
      var nextAccept: ContinuousClock.Instant?
      while true {
        let numbers = state.withLock { $0.numbers }
        var entries = state.withLock { $0.entries(numbers) }
        let stuck = state.withLock { $0.firstDeadline(limits) }
        if state.withLock({ $0.isEnding }) { return }
        entries.append(pollfd(fd: wakeUp.number, events: Int16(POLLIN), revents: 0))
        entries.append(pollfd(fd: nextAccept == nil ? socket.number : -1, events: Int16(POLLIN), revents: 0))
        poll(&entries, nfds_t(entries.count), Self.milliseconds(until: [stuck, nextAccept].compactMap(\.self).min()))
        if entries[numbers.count].revents != 0 { wakeUp.clear() }
        for (place, number) in numbers.enumerated() where entries[place].revents != 0 {
          let hasHungUp = Int32(entries[place].revents) & (POLLHUP | POLLERR) != 0
          state.withLock { $0.serve(number, hasHungUp: hasHungUp, with: &portion, limits) }
        }
        state.withLock { $0.dropStuck(limits) }
        if let next = nextAccept, next <= .now { nextAccept = nil }
        if entries[numbers.count + 1].revents != 0 { nextAccept = acceptAll() ? nil : .now + limits.pause }
        if state.withLock({ !$0.events.isEmpty }) { arrived() }
      }
    }

    /// The timeout for `poll(2)`: -1 for none.
    private static func milliseconds(until time: ContinuousClock.Instant?) -> Int32 {
      guard let time else { return -1 }
      return Int32(clamping: Int(max(.zero, ContinuousClock.now.duration(to: time)) / .milliseconds(1)) + 1)
    }

    /// Accepts the programs that want to connect.
    ///
    /// - Returns: false if one can't be accepted at the moment.
    private func acceptAll() -> Bool {
      while true {
        let connection: Connection
        do throws(SystemError) {
          guard let accepted = try socket.accept() else { return true }
          connection = Connection(accepted)
        } catch {
          return false
        }
        // Root may connect to every socket, but isn't the user whom the server serves.
        guard connection.descriptor.peerUser == CurrentProcess.user else { continue }
        let isRefused = state.withLock { $0.connections.count >= limits.connections }
        if isRefused {
          _ = connection.descriptor.sendSome(Array((limits.refusal + "\n").utf8)[...])
        } else {
          state.withLock { $0.add(connection) }
        }
      }
    }
  }
}

extension LineServer {
  /// The state shared by the server's thread and the program.
  private struct State {
    var connections: [Int: Connection] = [:]
    var events: [Event] = []
    var isEnding = false
    private var last = 0

    var numbers: [Int] { connections.keys.sorted() }

    /// The events to wait for, for some connections; one that has just ended is skipped.
    func entries(_ numbers: [Int]) -> [pollfd] {
      numbers.map { number in
        guard let connection = connections[number] else { return pollfd(fd: -1, events: 0, revents: 0) }
        let events = (connection.takesInput ? POLLIN : 0) | (connection.output.isEmpty ? 0 : POLLOUT)
        return pollfd(fd: connection.descriptor.number, events: Int16(events), revents: 0)
      }
    }

    mutating func add(_ connection: Connection) {
      last += 1
      connections[last] = connection
    }

    /// When the first program has left an answer unread for too long; nil if none leaves one.
    func firstDeadline(_ limits: Limits) -> ContinuousClock.Instant? {
      connections.values.filter(\.hasUnreadAnswer).map { $0.lastRead + limits.patience }.min()
    }

    mutating func dropStuck(_ limits: Limits) {
      for (number, connection) in connections
      where connection.hasUnreadAnswer && connection.lastRead + limits.patience <= .now {
        end(number, .dropped(number))
      }
    }

    /// - Returns: whether the thread has to look at the connection.
    mutating func send(_ line: String, to number: Int, isAnswer: Bool, _ limits: Limits) -> Bool {
      guard let connection = connections[number] else { return false }
      connection.add(line, isAnswer: isAnswer)
      let isSent = connection.sendOutput()
      if !isSent || connection.unreadBesidesAnswer > limits.unread {
        end(number, isSent ? .dropped(number) : .closed(number))
        return true
      }
      if isAnswer {
        connection.isBusy = false
        proceed(connection, number: number, limits)
      }
      return true
    }

    /// Reads and writes as much as possible.
    ///
    /// - Parameter hasHungUp: whether the program has closed the connection, which may still hold bytes from it.
    mutating func serve(_ number: Int, hasHungUp: Bool, with portion: inout [UInt8], _ limits: Limits) {
      guard let connection = connections[number] else { return }
      guard connection.sendOutput() else { return end(number, .closed(number)) }
      if connection.takesInput {
        switch connection.descriptor.receive(into: &portion) {
        case .bytes(let count): if !connection.isEnding { connection.input += portion[..<count] }
        case .nothing: break
        case .end: connection.hasFinished = true
        }
      }
      // What a program has sent that left without waiting for the answers is not worth more than one portion.
      if hasHungUp, !connection.takesInput { return end(number, .closed(number)) }
      proceed(connection, number: number, limits)
    }

    /// Hands out the next line, and ends a connection that needs nothing more.
    private mutating func proceed(_ connection: Connection, number: Int, _ limits: Limits) {
      handOut(connection, number: number, limits)
      let isDone = connection.hasFinished && !connection.isBusy && !connection.isKept
      if connection.isEnding || isDone, connection.output.isEmpty { end(number, .closed(number)) }
    }

    /// Hands out the next line, if there is one and the answer to the last has been taken.
    private mutating func handOut(_ connection: Connection, number: Int, _ limits: Limits) {
      guard !connection.isBusy, !connection.hasUnreadAnswer, !connection.isEnding else { return }
      guard let line = connection.nextLine() else {
        if connection.input.count > limits.line { refuse(connection, limits) }
        return
      }
      guard line.count <= limits.line else { return refuse(connection, limits) }
      connection.isBusy = true
      events.append(.line(String(validating: line, as: UTF8.self), from: number))
    }

    private func refuse(_ connection: Connection, _ limits: Limits) {
      connection.add(limits.tooLong, isAnswer: true)
      connection.isEnding = true
      connection.input = []
      _ = connection.sendOutput()
    }

    private mutating func end(_ number: Int, _ event: Event) {
      connections[number] = nil
      events.append(event)
    }
  }

  /// A program that has connected. It is accessed only under the server's lock.
  private final class Connection: @unchecked Sendable {
    // SAFETY: the server's lock guards all fields.

    let descriptor: FileDescriptor
    /// Received bytes that have not been handed out yet.
    var input: [UInt8] = []
    /// The number of bytes at the beginning of ``input`` that are known to have no newline.
    private var searched = 0
    /// The bytes still to be sent.
    private(set) var output: [UInt8] = []
    /// How many of ``output`` are the last answer and what precedes it, and how many the answer itself has.
    private var answer = (end: 0, size: 0)
    /// When the program last read something, or had nothing to read.
    private(set) var lastRead = ContinuousClock.now
    /// Whether a line is being answered.
    var isBusy = false
    /// Whether the connection ends once everything has been sent.
    var isEnding = false
    /// Whether the program sends nothing more.
    var hasFinished = false
    /// Whether the connection stays although the program sends nothing more.
    var isKept = false

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Whether to read more: from a program that doesn't wait for answers, nothing is read for a while.
    var takesInput: Bool { !hasFinished && input.count <= 1 << 16 }

    /// Whether the program has not read the whole answer to its last line.
    var hasUnreadAnswer: Bool { answer.end > 0 }

    /// The number of bytes that wait, without those of an answer.
    var unreadBesidesAnswer: Int { output.count - min(answer.end, answer.size) }

    func add(_ line: String, isAnswer: Bool) {
      if output.isEmpty { lastRead = .now }
      output += line.utf8
      output.append(UInt8(ascii: "\n"))
      if isAnswer { answer = (output.count, line.utf8.count + 1) }
    }

    /// - Returns: nil if there is no whole line.
    func nextLine() -> [UInt8]? {
      guard let end = input[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
        searched = input.count
        return nil
      }
      let line = Array(input[..<end])
      input.removeFirst(end + 1)
      searched = 0
      return line
    }

    /// - Returns: false if the connection is broken.
    func sendOutput() -> Bool {
      guard !output.isEmpty else { return true }
      guard let count = descriptor.sendSome(output[...]) else { return false }
      guard count > 0 else { return true }
      output.removeFirst(count)
      answer.end = max(0, answer.end - count)
      lastRead = .now
      return true
    }
  }
}
