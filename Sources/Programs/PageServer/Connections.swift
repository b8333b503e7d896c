#if Browse
  internal import NIOCore
  internal import Synchronization

  /// The open connections of a server, and which of them follow changes.
  final class Connections: @unchecked Sendable {
    // SAFETY: Only the event loop uses mutable state, except `count`, which has a lock.
    let limits: ServerLimits
    private let loop: any EventLoop
    /// All open connections, including those of pages.
    private var open: [ObjectIdentifier: RequestHandler] = [:]
    private var pagesInOrder: [RequestHandler] = []
    private let count = Mutex((count: 0, since: ContinuousClock.now))

    init(_ limits: ServerLimits, on loop: any EventLoop) {
      self.limits = limits
      self.loop = loop
    }

    var pages: (count: Int, seconds: Double) {
      count.withLock { ($0.count, (ContinuousClock.now - $0.since) / .seconds(1)) }
    }

    /// Adds a connection. If there are too many, it closes the one that has been silent longest.
    ///
    /// - Returns: false if all of them are being answered.
    func add(_ handler: RequestHandler) -> Bool {
      loop.preconditionInEventLoop()
      if open.count >= limits.connections {
        guard let other = open.values.filter(\.isWaiting).min(by: { $0.waitingSince < $1.waitingSince }) else {
          return false
        }
        // It may close after the next connection arrives.
        open[ObjectIdentifier(other)] = nil
        other.close()
      }
      open[ObjectIdentifier(handler)] = handler
      return true
    }

    func remove(_ handler: RequestHandler) {
      open[ObjectIdentifier(handler)] = nil
      if let place = pagesInOrder.firstIndex(where: { $0 === handler }) {
        pagesInOrder.remove(at: place)
        note()
      }
    }

    /// Adds a page that follows changes.
    ///
    /// - Parameter isInFront: whether the page is visible; if so, it replaces the one that has followed longest.
    /// - Returns: false if there is no room.
    func follow(_ handler: RequestHandler, isInFront: Bool) -> Bool {
      if pagesInOrder.count >= limits.pages {
        guard isInFront else { return false }
        pagesInOrder.removeFirst().park()
      }
      pagesInOrder.append(handler)
      note()
      return true
    }

    private func note() {
      let pages = pagesInOrder.count
      count.withLock { $0 = (pages, .now) }
    }

    func announce(_ line: String) {
      loop.execute { for page in self.pagesInOrder { page.send(line + "\n") } }
    }
  }
#endif
