internal import Synchronization
internal import CLV2Host

extension RealtimeChain {
  // SAFETY: Only the render thread runs this code. Every pointer leads into the memory pools of the chain, which
  // outlive it; every index is below the count beside it, and no block is longer than the buffers (`nextCount`).

  /// The longest block while a parameter or a bypass is ramped, in frames: so short that the steps are inaudible.
  private static var rampBlock: Int { 16 }

  /// Stands for the chain's input instead of a stage's number.
  static var input: UInt32 { 0xFFFF_FFFF }

  /// Renders frames of the chain, from `sources` to `targets`. Real-time safe.
  ///
  /// - Parameters:
  ///   - chain: accessed by this thread only.
  ///   - events: MIDI for the first stage that takes it, in the order of their frames.
  ///   - frames: up to the block's length; exactly that in a fixed chain.
  @_noLocks static func render(
    _ chain: UnsafeMutablePointer<RealtimeChain>, from sources: UnsafePointer<UnsafePointer<Float>>?,
    to targets: UnsafePointer<UnsafeMutablePointer<Float>>, events: UnsafeBufferPointer<MIDIEvent>, frames: Int
  ) {
    var done = 0
    while done < frames {
      let count = chain.pointee.nextCount(frames - done)
      if let sources { chain.pointee.copyIn(sources, from: done, count: count) }
      chain.pointee.copyMIDI(events, from: done, count: count)
      chain.pointee.renderBlock(count)
      chain.pointee.copyOut(targets, at: done, count: count)
      done += count
    }
  }

  /// Renders frames that a device asks for. Real-time safe.
  ///
  /// - Parameter chain: accessed by this thread only.
  @_noLocks static func render(_ chain: UnsafeMutablePointer<RealtimeChain>, _ block: borrowing RealtimeBlock) {
    if let position = block.position { chain.pointee.transport.pointee.follow(position.pointee, tempo: block.tempo) }
    if let sent = block.sent { sent.clearInput(chain.pointee.urids) }
    var done = 0
    while done < block.frames {
      let count = chain.pointee.nextCount(block.frames - done)
      if let sources = block.sources { chain.pointee.copyIn(sources, from: done, count: count) }
      if let sides = block.sides { chain.pointee.copySides(sides, from: done, count: count) }
      chain.pointee.midi.clearInput(chain.pointee.urids)
      chain.pointee.copyMIDI(block.midi, from: done, to: chain.pointee.midi, at: 0, count: count)
      let source = chain.pointee.renderBlock(count)
      if let source, let sent = block.sent {
        chain.pointee.copyMIDI(source, from: 0, to: sent, at: done, count: count)
      }
      chain.pointee.copyOut(block.targets, at: done, count: count)
      done += count
    }
  }

  /// Lets the plugins do their work at once, or on their threads again.
  ///
  /// - Parameter deadline: how long to wait for work that is being done, by `aucatNow`; nil to end freewheeling.
  @_noLocks func freewheel(until deadline: Int64?) {
    for stage in 0..<stageCount {
      for instance in 0..<stages[stage].instanceCount {
        guard let worker = stages[stage].instances[instance].worker else { continue }
        if let deadline {
          RealtimeWorker.beginFreewheeling(worker, until: deadline)
        } else {
          RealtimeWorker.endFreewheeling(worker)
        }
      }
    }
  }

  /// How many frames the next block has.
  @_noLocks private func nextCount(_ frames: Int) -> Int {
    var limit = blockLength
    if splitsBlocks {
      for stage in 0..<stageCount {
        stages[stage].parameters.follow(rampLength)
        if stages[stage].parameters.progress.pointee.moving > 0 { limit = Self.rampBlock }
      }
      if limit > blockLength { limit = blockLength }
    } else {
      for stage in 0..<stageCount { stages[stage].parameters.follow(0) }
    }
    return frames < limit ? frames : limit
  }

  @_noLocks private func copyIn(_ sources: UnsafePointer<UnsafePointer<Float>>, from start: Int, count: Int) {
    for channel in 0..<inputCount {
      aucatCopy(inputs[channel], sources[channel] + start, UInt32(truncatingIfNeeded: count * 4))
      if !allowsNonFinite, Self.hasNonFinite(inputs[channel], count) { status.pointee.nonFiniteInput.publish(1) }
    }
  }

  @_noLocks private func copySides(_ sources: UnsafePointer<UnsafePointer<Float>>, from start: Int, count: Int) {
    for channel in 0..<sideCount {
      aucatCopy(sides[channel], sources[channel] + start, UInt32(truncatingIfNeeded: count * 4))
    }
  }

  @_noLocks private func copyOut(_ targets: UnsafePointer<UnsafeMutablePointer<Float>>, at start: Int, count: Int) {
    for channel in 0..<outputCount {
      aucatCopy(targets[channel] + start, outputs[channel], UInt32(truncatingIfNeeded: count * 4))
    }
  }

  @_noLocks private func copyMIDI(_ events: UnsafeBufferPointer<MIDIEvent>, from start: Int, count: Int) {
    midi.clearInput(urids)
    for index in 0..<events.count {
      let event = events[index]
      let frame = Int(event.frame)
      guard frame >= start, frame < start + count else { continue }
      var bytes = event.bytes
      midi.append(
        frame: Int64(frame - start), type: urids.midiEvent, size: UInt32(event.count < 3 ? event.count : 3), &bytes)
    }
  }

  /// Appends the MIDI of `count` frames from one sequence to another, where they begin at `position`.
  @_noLocks private func copyMIDI(
    _ source: RealtimeAtomPort, from start: Int, to target: RealtimeAtomPort, at position: Int, count: Int
  ) {
    var events = RealtimeEvents(source.sequence, capacity: source.capacity, type: urids.sequence)
    while let event = events.nextEvent() {
      let frame = event.pointee.time.frames
      guard event.pointee.body.type == urids.midiEvent, frame >= Int64(start), frame < Int64(start + count) else {
        continue
      }
      target.append(
        frame: frame - Int64(start - position), type: urids.midiEvent, size: event.pointee.body.size,
        UnsafeRawPointer(event) + 16)
    }
  }

  /// Renders one block, whose input is in ``inputs``. Real-time safe.
  ///
  /// - Returns: the last stage's port that has sent MIDI; nil if none can.
  @_noLocks @discardableResult func renderBlock(_ frames: Int) -> RealtimeAtomPort? {
    updateTransport()
    prepareInputs()
    takeMessages()
    var midiSource = midi
    var sent: RealtimeAtomPort?
    for stage in 0..<stageCount {
      status.pointee.stage.publish(UInt32(truncatingIfNeeded: firstStage &+ stage &+ 1))
      status.pointee.heartbeat.advance()
      copyMIDI(from: midiSource, to: stage, frames)
      runStage(stage, frames)
      if let output = midiOutput(stage) {
        midiSource = output
        sent = output
      }
    }
    status.pointee.stage.publish(0)
    if transport.pointee.speed != 0 {
      transport.pointee.frame &+= Int64(frames)
      let minutes = Double(frames) / transport.pointee.sampleRate / 60
      transport.pointee.beat += minutes * Double(transport.pointee.beatsPerMinute)
    }
    transport.pointee.hasChanged = false
    return sent
  }

  @_noLocks private func updateTransport() {
    let changes = transportRequest.pointee.changes.read()
    guard changes != transport.pointee.seen else { return }
    transport.pointee.seen = changes
    transport.pointee.beatsPerMinute = transportRequest.pointee.tempo.read()
    transport.pointee.speed = transportRequest.pointee.speed.read()
    transport.pointee.hasChanged = true
  }

  @_noLocks private func prepareInputs() {
    for stage in 0..<stageCount {
      for instance in 0..<stages[stage].instanceCount {
        let current = stages[stage].instances[instance]
        for port in 0..<current.atomInputCount {
          current.atomInputs[port].clearInput(urids)
          if transport.pointee.hasChanged && current.atomInputs[port].carriesPosition {
            RealtimePosition.append(to: current.atomInputs[port], transport, urids)
          }
        }
        for port in 0..<current.atomOutputCount { current.atomOutputs[port].clearOutput(urids) }
      }
    }
  }

  /// Maximum size of the messages in a block, in bytes; the last message may exceed it.
  private static var mostMessageBytes: Int { 32_768 }

  /// Delivers the control thread's messages to their stages.
  @_noLocks private func takeMessages() {
    var stage: UInt32 = 0
    var size: UInt32 = 0
    // The rest waits for the next block: messages that don't fit into a sequence would be lost.
    var left = Self.mostMessageBytes
    while left > 0, messages.pop(into: scratch, word: &stage, size: &size) {
      left -= Int(size) + 24
      guard Int(stage) < stageCount, size >= 8 else { continue }
      let atom = scratch.assumingMemoryBound(to: LV2_Atom.self)
      for instance in 0..<stages[Int(stage)].instanceCount {
        let current = stages[Int(stage)].instances[instance]
        for port in 0..<current.atomInputCount where current.atomInputs[port].carriesMessages {
          current.atomInputs[port].append(frame: 0, type: atom.pointee.type, size: size &- 8, scratch + 8)
        }
      }
    }
  }

  @_noLocks private func copyMIDI(from source: RealtimeAtomPort, to stage: Int, _ frames: Int) {
    guard source.sequence.pointee.atom.size > 8 else { return }
    var events = RealtimeEvents(source.sequence, capacity: source.capacity, type: urids.sequence)
    while let event = events.nextEvent() {
      let frame = event.pointee.time.frames
      guard event.pointee.body.type == urids.midiEvent, frame >= 0, frame < Int64(frames) else { continue }
      for instance in 0..<stages[stage].instanceCount {
        let current = stages[stage].instances[instance]
        for port in 0..<current.atomInputCount where current.atomInputs[port].carriesMIDI {
          current.atomInputs[port].append(
            frame: frame, type: urids.midiEvent, size: event.pointee.body.size,
            UnsafeRawPointer(event) + 16)
        }
      }
    }
  }

  /// The source of MIDI for the stages after this one, if it sends any.
  @_noLocks private func midiOutput(_ stage: Int) -> RealtimeAtomPort? {
    let first = stages[stage].instances[0]
    for port in 0..<first.atomOutputCount where first.atomOutputs[port].carriesMIDI { return first.atomOutputs[port] }
    return nil
  }

  @_noLocks private func runStage(_ stage: Int, _ frames: Int) {
    let current = stages + stage
    current.pointee.parameters.advance(frames)
    for instance in 0..<current.pointee.instanceCount {
      let plugin = current.pointee.instances + instance
      if keepsDenormals { aucatKeepDenormals() }
      if planted.pointee.size > 0 { planted.pointee.plant(in: plugin) }
      if let cost = current.pointee.runCost {
        aucatRunTimed(
          plugin.pointee.descriptor, plugin.pointee.handle, UInt32(truncatingIfNeeded: frames), cost)
      } else {
        aucatRun(plugin.pointee.descriptor, plugin.pointee.handle, UInt32(truncatingIfNeeded: frames))
      }
      // The plugin may have changed the thread's floating-point mode, which must not affect other code.
      if !aucatIsFlushing(aucatFlushDenormals()), !keepsDenormals { status.pointee.changedMode.publish(1) }
      if let worker = plugin.pointee.worker { RealtimeWorker.deliver(worker) }
    }
    current.pointee.parameters.publishOutputs()
    current.pointee.mixBypass(frames, rampLength)
    if !allowsNonFinite { checkNumbers(stage, frames) }
    checkMemory(stage)
    if status.pointee.wantsReports.read() != 0 { report(stage) }
  }

  /// Notes a stage that produces infinities or NaNs, and mutes it for this block, to protect the stages after it. If
  /// the chain's input has had some, the stage is not to blame: a plugin may keep them for a long time.
  @_noLocks private func checkNumbers(_ stage: Int, _ frames: Int) {
    let current = stages + stage
    for channel in 0..<current.pointee.outputCount {
      let samples = current.pointee.outputs[channel]
      guard Self.hasNonFinite(samples, frames) else { continue }
      if status.pointee.nonFiniteStage.read() == 0 {
        var source = UInt32(truncatingIfNeeded: stage &+ 1)
        if status.pointee.nonFiniteInput.read() != 0 { source = Self.input }
        status.pointee.nonFiniteStage.publish(source)
      }
      aucatZero(samples, UInt32(truncatingIfNeeded: frames * 4))
    }
  }

  @_noLocks private static func hasNonFinite(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Bool {
    var bad: UInt32 = 0
    for frame in 0..<frames {
      // If all bits of the exponent are set, the sample is infinite or NaN.
      bad |= ((samples[frame].bitPattern & 0x7F80_0000) &+ 0x0080_0000) & 0x8000_0000
    }
    return bad != 0
  }

  /// Notes a stage that has written just before one of its channels; the stages before it have been checked.
  @_noLocks private func checkMemory(_ stage: Int) {
    guard status.pointee.corruptingStage.read() == 0 else { return }
    let current = stages + stage
    var isIntact = true
    for channel in 0..<current.pointee.inputCount {
      if !GuardPattern.isIntact(before: current.pointee.inputs[channel]) { isIntact = false }
    }
    for channel in 0..<current.pointee.outputCount {
      if !GuardPattern.isIntact(before: current.pointee.outputs[channel]) { isIntact = false }
    }
    if !isIntact { status.pointee.corruptingStage.publish(UInt32(truncatingIfNeeded: stage &+ 1)) }
  }

  /// Copies what a stage has sent to the control thread; what does not fit is dropped.
  @_noLocks private func report(_ stage: Int) {
    let first = stages[stage].instances[0]
    for port in 0..<first.atomOutputCount {
      let output = first.atomOutputs[port]
      var events = RealtimeEvents(output.sequence, capacity: output.capacity, type: urids.sequence)
      while let event = events.nextEvent() {
        _ = reports.push(UInt32(truncatingIfNeeded: stage), event, size: event.pointee.body.size &+ 16)
      }
    }
  }
}
