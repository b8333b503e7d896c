internal import Glibc

/// Waits for changes of the entries of some directories: corresponds to inotify(7).
///
/// Belongs to one thread at a time, but for ``interrupt()``.
public final class FileWatch: @unchecked Sendable {
  /// What ended a wait.
  public enum Outcome: Hashable, Sendable {
    /// Entries of directories have changed; nil where there were too many to tell.
    case changed(Set<Entry>?)
    /// The time is over, or a signal came.
    case timeOut
    /// ``FileWatch/interrupt()`` was called.
    case interrupted
  }

  /// An entry of a directory that has come, gone or changed.
  public struct Entry: Hashable, Sendable {
    /// The directory, as it was given.
    public var directory: String
    /// The entry's name; empty where it is the directory itself.
    public var name: String
  }

  /// The descriptor of inotify; -1 where the system has no more of them.
  private let descriptor: Int32
  private let interruption: (read: Int32, write: Int32)
  private var watched: [String: Int32] = [:]
  private var directories: [Int32: String] = [:]

  /// A watch of nothing yet.
  ///
  /// - Parameter isDeaf: to be told of nothing, as where the system has no more descriptors.
  public init(isDeaf: Bool = false) {
    descriptor = isDeaf ? -1 : inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    var ends: [Int32] = [-1, -1]
    // As a pipe, which Swift can't open without its leaking into programs that are started meanwhile.
    _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
    interruption = (ends[0], ends[1])
  }

  deinit {
    for descriptor in [descriptor, interruption.read, interruption.write] where descriptor >= 0 { close(descriptor) }
  }

  /// Watches exactly these directories. Those that are watched already stay so, and lose nothing meanwhile.
  ///
  /// - Returns: whether all of them could be; where not, somebody has to look by the clock.
  public func watch(_ directories: some Sequence<String>) -> Bool {
    var next: [String: Int32] = [:]
    var isComplete = descriptor >= 0
    for directory in directories where next[directory] == nil {
      // Added again where it is known: another directory may have its name by now.
      let watch = inotify_add_watch(descriptor, directory, Self.events)
      if watch >= 0 { next[directory] = watch } else { isComplete = false }
    }
    let kept = Set(next.values)
    for old in watched.values where !kept.contains(old) { inotify_rm_watch(descriptor, old) }
    watched = next
    self.directories = Dictionary(next.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    return isComplete
  }

  /// Waits until an entry of a directory changes.
  public func wait(milliseconds: Int) -> Outcome {
    var descriptors = [
      pollfd(fd: interruption.read, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&descriptors, 2, Int32(clamping: milliseconds)) > 0 else { return .timeOut }
    if descriptors[0].revents != 0 { return .interrupted }
    return .changed(entries())
  }

  /// Lets time go by, whatever changes.
  ///
  /// - Returns: false where ``interrupt()`` was called.
  public func pause(milliseconds: Int) -> Bool {
    var descriptor = pollfd(fd: interruption.read, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, Int32(clamping: milliseconds)) <= 0
  }

  /// Ends the wait of another thread, and every later one. May be called from any thread.
  public func interrupt() {
    var byte: UInt8 = 1
    _ = write(interruption.write, &byte, 1)
  }

  private static let events =
    UInt32(IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  /// The entries of all events that wait.
  private func entries() -> Set<Entry>? {
    var entries: Set<Entry> = []
    var isComplete = true
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isComplete ? entries : nil }
      isComplete = collect(buffer[..<count], &entries) && isComplete
    }
  }

  /// - Returns: false where the queue was full and events are missing.
  private func collect(_ bytes: ArraySlice<UInt8>, _ entries: inout Set<Entry>) -> Bool {
    var rest = bytes
    let header = MemoryLayout<inotify_event>.size
    while rest.count >= header {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return false }
      let name = rest.dropFirst(header).prefix(Int(event.len)).prefix { $0 != 0 }
      if let directory = directories[event.wd] {
        entries.insert(Entry(directory: directory, name: String(decoding: name, as: UTF8.self)))
      }
      rest = rest.dropFirst(header + Int(event.len))
    }
    return true
  }
}
