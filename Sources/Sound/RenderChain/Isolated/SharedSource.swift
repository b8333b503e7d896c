internal import ChainHosting
internal import Linux
internal import Synchronization

/// Takes the input from the parent.
final class SharedSource: MIDISource {
  // SAFETY: A slot has `slotFrames` frames, and no more are copied than the caller has room for. The parent has filled
  // the slot before it counts it as filled.

  private let shared: SharedRender
  private var emptied: UInt32 = 0
  private var hasEnded = false
  private(set) var messages: [MIDIMessage] = []

  init(_ shared: SharedRender) { self.shared = shared }

  var channelCount: Int { shared.inputChannels }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    messages = []
    if hasEnded { return 0 }
    shared.waitForParent { $0.pointee.inputsFilled.read() != emptied }
    let mark = shared.inputCount(emptied)
    hasEnded = mark & ChildMemory.endMark != 0
    let frames = min(Int(mark & ~ChildMemory.endMark), count)
    for (index, channel) in channels.enumerated() {
      channel.update(from: shared.input(emptied, index), count: frames)
    }
    messages = shared.inputMessages(emptied)?.read() ?? []
    emptied &+= 1
    shared.header.pointee.inputsEmptied.publish(emptied)
    shared.child.parentEvents.signal()
    return frames
  }
}
