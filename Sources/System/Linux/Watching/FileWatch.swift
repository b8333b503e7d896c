internal import CLinux
internal import Glibc

/// Waits for changes to the entries of some directories: `inotify(7)`.
///
/// Belongs to one thread at a time, except ``interrupt()``.
package final class FileWatch: @unchecked Sendable {
  // SAFETY: Other threads may call only `interrupt`, which writes to a descriptor that never changes. Everything else
  // belongs to one thread at a time.

  /// The reason why a wait ended.
  package enum Outcome: Hashable, Sendable {
    /// Entries of directories have changed; nil if there were too many to name.
    case changed(Set<Entry>?)
    /// The time is up, or a signal arrived.
    case timeOut
    /// ``FileWatch/interrupt()`` was called.
    case interrupted
  }

  /// An entry of a directory that has appeared, disappeared or changed.
  package struct Entry: Hashable, Sendable {
    /// The directory, as it was given.
    package var directory: String
    /// The entry's name; empty if it is the directory itself.
    package var name: String

    /// Creates an entry of a directory.
    package init(directory: String, name: String) {
      self.directory = directory
      self.name = name
    }
  }

  /// The queue of events; -1, with which each call fails, if the system has none left.
  private let queue: FileDescriptor
  /// Becomes readable when ``interrupt()`` is called, and stays so.
  private let interruption: FileDescriptor
  private var watched: [String: Int32] = [:]
  private var directories: [Int32: String] = [:]

  /// Creates a watch of no directory yet.
  ///
  /// - Parameter isDeaf: whether to notice nothing, as if the system had no descriptors left.
  package init(isDeaf: Bool = false) {
    queue = FileDescriptor(owning: isDeaf ? -1 : inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
    interruption = FileDescriptor(owning: aucatEvent())
  }

  /// Watches exactly these directories. Those that are already watched stay so, and no change in them is missed.
  ///
  /// - Returns: whether all of them are watched; if not, the caller has to look for changes at intervals.
  package func watch(_ directories: some Sequence<String>) -> Bool {
    var next: [String: Int32] = [:]
    var isComplete = queue.number >= 0
    for directory in directories where next[directory] == nil {
      // Added again even if it is known: another directory may have its name by now.
      let watch = inotify_add_watch(queue.number, directory, Self.events)
      if watch >= 0 { next[directory] = watch } else { isComplete = false }
    }
    let kept = Set(next.values)
    for old in watched.values where !kept.contains(old) { inotify_rm_watch(queue.number, old) }
    watched = next
    self.directories = Dictionary(next.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    return isComplete
  }

  /// The descriptor that is readable while changes are pending; -1 if the system has none left.
  package var descriptor: Int32 { queue.number }

  /// Waits until an entry of a directory changes.
  package func wait(milliseconds: Int) -> Outcome {
    var entries = [
      pollfd(fd: interruption.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: queue.number, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&entries, 2, Int32(clamping: milliseconds)) > 0 else { return .timeOut }
    if entries[0].revents != 0 { return .interrupted }
    return .changed(changedEntries())
  }

  /// Waits for a time, whatever changes.
  ///
  /// - Returns: false if ``interrupt()`` was called.
  package func pause(milliseconds: Int) -> Bool {
    !interruption.isReadable(within: milliseconds)
  }

  /// Ends the wait of another thread, and every later one. May be called from any thread.
  package func interrupt() {
    try? interruption.writeAll([1, 0, 0, 0, 0, 0, 0, 0])
  }

  private static let events =
    UInt32(IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  /// The entries of all pending events; nil if some are missing.
  private func changedEntries() -> Set<Entry>? {
    var entries: Set<Entry> = []
    var isComplete = true
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while let count = try? queue.read(into: &buffer), count > 0 {
      isComplete = collect(buffer[..<count], into: &entries) && isComplete
    }
    return isComplete ? entries : nil
  }

  /// - Returns: false if the queue was full and events are missing.
  private func collect(_ bytes: ArraySlice<UInt8>, into entries: inout Set<Entry>) -> Bool {
    var rest = bytes
    let header = MemoryLayout<inotify_event>.size
    while rest.count >= header {
      // SAFETY: there are as many bytes as the header has, and it is copied.
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
