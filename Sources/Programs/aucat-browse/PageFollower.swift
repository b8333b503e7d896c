#if Browse
  internal import AudioComponents
  internal import Dispatch
  internal import PageServer
  internal import Synchronization

  /// Tells the pages what any process has changed.
  final class PageFollower: Sendable {
    /// Components that one line names; of more, a page reads everything again.
    private static let mostNamed = 100

    private let follower: ChangeFollower
    private let hasEnded = Atomic(false)

    init(_ manager: ComponentManager, _ server: PageServer) {
      follower = manager.follower()
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
          // A store that can't be read for a while: pages say so when they ask.
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
