internal import CLV2Host
internal import MIDI
internal import Synchronization

/// A chain while it renders: its stages, and the memory at both ends.
struct RealtimeChain {
  // SAFETY: Each pointer leads to as many elements as its count says, in pools that outlive the chain.

  let host: UnsafeMutablePointer<RealtimeHost>
  let stages: UnsafeMutablePointer<RealtimeStage>
  let stageCount: Int
  /// The chain's input channels, which the first stage reads.
  let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let inputCount: Int
  /// The channels that the last stage writes.
  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputCount: Int
  /// The chain's own MIDI events of a block.
  let midi: RealtimeAtomPort
  /// The last stage that sends MIDI, and what it has sent in a block; nil if none does.
  let sender: (stage: Int, sent: RealtimeAtomPort)?
}

extension RealtimeChain {
  // SAFETY: Only the render thread runs this code. The caller's channels have as many frames as it says, and no block
  // is longer than the buffers (`nextCount`).

  /// Renders frames of the chain, from `sources` to `targets`. Real-time safe.
  ///
  /// - Parameters:
  ///   - chain: accessed by this thread only.
  ///   - events: MIDI for the stages up to the first that sends some, in the order of their frames.
  ///   - frames: up to the block's length; exactly that in a fixed chain.
  @_noLocks static func render(
    _ chain: UnsafeMutablePointer<RealtimeChain>, from sources: UnsafePointer<UnsafePointer<Float>>?,
    to targets: UnsafePointer<UnsafeMutablePointer<Float>>, events: UnsafeBufferPointer<MIDIEvent>, frames: Int
  ) {
    var done = 0
    if let sender = chain.pointee.sender { sender.sent.clearInput(chain.pointee.host.pointee.urids) }
    while done < frames {
      let count = chain.pointee.nextCount(frames - done)
      if let sources { chain.pointee.copyIn(sources, from: done, count: count) }
      chain.pointee.copyMIDI(events, from: done, count: count)
      chain.pointee.host.pointee.render(
        chain.pointee.stages, count: chain.pointee.stageCount, midi: chain.pointee.midi, from: 0, frames: count)
      chain.pointee.copyOut(targets, at: done, count: count)
      chain.pointee.copySent(at: done, count: count)
      done += count
    }
  }

  /// Runs the chain's plugins with 0 frames, as some hosts do to deliver parameters and events. Real-time safe.
  @_noLocks static func renderNothing(_ chain: UnsafeMutablePointer<RealtimeChain>) {
    chain.pointee.midi.clearInput(chain.pointee.host.pointee.urids)
    chain.pointee.host.pointee.render(
      chain.pointee.stages, count: chain.pointee.stageCount, midi: chain.pointee.midi, from: 0, frames: 0)
  }

  /// How many frames the next block has: all stages get the same number.
  @_noLocks private func nextCount(_ frames: Int) -> Int {
    var count = frames
    for stage in 0..<stageCount {
      let own = stages[stage].nextCount(frames)
      if own < count { count = own }
    }
    return count
  }

  @_noLocks private func copyIn(_ sources: UnsafePointer<UnsafePointer<Float>>, from start: Int, count: Int) {
    for channel in 0..<inputCount {
      aucatCopy(inputs[channel], sources[channel] + start, UInt32(truncatingIfNeeded: count * 4))
      if !host.pointee.allowsNonFinite, RealtimeStage.hasNonFinite(inputs[channel], count) {
        host.pointee.status.pointee.nonFiniteInput.publish(1)
      }
    }
  }

  @_noLocks private func copyOut(_ targets: UnsafePointer<UnsafeMutablePointer<Float>>, at start: Int, count: Int) {
    for channel in 0..<outputCount {
      aucatCopy(targets[channel] + start, outputs[channel], UInt32(truncatingIfNeeded: count * 4))
    }
  }

  @_noLocks private func copyMIDI(_ events: UnsafeBufferPointer<MIDIEvent>, from start: Int, count: Int) {
    midi.clearInput(host.pointee.urids)
    for index in 0..<events.count {
      let event = events[index]
      let frame = Int(event.frame)
      guard frame >= start, frame < start + count else { continue }
      let hasRoom = midi.append(
        frame: Int64(frame - start), type: host.pointee.urids.midiEvent, size: event.size, event.bytes)
      if !hasRoom { noteLoss() }
    }
  }

  /// Notes that a message for the first stage that takes MIDI was lost.
  @_noLocks private func noteLoss() {
    for stage in 0..<stageCount where stages[stage].largestMIDIInput() > 0 { return stages[stage].noteLoss() }
  }

  @_noLocks private func copySent(at start: Int, count: Int) {
    guard let sender, let output = stages[sender.stage].midiOutput else { return }
    stages[sender.stage].append(output, from: 0, frames: count, to: sender.sent, at: start)
  }
}
