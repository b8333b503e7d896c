internal import GRDB
internal import Synchronization

/// The connections that read a catalog: one, or for a host as many as it has queries at a time, up to a limit.
///
/// GRDB's own pool asks each connection for its schema at each use, which costs as much as a query.
final class Readers: Sendable {
  private static let limit = 5

  private let another: (@Sendable () throws -> (any DatabaseWriter)?)?
  private let connections: Mutex<Connections>

  private struct Connections {
    var all: [any DatabaseWriter]
    var idle: [any DatabaseWriter] = []
    /// Which of all is the next that somebody waits for.
    var next = 0
  }

  /// The readers that begin with a connection.
  ///
  /// - Parameter another: opens one more; nil where there is only the first.
  init(_ first: any DatabaseWriter, another: (@Sendable () throws -> (any DatabaseWriter)?)?) {
    connections = Mutex(Connections(all: [first], idle: [first]))
    self.another = another
  }

  /// Runs `body` with a connection that nobody else uses meanwhile.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    guard let own = try idle() else { return try shared().unsafeRead(body) }
    defer { connections.withLock { $0.idle.append(own) } }
    return try own.unsafeRead(body)
  }

  private func idle() throws -> (any DatabaseWriter)? {
    let (idle, isFull) = connections.withLock { ($0.idle.popLast(), $0.all.count >= Self.limit) }
    if let idle { return idle }
    guard !isFull, let made = try another?() else { return nil }
    connections.withLock { $0.all.append(made) }
    return made
  }

  /// A connection that others use too: its queue lets one in at a time.
  private func shared() -> any DatabaseWriter {
    connections.withLock { connections in
      connections.next = (connections.next + 1) % connections.all.count
      return connections.all[connections.next]
    }
  }
}
