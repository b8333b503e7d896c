internal import ChainHosting
internal import Linux
internal import Synchronization

/// Passes the output to the parent, a slot at a time.
final class SharedSink: FrameSink {
  // SAFETY: `filled` never exceeds `slotFrames`, and the parent has emptied the slot before it is written again.

  private let shared: SharedRender
  private let slotFrames: Int
  private var slotsFilled: UInt32 = 0
  private var filled = 0
  private var hasSlot = false
  private(set) var framesWritten = 0

  init(_ shared: SharedRender) {
    self.shared = shared
    slotFrames = shared.slotFrames
  }

  func write(_ channels: [UnsafePointer<Float>], count: Int) {
    var done = 0
    while done < count {
      takeSlot()
      let frames = min(count - done, slotFrames - filled)
      for (index, channel) in channels.enumerated() {
        (shared.output(slotsFilled, index) + filled).update(from: channel + done, count: frames)
      }
      filled += frames
      done += frames
      if filled == slotFrames { handOver(0) }
    }
    framesWritten += count
  }

  /// Passes on the last slot, with the MIDI that the chain has sent.
  ///
  /// - Returns: how many messages were lost, because they are longer than a slot.
  func end(_ messages: [MIDIMessage]) -> Int {
    takeSlot()
    var left = messages[...]
    var lost = 0
    while let room = shared.outputMessages(slotsFilled) {
      let written = room.write(left)
      left = left.dropFirst(written.done)
      lost += written.lost
      if left.isEmpty { break }
      handOver(0)
      takeSlot()
    }
    handOver(ChildMemory.endMark)
    return lost
  }

  private func takeSlot() {
    guard !hasSlot else { return }
    shared.waitForParent { slotsFilled &- $0.pointee.outputsEmptied.read() < UInt32(SharedRender.slots) }
    hasSlot = true
  }

  private func handOver(_ mark: UInt32) {
    shared.setOutputCount(slotsFilled, UInt32(filled) | mark)
    filled = 0
    hasSlot = false
    slotsFilled &+= 1
    shared.header.pointee.outputsFilled.publish(slotsFilled)
    shared.child.parentEvents.signal()
  }
}
