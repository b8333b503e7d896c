internal import Linux
internal import ChainHosting
internal import Synchronization

/// What other threads tell a session: those of a device, and those of plugins.
final class SessionInbox: @unchecked Sendable {
  // SAFETY: the count is an atomic at an address of its own, which stays as long as this object; `news` has a lock.

  /// A piece of news.
  enum News: Sendable {
    /// Of the device with this number, since one that was left may still tell something.
    case device(DeviceNotice, number: Int)
    case plugin(PluginMessage)
    /// An edit is heard, or has failed; its number.
    case edited(Int, ChainError?)
    /// There is something to do for whoever steps.
    case wake
  }

  /// How many may wait before what plugins log is dropped: endless logging must cost no memory. Notices of devices are few and are
  /// always kept.
  private static let limit = 4_096

  private let news = Mutex<[News]>([])
  private let memory: UnsafeMutablePointer<UInt32>
  private let arrivals: EventCount

  init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: 0)
    arrivals = EventCount(at: memory)
  }

  deinit { memory.deallocate() }

  func add(_ one: News) {
    news.withLock { news in
      if case .plugin = one, news.count >= Self.limit { return }
      news.append(one)
    }
    arrivals.signal()
  }

  /// Takes what has arrived; waits for that until a time is over, or a signal comes.
  func take(milliseconds: UInt32) -> [News] {
    let count = arrivals.value
    let found = takeAll()
    if !found.isEmpty || milliseconds == 0 { return found }
    arrivals.wait(while: count, milliseconds: milliseconds)
    return takeAll()
  }

  private func takeAll() -> [News] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}
