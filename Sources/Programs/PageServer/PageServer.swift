#if Browse
  package import CatalogPage
  internal import Dispatch
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import Synchronization

  /// Serves a page to this machine, on one thread; what may block is answered on another.
  package final class PageServer: Sendable {
    /// What answers a request whose access was checked.
    package typealias Answering = @Sendable (PageRequest) -> PageAnswer

    package let port: Int
    package let access: PageAccess
    private let group: MultiThreadedEventLoopGroup
    private let listeners: [any Channel]
    private let connections: Connections

    /// Listens at both loopback addresses.
    ///
    /// - Parameter port: 0 for one that is free.
    /// - Throws: what the system says.
    package init(port: Int, limits: ServerLimits = ServerLimits(), answering: @escaping Answering) throws {
      group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      do {
        let shared = Shared()
        let connections = Connections(limits, on: group.next())
        self.connections = connections
        let bootstrap = ServerBootstrap(group: group)
          .serverChannelOption(.backlog, value: 256)
          .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
          .childChannelOption(.maxMessagesPerRead, value: 4)
          .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
              guard let access = shared.access else { throw ChannelError.ioOnClosedChannel }
              try RequestHandler.install(
                in: channel, connections: connections, access: access, answering: answering,
                queues: (shared.searches, shared.sounds))
            }
          }
        let first = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
        let bound = first.localAddress?.port ?? port
        self.port = bound
        access = PageAccess(port: bound)
        shared.allow(access)
        // A machine may have no v6.
        let second = try? bootstrap.bind(host: "::1", port: bound).wait()
        listeners = [first, second].compactMap(\.self)
      } catch {
        try? group.syncShutdownGracefully()
        throw error
      }
    }

    /// Sends a line to each open page.
    package func announce(_ line: String) { connections.announce(line) }

    /// How many pages are open, and since when there has been this number, in seconds.
    package var pages: (count: Int, seconds: Double) { connections.pages }

    /// Closes every connection and listener.
    package func end() {
      for listener in listeners { try? listener.close().wait() }
      try? group.syncShutdownGracefully()
    }
  }

  /// What is known once the port is.
  private final class Shared: Sendable {
    private let known = Mutex<PageAccess?>(nil)
    /// Searches take milliseconds each, and stay in their order.
    let searches = DispatchQueue(label: "aucat.page")
    let sounds = DispatchQueue(label: "aucat.page.sounds")

    var access: PageAccess? { known.withLock(\.self) }

    func allow(_ access: PageAccess) { known.withLock { $0 = access } }
  }

  /// What a server gives its clients.
  package struct ServerLimits: Sendable {
    /// The most connections; the one that has kept the server waiting longest gives way to a new one.
    package var connections = 256
    /// The most pages that are told of changes, of which a browser opens six connections at most to one server.
    package var pages = 4
    /// The most bytes of a body.
    package var body = 1 << 20
    /// The most bytes of a sound.
    package var sound = 64 << 20
    /// The time for a whole request, and for reading an answer, in milliseconds.
    package var request: Int64 = 10_000
    /// The time between requests, in milliseconds.
    package var idle: Int64 = 60_000
    /// How often a page hears something, in milliseconds.
    package var beat: Int64 = 15_000

    package init() {}
  }
#endif
