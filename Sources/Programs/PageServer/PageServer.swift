#if Browse
  package import CatalogPage
  internal import Dispatch
  internal import Glibc
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import Synchronization

  /// Serves the page to this machine on one thread; other threads run whatever may block.
  package final class PageServer: Sendable {
    /// Answers a request that has passed the access check.
    package typealias Answering = @Sendable (PageRequest) -> PageAnswer

    package let port: Int
    package let access: PageAccess
    private let group: MultiThreadedEventLoopGroup
    private let listeners: [any Channel]
    private let connections: Connections
    private let shared = Shared()

    /// Listens on both loopback addresses.
    ///
    /// - Parameter port: 0 for any that is free on both.
    /// - Throws: errors of the system.
    package init(port: Int, limits: ServerLimits = ServerLimits(), answering: @escaping Answering) throws {
      group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      do {
        let shared = shared
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
        let (bound, listeners) = try Self.listeners(bootstrap, port: port)
        self.port = bound
        self.listeners = listeners
        access = PageAccess(port: bound)
        shared.allow(access)
      } catch {
        try? group.syncShutdownGracefully()
        throw error
      }
    }

    /// Binds both loopback addresses to one port.
    private static func listeners(_ bootstrap: ServerBootstrap, port: Int) throws -> (port: Int, [any Channel]) {
      var attempts = 0
      while true {
        attempts += 1
        let first = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
        let bound = first.localAddress?.port ?? port
        do {
          return (bound, [first, try bootstrap.bind(host: "::1", port: bound).wait()])
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
          // A browser may prefer that address, where another program would get what is meant for this one.
          try? first.close().wait()
          if port != 0 || attempts == mostAttempts { throw error }
        } catch {
          // The machine lacks IPv6.
          return (bound, [first])
        }
      }
    }

    /// How many free ports of one address to try on the other.
    private static let mostAttempts = 32

    /// Sends a line to all open pages.
    package func announce(_ line: String) { connections.announce(line) }

    /// The number of open pages, and for how many seconds it has been the same.
    package var pages: (count: Int, seconds: Double) { connections.pages }

    /// Closes every connection and listener, and waits for the programs that ran for their requests to be ended.
    package func end() {
      for listener in listeners { try? listener.close().wait() }
      try? group.syncShutdownGracefully()
      shared.sounds.sync {}
    }
  }

  /// State that exists once the port is known.
  private final class Shared: Sendable {
    private let known = Mutex<PageAccess?>(nil)
    /// Searches take milliseconds each, and keep their order.
    let searches = DispatchQueue(label: "aucat.page")
    let sounds = DispatchQueue(label: "aucat.page.sounds")

    var access: PageAccess? { known.withLock(\.self) }

    func allow(_ access: PageAccess) { known.withLock { $0 = access } }
  }

  /// The limits for clients of a server.
  package struct ServerLimits: Sendable {
    /// The maximum number of connections. A new one replaces the one that has kept the server waiting longest.
    package var connections = 256
    /// The maximum number of pages that follow changes. A browser opens at most six connections to a server, and needs some for
    /// requests.
    package var pages = 4
    /// The maximum size of a body, in bytes.
    package var body = 1 << 20
    /// The maximum size of a sound, in bytes.
    package var sound = 64 << 20
    /// The timeout for the head of a first request, for each body, and for reading an answer, in milliseconds.
    package var request: Int64 = 10_000
    /// The timeout between requests, in milliseconds.
    package var idle: Int64 = 60_000
    /// The interval of keep-alive lines to a page, in milliseconds.
    package var beat: Int64 = 15_000

    package init() {}
  }
#endif
