import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Linux

/// Lines over a socket, from programs that behave and those that don't.
@Suite(.endsIfItHangs) struct LineServerTests {
  private let folder = TemporaryFolder()

  private func server(_ configure: (inout LineServer.Limits) -> Void = { _ in }) throws -> LineServer {
    var limits = LineServer.Limits()
    configure(&limits)
    return try LineServer(LocalSocket.listening(at: folder("s")), limits: limits) {}
  }

  private func connect() throws -> Client { Client(try LocalSocket.connected(to: folder("s"))) }

  /// A program that is connected.
  private final class Client {
    let descriptor: FileDescriptor
    private var input: [UInt8] = []

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    func send(_ text: String) throws { try descriptor.sendAll(Array(text.utf8)) }

    /// The next line; nil at the end.
    func line() -> String? {
      var portion = [UInt8](repeating: 0, count: 4_096)
      while true {
        if let end = input.firstIndex(of: 10) {
          defer { input.removeFirst(end + 1) }
          return String(decoding: input[..<end], as: UTF8.self)
        }
        guard let count = try? descriptor.read(into: &portion), count > 0 else { return nil }
        input += portion[..<count]
      }
    }
  }

  /// Takes what has happened until there is so much.
  private func events(_ server: LineServer, _ count: Int) -> [LineServer.Event] {
    var events: [LineServer.Event] = []
    for _ in 0..<2_000 where events.count < count {
      events += server.take()
      if events.count < count { usleep(1_000) }
    }
    return events
  }

  @Test func oneLineAtATimeIsHandedOut() throws {
    let server = try server()
    let client = try connect()
    try client.send("one\ntwo\n")
    verify(events(server, 1), equals: [.line("one", from: 1)])
    usleep(20_000)
    verify(server.take(), equals: [])
    server.send("notice", to: 1, isAnswer: false)
    server.send("first", to: 1, isAnswer: true)
    verify(events(server, 1), equals: [.line("two", from: 1)])
    server.send("second", to: 1, isAnswer: true)
    verify([client.line(), client.line(), client.line()], equals: ["notice", "first", "second"])
  }

  @Test func linesComeInPiecesAndWithoutTextWhereTheyAreNotUTF8() throws {
    let server = try server()
    let (one, other) = (try connect(), try connect())
    try one.send("a")
    try other.send("x\n")
    verify(events(server, 1), equals: [.line("x", from: 2)])
    try one.send("b\n")
    verify(events(server, 1), equals: [.line("ab", from: 1)])
    try other.descriptor.sendAll([0xFF, 0xFE, 10])
    // A line waits for the answer to the one before it.
    server.send("", to: 2, isAnswer: true)
    verify(events(server, 1), equals: [.line(nil, from: 2)])
  }

  @Test func theSocketIsItsOwnersAloneAndItsPathMayBeLong() throws {
    let deep = folder(String(repeating: "d", count: 150))
    try Path.makeFolder(deep)
    let server = try LineServer(LocalSocket.listening(at: deep + "/s")) {}
    try verify(FileStatus(deep + "/s").permissions, equals: 0o600)
    verify(throws: SystemError.self) { _ = try LocalSocket.listening(at: deep + "/s") }
    let client = Client(try LocalSocket.connected(to: deep + "/s"))
    try client.send("one\n")
    verify(events(server, 1), equals: [.line("one", from: 1)])
    server.end()
  }

  @Test(
    .enabled(
      if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 && access("/usr/bin/python3", X_OK) == 0,
      "only root can become somebody else, with setpriv and python3"))
  func programsOfOtherUsersAreRefused() throws {
    let server = try server()
    // What permissions keep out otherwise.
    verify(chmod(folder.path, 0o711) == 0 && chmod(folder("s"), 0o666) == 0)
    let script = """
      import socket
      peer = socket.socket(socket.AF_UNIX)
      peer.connect("\(folder("s"))")
      try:
        peer.sendall(b"one" + bytes([10]))
        print(peer.recv(9))
      except OSError:
        print(b"")
      """
    let run = Child.run(
      "/usr/bin/setpriv", ["--reuid", "65534", "--clear-groups", "/usr/bin/python3", "-c", script], environment: [:])
    verify(run.text, equals: "b''\n", "\(run)")
    let client = try connect()
    try client.send("two\n")
    verify(events(server, 1), equals: [.line("two", from: 1)])
  }

  @Test func aLineThatIsTooLongEndsTheConnection() throws {
    let server = try server { ($0.line, $0.tooLong) = (10, "at most 10") }
    let text = String(repeating: "a", count: 10)
    let first = try connect()
    try first.send(text + "\n")
    verify(events(server, 1), equals: [.line(text, from: 1)])
    for (number, line) in [(2, "\(text)a\n"), (3, String(repeating: "a", count: 5_000))] {
      let client = try connect()
      try client.send(line)
      verify(client.line() == "at most 10" && client.line() == nil)
      verify(events(server, 1), equals: [.closed(number)])
    }
    withExtendedLifetime(first) {}
  }

  @Test func thereIsAMostOfConnections() throws {
    let server = try server { ($0.connections, $0.refusal) = (3, "full") }
    let clients = try (0..<3).map { number in
      let client = try connect()
      try client.send("\(number)\n")
      return client
    }
    verify(events(server, 3).count, equals: 3)
    try verify(connect().line(), equals: "full")
    withExtendedLifetime(clients) {}
  }

  @Test func whoDoesNotReadIsDropped() throws {
    let server = try server { $0.unread = 100_000 }
    let client = try connect()
    try client.send("one\n")
    verify(events(server, 1), equals: [.line("one", from: 1)])
    let line = String(repeating: "x", count: 1_000)
    var dropped: [LineServer.Event] = []
    for _ in 0..<10_000 where dropped.isEmpty {
      server.send(line, to: 1, isAnswer: false)
      dropped = server.take()
    }
    verify(dropped, equals: [.dropped(1)])
    // Others are served.
    let other = try connect()
    try other.send("two\n")
    verify(events(server, 1), equals: [.line("two", from: 2)])
  }

  @Test func whoHasShutDownItsSendingSideGetsItsAnswersAndThenTheEnd() throws {
    let server = try server()
    let client = try connect()
    try client.send("one\ntwo\n")
    shutdown(client.descriptor.number, Int32(SHUT_WR))
    for line in ["one", "two"] {
      verify(events(server, 1), equals: [.line(line, from: 1)])
      usleep(20_000)
      server.send("answer to " + line, to: 1, isAnswer: true)
    }
    verify([client.line(), client.line(), client.line()], equals: ["answer to one", "answer to two", nil])
    verify(events(server, 1), equals: [.closed(1)])
  }

  @Test func aKeptConnectionStaysUntilItsProgramHasGone() throws {
    let server = try server()
    do {
      let client = try connect()
      try client.send("one\n")
      shutdown(client.descriptor.number, Int32(SHUT_WR))
      verify(events(server, 1), equals: [.line("one", from: 1)])
      server.keep(1)
      server.send("answer", to: 1, isAnswer: true)
      usleep(20_000)
      server.send("notice", to: 1, isAnswer: false)
      verify([client.line(), client.line()], equals: ["answer", "notice"])
      verify(server.take(), equals: [])
    }
    verify(events(server, 1), equals: [.closed(1)])
  }

  @Test func anAnswerMayHaveAnyLengthAndTheNextLineWaitsUntilItIsTaken() throws {
    let server = try server { $0.unread = 100_000 }
    let client = try connect()
    try client.send("one\ntwo\n")
    verify(events(server, 1), equals: [.line("one", from: 1)])
    let answer = String(repeating: "x", count: 5_000_000)
    server.send(answer, to: 1, isAnswer: true)
    server.send("notice", to: 1, isAnswer: false)
    usleep(20_000)
    verify(server.take(), equals: [])
    verify(client.line() == answer && client.line() == "notice")
    verify(events(server, 1), equals: [.line("two", from: 1)])
  }

  @Test func whoLeavesAnAnswerUnreadIsDropped() throws {
    let server = try server { $0.patience = .milliseconds(100) }
    let (client, other) = (try connect(), try connect())
    try client.send("one\n")
    verify(events(server, 1), equals: [.line("one", from: 1)])
    // What the socket's own buffer takes counts as read.
    server.send("short", to: 1, isAnswer: true)
    usleep(200_000)
    verify(server.take(), equals: [])
    try other.send("two\n")
    verify(events(server, 1), equals: [.line("two", from: 2)])
    server.send(String(repeating: "x", count: 5_000_000), to: 2, isAnswer: true)
    verify(events(server, 1), equals: [.dropped(2)])
    verify(client.line(), equals: "short")
  }

  @Test func connectingAndSendingToWhomeverIsBusyHasALimit() throws {
    let socket = try LocalSocket.listening(at: folder("s"))
    // Nobody accepts: the queue of the socket gets full, and then the buffer of a connection.
    listen(socket.number, 1)
    let begin = ContinuousClock.now
    var waiting: [Client] = []
    let refused = verify(throws: SystemError.self) {
      for _ in 0..<20 {
        waiting.append(Client(try LocalSocket.connected(to: folder("s"), patience: .milliseconds(50))))
      }
    }
    verify(refused?.wouldBlock == true && !waiting.isEmpty)
    let full = verify(throws: SystemError.self) {
      for _ in 0..<10_000 { try waiting[0].send(String(repeating: "x", count: 1_000)) }
    }
    verify(full?.wouldBlock == true)
    verify(begin.duration(to: .now) < .seconds(20))
  }

  @Test func theEndOfAClientAndOfTheServerIsTold() throws {
    let left: Client
    do {
      let server = try server()
      do {
        let client = try connect()
        try client.send("one\n")
        verify(events(server, 1), equals: [.line("one", from: 1)])
      }
      verify(events(server, 1), equals: [.closed(1)])
      server.send("late", to: 1, isAnswer: true)
      left = try connect()
      try left.send("two\n")
      verify(events(server, 1), equals: [.line("two", from: 2)])
    }
    verify(left.line() == nil)
  }
}
