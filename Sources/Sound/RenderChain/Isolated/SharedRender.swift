internal import ChainHosting
internal import Glibc
internal import Linux
internal import Synchronization

/// Memory that a render's parent and child share. It needs neither a descriptor nor a path, so a plugin that closes or
/// deletes those does no harm.
struct SharedRender {
  // SAFETY: The memory is mapped until `unmap`, with a size computed from values that the parent keeps to itself. The
  // child, whose plugins may write anywhere, is trusted with samples only: counts are bounded before use, and slot
  // numbers wrap.

  /// The header, at the start of the memory.
  struct Header: ~Copyable {
    /// The parent's process identifier.
    let parent: Int32
    /// In bytes.
    let jobLength: UInt32
    let inputChannels: UInt32
    /// Frames per slot.
    let slotFrames: UInt32
    /// Output channels; set by the child when the plugins are loaded.
    let outputChannels = Atomic<UInt32>(0)
    /// In bytes; set by the child at its end.
    let resultLength = Atomic<UInt32>(0)
    /// How the child ended: the status from `wait(2)`, with ``SharedRender/endMark``; set by its supervisor.
    let end = Atomic<UInt32>(0)
    /// Frames in each slot; with ``SharedRender/endMark`` in the last one.
    let inputCounts = InlineArray<4, Atomic<UInt32>> { _ in Atomic(0) }
    let outputCounts = InlineArray<4, Atomic<UInt32>> { _ in Atomic(0) }
    /// How many slots have been filled and emptied in total.
    let inputsFilled = Atomic<UInt32>(0)
    let inputsEmptied = Atomic<UInt32>(0)
    let outputsFilled = Atomic<UInt32>(0)
    let outputsEmptied = Atomic<UInt32>(0)
  }

  static let slots = 4
  static let endMark: UInt32 = 1 << 31
  private static let channels = HostSettings.renderedChannels
  static let longestResult = 1 << 16
  private static let headerSize = 8_192
  private static let statusOffset = 4_096
  // Futexes, and memory that C writes to, need stable addresses.
  private static let childEventsOffset = 1_024
  private static let parentEventsOffset = 1_088
  private static let faultyThreadOffset = 1_152

  let header: UnsafeMutablePointer<Header>
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  /// Copied from the header at the start, because a plugin may overwrite that.
  private let jobLength: Int
  let inputChannels: Int
  let slotFrames: Int

  /// Lays out new memory.
  ///
  /// - Throws: the operating system's reason if there is none.
  static func make(
    descriptor: Int32, job: [UInt8], inputChannels: Int, slotFrames: Int
  ) throws(SystemError) -> SharedRender {
    let size = size(job: job.count, inputChannels: inputChannels, slotFrames: slotFrames)
    guard ftruncate(descriptor, size) == 0, let memory = map(descriptor, size) else { throw .current }
    memory.assumingMemoryBound(to: Header.self).initialize(
      to: Header(
        parent: getpid(), jobLength: UInt32(job.count), inputChannels: UInt32(inputChannels),
        slotFrames: UInt32(slotFrames)))
    let shared = SharedRender(memory, size)
    for number in 0..<RenderJob.mostUnits { (shared.statuses + number).initialize(to: RealtimeStatus()) }
    job.withUnsafeBytes { shared.job.copyMemory(from: $0) }
    return shared
  }

  /// Maps memory that the parent has laid out.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > Self.headerSize,
      let memory = Self.map(descriptor, Int(status.st_size))
    else { return nil }
    self.init(memory, Int(status.st_size))
  }

  private static func map(_ descriptor: Int32, _ size: Int) -> UnsafeMutableRawPointer? {
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    return memory == MAP_FAILED ? nil : memory
  }

  private init(_ memory: UnsafeMutableRawPointer, _ size: Int) {
    self.memory = memory
    self.size = size
    header = memory.assumingMemoryBound(to: Header.self)
    jobLength = Int(header.pointee.jobLength)
    inputChannels = Int(header.pointee.inputChannels)
    slotFrames = Int(header.pointee.slotFrames)
  }

  /// The status of each unit of the chain: ``RenderJob/mostUnits`` of them.
  var statuses: UnsafeMutablePointer<RealtimeStatus> {
    (memory + Self.statusOffset).assumingMemoryBound(to: RealtimeStatus.self)
  }

  func unmap() { munmap(memory, size) }

  /// Keeps the memory from copies of this process: a copy that a plugin made (`fork(2)`) and that continues rendering
  /// would write into the sound.
  func keepToThisProcess() { madvise(memory, size, MADV_DONTFORK) }

  /// How the child ended: the status from `wait(2)`; nil if its supervisor has not reported it.
  var end: Int32? {
    let mark = header.pointee.end.read()
    return mark & Self.endMark == 0 ? nil : Int32(bitPattern: mark & ~Self.endMark)
  }

  private static func size(job: Int, inputChannels: Int, slotFrames: Int) -> Int {
    headerSize + rounded(job) + longestResult + (inputChannels + channels) * slots * slotFrames * 4
  }

  private static func rounded(_ count: Int) -> Int { (count + 63) / 64 * 64 }

  var job: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: memory + Self.headerSize, count: jobLength)
  }

  var result: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: memory + Self.headerSize + Self.rounded(job.count), count: Self.longestResult)
  }

  private var samples: UnsafeMutablePointer<Float> {
    (memory + Self.headerSize + Self.rounded(job.count) + Self.longestResult).assumingMemoryBound(to: Float.self)
  }

  // Slots are used in turn; a slot's number is how many were used before it.

  /// A channel of a slot of the input.
  func input(_ number: UInt32, _ channel: Int) -> UnsafeMutablePointer<Float> {
    samples + (place(number) * inputChannels + channel) * slotFrames
  }

  /// A channel of a slot of the output.
  func output(_ number: UInt32, _ channel: Int) -> UnsafeMutablePointer<Float> {
    samples + (Self.slots * inputChannels + place(number) * Self.channels + channel) * slotFrames
  }

  /// The number of frames in a slot.
  func inputCount(_ number: UInt32) -> UInt32 { header.pointee.inputCounts[place(number)].read() }
  func outputCount(_ number: UInt32) -> UInt32 { header.pointee.outputCounts[place(number)].read() }
  func setInputCount(_ number: UInt32, _ count: UInt32) { header.pointee.inputCounts[place(number)].publish(count) }
  func setOutputCount(_ number: UInt32, _ count: UInt32) { header.pointee.outputCounts[place(number)].publish(count) }

  private func place(_ number: UInt32) -> Int { Int(number % UInt32(Self.slots)) }

  /// Signalled when there is something for the child to do.
  var childEvents: EventCount { EventCount(at: memory + Self.childEventsOffset) }
  /// Signalled when there is something for the parent to do.
  var parentEvents: EventCount { EventCount(at: memory + Self.parentEventsOffset) }
  /// The thread that ended the process (`gettid(2)`); 0 for none.
  var faultyThread: UnsafeMutablePointer<Atomic<UInt32>> {
    (memory + Self.faultyThreadOffset).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}

extension SharedRender {
  /// Waits until the parent has made a condition true.
  func waitForParent(_ isSo: (UnsafeMutablePointer<Header>) -> Bool) {
    while true {
      let events = childEvents.value
      if isSo(header) { return }
      childEvents.wait(while: events, milliseconds: 1_000)
    }
  }
}
