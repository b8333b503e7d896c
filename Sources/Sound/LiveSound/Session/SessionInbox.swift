internal import Linux
internal import ChainHosting
internal import Synchronization

/// Messages to a session from other threads: the device's and the plugins'.
final class SessionInbox: @unchecked Sendable {
  // SAFETY: the count is an atomic at an address of its own, which stays as long as this object; `news` has a lock.

  /// A piece of news.
  enum News: Sendable {
    /// A notice of the device with this number: a replaced one may still send some.
    case device(DeviceNotice, number: Int)
    case plugin(PluginMessage)
    /// The edit of this number is heard, or has failed.
    case edited(Int, ChainError?)
    /// The states that a thread has saved.
    case saved([SavedStage])
    /// The session's thread has something to do.
    case wake
  }

  /// The most messages that wait before plugins' logs are dropped, so that endless logging costs no memory. Devices
  /// send few notices, which are always kept.
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

  /// Takes what has arrived, after waiting for it until a timeout or a signal.
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
