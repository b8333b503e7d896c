internal import ChainHosting
internal import Linux
internal import Synchronization

/// Memory that a render's parent and child share: the job, the sound, and the result.
struct SharedRender {
  // SAFETY: The memory is mapped as long as `child`, with a size computed from values that the parent keeps to itself.
  // The child, whose plugins may write anywhere, is trusted only with samples: counts are bounded before use, and slot
  // numbers wrap.

  /// The header, at the start of the memory.
  struct Header: ~Copyable {
    /// The length of the job's description, in bytes.
    let jobLength: UInt32
    let inputChannels: UInt32
    /// How many frames a slot holds.
    let slotFrames: UInt32
    /// Whether slots have room for MIDI.
    let hasMessages: Bool
    /// The number of output channels; set by the child when the plugins are loaded.
    let outputChannels = Atomic<UInt32>(0)
    /// The length of the result, in bytes; set by the child at its end.
    let resultLength = Atomic<UInt32>(0)
    /// The number of frames in each slot, combined with ``ChildMemory/endMark`` in the last one.
    let inputCounts = InlineArray<4, Atomic<UInt32>> { _ in Atomic(0) }
    let outputCounts = InlineArray<4, Atomic<UInt32>> { _ in Atomic(0) }
    /// The total numbers of slots that have been filled and emptied.
    let inputsFilled = Atomic<UInt32>(0)
    let inputsEmptied = Atomic<UInt32>(0)
    let outputsFilled = Atomic<UInt32>(0)
    let outputsEmptied = Atomic<UInt32>(0)
  }

  static let slots = 4
  private static let channels = HostSettings.renderedChannels
  static let longestResult = 1 << 16
  private static let headerSize = 256

  /// The child's own memory, which contains this.
  let child: ChildMemory
  let header: UnsafeMutablePointer<Header>
  private let memory: UnsafeMutableRawPointer
  /// The header's values, copied at the start because a plugin may overwrite it.
  private let jobLength: Int
  let inputChannels: Int
  let slotFrames: Int
  private let hasMessages: Bool

  /// Lays out new memory.
  static func layOut(_ child: ChildMemory, job: [UInt8], inputChannels: Int, slotFrames: Int, hasMessages: Bool) {
    start(of: child).assumingMemoryBound(to: Header.self).initialize(
      to: Header(
        jobLength: UInt32(job.count), inputChannels: UInt32(inputChannels), slotFrames: UInt32(slotFrames),
        hasMessages: hasMessages))
    job.withUnsafeBytes { SharedRender(child).job.copyMemory(from: $0) }
  }

  /// Memory that the parent has laid out.
  init(_ child: ChildMemory) {
    self.child = child
    memory = Self.start(of: child)
    header = memory.assumingMemoryBound(to: Header.self)
    jobLength = Int(header.pointee.jobLength)
    inputChannels = Int(header.pointee.inputChannels)
    slotFrames = Int(header.pointee.slotFrames)
    hasMessages = header.pointee.hasMessages
  }

  private static func start(of child: ChildMemory) -> UnsafeMutableRawPointer {
    guard let start = child.payload.baseAddress else { preconditionFailure("mapped memory has an address") }
    return start
  }

  /// The size of the whole memory, in bytes.
  static func size(job: Int, inputChannels: Int, slotFrames: Int, hasMessages: Bool) -> Int {
    headerSize + rounded(job) + longestResult + (inputChannels + channels) * slots * slotFrames * 4
      + (hasMessages ? 2 * slots * SharedMessages.size : 0)
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

  /// The samples of one channel in an input slot.
  func input(_ number: UInt32, _ channel: Int) -> UnsafeMutablePointer<Float> {
    samples + (place(number) * inputChannels + channel) * slotFrames
  }

  /// The samples of one channel in an output slot.
  func output(_ number: UInt32, _ channel: Int) -> UnsafeMutablePointer<Float> {
    samples + (Self.slots * inputChannels + place(number) * Self.channels + channel) * slotFrames
  }

  /// The MIDI in an input slot; nil if there is no room for any.
  func inputMessages(_ number: UInt32) -> SharedMessages? { messages(place(number)) }

  /// The MIDI in an output slot; nil if there is no room for any.
  func outputMessages(_ number: UInt32) -> SharedMessages? { messages(Self.slots + place(number)) }

  private func messages(_ place: Int) -> SharedMessages? {
    guard hasMessages else { return nil }
    let end = samples + (inputChannels + Self.channels) * Self.slots * slotFrames
    return SharedMessages(memory: UnsafeMutableRawPointer(end) + place * SharedMessages.size)
  }

  /// The number of frames in an input slot, combined with ``ChildMemory/endMark`` in the last one.
  func inputCount(_ number: UInt32) -> UInt32 { header.pointee.inputCounts[place(number)].read() }
  func outputCount(_ number: UInt32) -> UInt32 { header.pointee.outputCounts[place(number)].read() }
  func setInputCount(_ number: UInt32, _ count: UInt32) { header.pointee.inputCounts[place(number)].publish(count) }
  func setOutputCount(_ number: UInt32, _ count: UInt32) { header.pointee.outputCounts[place(number)].publish(count) }

  private func place(_ number: UInt32) -> Int { Int(number % UInt32(Self.slots)) }
}

extension SharedRender {
  /// Waits until the parent has made a condition true.
  func waitForParent(_ isSo: (UnsafeMutablePointer<Header>) -> Bool) {
    while true {
      let events = child.childEvents.value
      if isSo(header) { return }
      child.childEvents.wait(while: events, milliseconds: 1_000)
    }
  }
}
