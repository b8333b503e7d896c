internal import Linux
internal import Synchronization
internal import CLV2Host

/// Takes the input from the parent.
final class SharedSource: FrameSource {
  // SAFETY: A slot has `slotFrames` frames, and no more are copied than the caller has room for. The parent has filled
  // the slot before it counts it.

  private let shared: SharedRender
  private var emptied: UInt32 = 0
  private var hasEnded = false

  init(_ shared: SharedRender) { self.shared = shared }

  var channelCount: Int { shared.inputChannels }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    if hasEnded { return 0 }
    shared.waitForParent { $0.pointee.inputsFilled.read() != emptied }
    let mark = shared.inputCount(emptied)
    hasEnded = mark & SharedRender.endMark != 0
    let frames = min(Int(mark & ~SharedRender.endMark), count)
    for (index, channel) in channels.enumerated() {
      aucatCopy(channel, shared.input(emptied, index), UInt32(frames * 4))
    }
    emptied &+= 1
    shared.header.pointee.inputsEmptied.publish(emptied)
    shared.parentEvents.signal()
    return frames
  }
}
