internal import Glibc
internal import Linux
internal import Synchronization

/// Memory that a render's parent and child share. It needs no descriptor and no path, so that nothing a plugin does with those
/// keeps the sound from its way.
struct SharedRender {
  /// The fixed part, at the memory's beginning.
  struct Header: ~Copyable {
    /// The process that looks after the child.
    let parent: Int32
    /// In bytes.
    let jobLength: UInt32
    let inputChannels: UInt32
    /// Frames of a slot.
    let slotFrames: UInt32
    /// Channels of what comes out; set by the child when the plugins are loaded.
    let outputChannels = Atomic<UInt32>(0)
    /// In bytes; set by the child at its end.
    let resultLength = Atomic<UInt32>(0)
    /// Frames in each slot; with ``SharedRender/endMark`` in the last one.
    let inputCounts = InlineArray<4, Atomic<UInt32>> { _ in Atomic(0) }
    let outputCounts = InlineArray<4, Atomic<UInt32>> { _ in Atomic(0) }
    /// How many slots were ever filled and emptied.
    let inputsFilled = Atomic<UInt32>(0)
    let inputsEmptied = Atomic<UInt32>(0)
    let outputsFilled = Atomic<UInt32>(0)
    let outputsEmptied = Atomic<UInt32>(0)
  }

  static let slots = 4
  static let endMark: UInt32 = 1 << 31
  /// More channels than these are not rendered in a child.
  static let channels = 64
  static let longestResult = 1 << 16
  private static let headerSize = 8_192
  private static let statusOffset = 4_096
  // What is waited for, and what C writes, has an address of its own.
  private static let childEventsOffset = 1_024
  private static let parentEventsOffset = 1_088
  private static let faultyThreadOffset = 1_152

  let header: UnsafeMutablePointer<Header>
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  /// What the header said at first: a plugin that writes where it should not may change it, and the parent goes by this.
  private let jobLength: Int
  let inputChannels: Int
  let slotFrames: Int

  /// Lays out new memory.
  ///
  /// - Returns: the memory's descriptor; -1 where there is none.
  static func make(
    descriptor: Int32, job: [UInt8], inputChannels: Int, slotFrames: Int
  ) -> SharedRender? {
    let size = size(job: job.count, inputChannels: inputChannels, slotFrames: slotFrames)
    guard ftruncate(descriptor, size) == 0, let memory = map(descriptor, size) else { return nil }
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

  /// What each piece of the chain does: ``RenderJob/mostUnits`` of them.
  var statuses: UnsafeMutablePointer<RealtimeStatus> {
    (memory + Self.statusOffset).assumingMemoryBound(to: RealtimeStatus.self)
  }

  func unmap() { munmap(memory, size) }

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

  // A slot goes by how many were used before it; they are used in turn.

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

  /// Changes whenever there is something to do for the child.
  var childEvents: EventCount { EventCount(at: memory + Self.childEventsOffset) }
  /// Changes whenever there is something to do for the parent.
  var parentEvents: EventCount { EventCount(at: memory + Self.parentEventsOffset) }
  /// The thread that has ended the process: by the operating system's number; 0 for none.
  var faultyThread: UnsafeMutablePointer<Atomic<UInt32>> {
    (memory + Self.faultyThreadOffset).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}

extension SharedRender {
  /// Waits until the parent has made something so.
  func waitForParent(_ isSo: (UnsafeMutablePointer<Header>) -> Bool) {
    while true {
      let events = childEvents.value
      if isSo(header) { return }
      childEvents.wait(while: events, milliseconds: 1_000)
    }
  }
}
