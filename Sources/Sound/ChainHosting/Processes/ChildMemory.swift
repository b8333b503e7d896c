internal import Glibc
package import Linux
package import Synchronization

/// Memory that a child which hosts plugins shares with its parent. It needs neither a descriptor nor a path, so a
/// plugin can't harm it by closing or deleting those.
package struct ChildMemory {
  // SAFETY: The memory is mapped until `unmap`, with a size that each side keeps to itself, and both know where
  // everything is. The child, whose plugins may write anywhere, is not trusted: what it wrote is checked first.

  /// The header, at the start of the memory.
  package struct Header: ~Copyable {
    /// The parent's process identifier.
    let parent: Int32
    /// The purpose of the child.
    package let purpose: UInt32
    /// How the child ended: the status from `wait(2)`, with ``ChildMemory/endMark``; set by its supervisor.
    let end = Atomic<UInt32>(0)
  }

  /// The purpose of a child: ``Header/purpose``.
  package enum Purpose: UInt32 {
    /// To do one job, such as a render, and exit.
    case render
    /// To run components until the parent is done.
    case host
  }

  /// Distinguishes a value from one that has not been set.
  package static let endMark: UInt32 = 1 << 31
  /// The number of statuses.
  package static let statusCount = 32
  private static let headerSize = 8_192
  private static let statusOffset = 4_096
  // Futexes, and memory that C writes to, need stable addresses.
  private static let childEventsOffset = 1_024
  private static let parentEventsOffset = 1_088
  private static let faultyThreadOffset = 1_152

  private let memory: UnsafeMutableRawPointer
  private let size: Int

  /// Lays out new memory.
  ///
  /// - Parameter payload: the size of the memory after the header, in bytes.
  /// - Throws: the operating system's error if there is no memory.
  package static func make(
    descriptor: Int32, purpose: Purpose, payload: Int
  ) throws(SystemError) -> ChildMemory {
    let size = headerSize + payload
    guard ftruncate(descriptor, size) == 0, let memory = map(descriptor, size) else { throw .current }
    memory.assumingMemoryBound(to: Header.self).initialize(to: Header(parent: getpid(), purpose: purpose.rawValue))
    let shared = ChildMemory(memory: memory, size: size)
    for number in 0..<statusCount { (shared.statuses + number).initialize(to: RealtimeStatus()) }
    return shared
  }

  private init(memory: UnsafeMutableRawPointer, size: Int) {
    self.memory = memory
    self.size = size
  }

  /// Maps memory that the parent has laid out.
  private init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > Self.headerSize,
      let memory = Self.map(descriptor, Int(status.st_size))
    else { return nil }
    self.init(memory: memory, size: Int(status.st_size))
  }

  private static func map(_ descriptor: Int32, _ size: Int) -> UnsafeMutableRawPointer? {
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    return memory == MAP_FAILED ? nil : memory
  }

  /// Makes this process a child: from now on its supervisor, a process above it, ends all processes that plugins start.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor of the memory, which is closed.
  ///   - ended: called by the supervisor when the child has ended.
  package static func begin(descriptor: Int32, ended: (ChildMemory) -> Void = { _ in }) -> ChildMemory {
    guard let shared = ChildMemory(descriptor: descriptor) else { CurrentProcess.endAtOnce(status: 2) }
    // A plugin may start processes, and leave them behind.
    Supervisor.begin(childOf: shared.header.pointee.parent) { status in
      shared.header.pointee.end.publish(endMark | UInt32(bitPattern: status))
      shared.parentEvents.signal()
      ended(shared)
    }
    // A copy of this process that a plugin made (`fork(2)`) and that continues to render would write into the sound.
    madvise(shared.memory, shared.size, MADV_DONTFORK)
    // This closes the descriptor.
    _ = FileDescriptor(owning: descriptor)
    CurrentProcess.recordFaultyThread(in: shared.faultyThread)
    CurrentThread.useSignalStack()
    return shared
  }

  /// Unmaps the memory from this process.
  package func unmap() { munmap(memory, size) }

  private var header: UnsafeMutablePointer<Header> { memory.assumingMemoryBound(to: Header.self) }

  /// The purpose of the child; nil for a value that no parent of this version writes.
  package var purpose: Purpose? { Purpose(rawValue: header.pointee.purpose) }

  /// The memory after the header.
  package var payload: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: memory + Self.headerSize, count: size - Self.headerSize)
  }

  /// How the child ended: the status from `wait(2)`; nil if its supervisor has not reported it.
  package var end: Int32? {
    let mark = header.pointee.end.read()
    return mark & Self.endMark == 0 ? nil : Int32(bitPattern: mark & ~Self.endMark)
  }

  /// The statuses of the child's plugins, ``statusCount`` of them.
  package var statuses: UnsafeMutablePointer<RealtimeStatus> {
    (memory + Self.statusOffset).assumingMemoryBound(to: RealtimeStatus.self)
  }

  /// Signalled when the child has something to do.
  package var childEvents: EventCount { EventCount(at: memory + Self.childEventsOffset) }
  /// Signalled when the parent has something to do.
  package var parentEvents: EventCount { EventCount(at: memory + Self.parentEventsOffset) }
  /// The thread whose fault ended the process (`gettid(2)`); 0 for none.
  package var faultyThread: UnsafeMutablePointer<Atomic<UInt32>> {
    (memory + Self.faultyThreadOffset).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}
