#if Browse
  internal import AudioComponents
  internal import Dispatch
  internal import PageServer
  internal import Synchronization

  /// Tells the pages about changes by any process.
  final class PageFollower: Sendable {
    /// The maximum number of components in a line; for more, pages reload everything.
    private static let mostNamed = 100

    private let follower: ChangeFollower
    private let hasEnded = Atomic(false)

    init(_ manager: ComponentManager, _ server: PageServer) {
      follower = manager.followerWithoutLooks()
      DispatchQueue(label: "aucat.page.changes").async { self.follow(server) }
    }

    func end() {
      hasEnded.store(true, ordering: .relaxed)
      follower.stop()
    }

    private func follow(_ server: PageServer) {
      while !hasEnded.load(ordering: .relaxed) {
        do {
          let changes = try follower.next()
          if !changes.isEmpty { server.announce(Self.line(changes)) }
        } catch {
          // The store can't be read for now; pages report that with their next request.
          follower.pause(milliseconds: 1_000)
        }
      }
    }

    private static func line(_ changes: [ComponentChange]) -> String {
      let kinds = ComponentChange.Kind.allCases.filter { kind in changes.contains { $0.kind == kind } }
      let uris = changes.compactMap(\.uri)
      return JSON.object([
        ("changed", .strings(kinds.map(\.rawValue))), ("uris", uris.count > mostNamed ? .null : .strings(uris)),
      ]).encoded
    }
  }
#endif
