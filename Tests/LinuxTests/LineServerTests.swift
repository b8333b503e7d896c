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
    #expect(events(server, 1) == [.line("one", from: 1)])
    usleep(20_000)
    #expect(server.take() == [])
    server.send("notice", to: 1, isAnswer: false)
    server.send("first", to: 1, isAnswer: true)
    #expect(events(server, 1) == [.line("two", from: 1)])
    server.send("second", to: 1, isAnswer: true)
    #expect([client.line(), client.line(), client.line()] == ["notice", "first", "second"])
  }

  @Test func linesComeInPieces() throws {
    let server = try server()
    let (one, other) = (try connect(), try connect())
    try one.send("a")
    try other.send("x\n")
    #expect(events(server, 1) == [.line("x", from: 2)])
    try one.send("b\n")
    #expect(events(server, 1) == [.line("ab", from: 1)])
  }

  @Test func theSocketIsItsOwnersAlone() throws {
    let server = try server()
    #expect(try FileStatus(folder("s")).permissions == 0o600)
    #expect(throws: SystemError.self) { _ = try LocalSocket.listening(at: folder("s")) }
    server.end()
  }

  @Test(
    .enabled(
      if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 && access("/usr/bin/python3", X_OK) == 0,
      "only root can become somebody else, with setpriv and python3"))
  func programsOfOtherUsersAreRefused() throws {
    let server = try server()
    // What permissions keep out otherwise.
    #expect(chmod(folder.path, 0o711) == 0 && chmod(folder("s"), 0o666) == 0)
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
    #expect(run.text == "b''\n", "\(run)")
    let client = try connect()
    try client.send("two\n")
    #expect(events(server, 1) == [.line("two", from: 1)])
  }

  @Test func aPathMayBeLong() throws {
    let deep = folder(String(repeating: "d", count: 150))
    try Path.makeFolder(deep)
    let server = try LineServer(LocalSocket.listening(at: deep + "/s")) {}
    let client = Client(try LocalSocket.connected(to: deep + "/s"))
    try client.send("one\n")
    #expect(events(server, 1) == [.line("one", from: 1)])
  }

  @Test(arguments: [10, 11, 5_000]) func aLineThatIsTooLongEndsTheConnection(length: Int) throws {
    let server = try server { ($0.line, $0.tooLong) = (10, "at most 10") }
    let client = try connect()
    try client.send(String(repeating: "a", count: length) + (length < 1_000 ? "\n" : ""))
    guard length > 10 else {
      #expect(events(server, 1) == [.line(String(repeating: "a", count: 10), from: 1)])
      return
    }
    #expect(client.line() == "at most 10" && client.line() == nil)
    #expect(events(server, 1) == [.closed(1)])
  }

  @Test func whatIsNotUTF8IsALineWithoutText() throws {
    let server = try server()
    let client = try connect()
    try client.descriptor.sendAll([0xFF, 0xFE, 10])
    #expect(events(server, 1) == [.line(nil, from: 1)])
  }

  @Test func thereIsAMostOfConnections() throws {
    let server = try server { ($0.connections, $0.refusal) = (3, "full") }
    let clients = try (0..<3).map { number in
      let client = try connect()
      try client.send("\(number)\n")
      return client
    }
    #expect(events(server, 3).count == 3)
    #expect(try connect().line() == "full")
    withExtendedLifetime(clients) {}
  }

  @Test func whoDoesNotReadIsDropped() throws {
    let server = try server { $0.unread = 100_000 }
    let client = try connect()
    try client.send("one\n")
    #expect(events(server, 1) == [.line("one", from: 1)])
    let line = String(repeating: "x", count: 1_000)
    var dropped: [LineServer.Event] = []
    for _ in 0..<10_000 where dropped.isEmpty {
      server.send(line, to: 1, isAnswer: false)
      dropped = server.take()
    }
    #expect(dropped == [.dropped(1)])
    // Others are served.
    let other = try connect()
    try other.send("two\n")
    #expect(events(server, 1) == [.line("two", from: 2)])
  }

  @Test func whoGoesIsTold() throws {
    let server = try server()
    do {
      let client = try connect()
      try client.send("one\n")
      #expect(events(server, 1) == [.line("one", from: 1)])
    }
    #expect(events(server, 1) == [.closed(1)])
    server.send("late", to: 1, isAnswer: true)
  }

  @Test func theEndIsNoticed() throws {
    let client: Client
    do {
      let server = try server()
      client = try connect()
      try client.send("one\n")
      #expect(events(server, 1).count == 1)
    }
    #expect(client.line() == nil)
  }
}
