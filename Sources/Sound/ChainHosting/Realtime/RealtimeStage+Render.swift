internal import Synchronization
internal import CLV2Host

extension RealtimeStage {
  // SAFETY: Only the render thread runs this code. Every pointer leads into memory pools that outlive the stage, or to
  // a block's channels; every index is below the count beside it, and no block is longer than the buffers
  // (`nextCount`).

  /// Renders a block of a live chain from `sources` to `targets`, to which the plugin is connected. Real-time safe.
  ///
  /// - Parameters:
  ///   - stage: the stage, which shares its host with no other; accessed by this thread only.
  ///   - sides: the chain's input, for side chains.
  ///   - midi: a sequence with the MIDI of the block.
  ///   - sent: where its own MIDI goes, if that is wanted.
  @_noLocks static func render(
    _ stage: UnsafeMutablePointer<RealtimeStage>, from sources: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    to targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, midi: RealtimeAtomPort, sent: RealtimeAtomPort?,
    frames: Int
  ) {
    let host = stage.pointee.host
    if let sent { sent.clearInput(host.pointee.urids) }
    var done = 0
    while done < frames {
      let count = stage.pointee.nextCount(frames - done)
      stage.pointee.connect(sources, targets, sides: sides, from: done)
      host.pointee.render(stage, count: 1, midi: midi, from: done, frames: count)
      if let sent, let output = stage.pointee.midiOutput {
        stage.pointee.append(output, from: 0, frames: count, to: sent, at: done)
      }
      done += count
    }
  }

  /// The longest block while a parameter is ramped, in frames: so short that the steps are inaudible.
  private static var rampBlock: Int { 16 }

  /// Adopts new values of parameters.
  ///
  /// - Returns: the length of the next block, in frames.
  @_noLocks func nextCount(_ frames: Int) -> Int {
    parameters.follow(host.pointee.splitsBlocks ? host.pointee.rampLength : 0)
    var count = frames < host.pointee.blockLength ? frames : host.pointee.blockLength
    if parameters.progress.pointee.moving > 0, count > Self.rampBlock { count = Self.rampBlock }
    return count
  }

  /// Connects the plugin's ports to channels from a frame on, unless they are connected already.
  @_noLocks private func connect(
    _ sources: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    _ targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, from start: Int
  ) {
    var hasMoved = false
    for channel in 0..<inputCount + outputCount + sideCount {
      let (output, side) = (channel - inputCount, channel - inputCount - outputCount)
      let samples = (output < 0 ? sources[channel] : side < 0 ? targets[output] : sides[side]) + start
      if inputs[channel] != samples { hasMoved = true }
      inputs[channel] = samples
    }
    guard hasMoved else { return }
    for instance in 0..<instanceCount {
      let plugin = instances + instance
      for index in 0..<plugin.pointee.audioPortCount {
        let port = plugin.pointee.audioPorts[index]
        aucatConnect(plugin.pointee.descriptor, plugin.pointee.handle, port.index, inputs[port.channel])
      }
    }
  }

  /// Lets the plugin do its scheduled work immediately, or on the worker's thread again.
  ///
  /// - Parameter deadline: when to stop waiting for work in progress, by `aucatNow`; nil to end freewheeling.
  @_noLocks func freewheel(until deadline: Int64?) {
    remote?.remote.pointee.isFreewheeling = deadline == nil ? 0 : 1
    for instance in 0..<instanceCount {
      guard let worker = instances[instance].worker else { continue }
      if let deadline {
        RealtimeWorker.beginFreewheeling(worker, until: deadline)
      } else {
        RealtimeWorker.endFreewheeling(worker)
      }
    }
  }

  /// Reports the events of a late block.
  @_noLocks func takeLate() {
    guard let remote, aucatRemoteTakeLate(remote.remote) else { return }
    if host.pointee.status.pointee.wantsReports.read() != 0 { report() }
  }

  /// Empties the event ports, and sends changes of the transport.
  @_noLocks func prepareInputs() {
    let transport = host.pointee.transport
    if parameters.followerCount > 0 { parameters.followHost(transport) }
    for instance in 0..<instanceCount {
      let current = instances[instance]
      for port in 0..<current.atomInputCount {
        current.atomInputs[port].clearInput(host.pointee.urids)
        if transport.pointee.hasChanged && current.atomInputs[port].carriesPosition {
          RealtimePosition.append(to: current.atomInputs[port], transport, host.pointee.urids)
        }
      }
      for port in 0..<current.atomOutputCount { current.atomOutputs[port].clearOutput(host.pointee.urids) }
    }
  }

  /// Gives the plugin the MIDI of some frames of a sequence.
  @_noLocks func takeMIDI(_ source: RealtimeAtomPort, from start: Int, frames: Int) {
    if let remote, remote.isAway() {
      remote.missed.keep(source, from: start, frames: frames, host.pointee.urids)
      return
    }
    if let remote { deliver(remote.missed) }
    guard source.sequence.pointee.atom.size > 8 else { return }
    for instance in 0..<instanceCount {
      let current = instances[instance]
      for port in 0..<current.atomInputCount where current.atomInputs[port].carriesMIDI {
        // Linked instances get the same messages.
        append(source, from: start, frames: frames, to: current.atomInputs[port], at: 0, notesLoss: instance == 0)
      }
    }
  }

  /// Sends the missed MIDI to the plugin.
  @_noLocks private func deliver(_ missed: MissedEvents) {
    guard missed.hasAny() else { return }
    for instance in 0..<instanceCount {
      let current = instances[instance]
      for port in 0..<current.atomInputCount where current.atomInputs[port].carriesMIDI {
        missed.append(to: current.atomInputs[port], host.pointee.urids)
      }
    }
    missed.clear()
  }

  /// Appends the MIDI of some frames from one sequence to another, where they begin at `position`. One of the two is the
  /// stage's own; what doesn't fit is lost, and noted.
  @_noLocks func append(
    _ source: RealtimeAtomPort, from start: Int, frames: Int, to target: RealtimeAtomPort, at position: Int,
    notesLoss: Bool = true
  ) {
    let type = host.pointee.urids.midiEvent
    var events = RealtimeEvents(source.sequence, capacity: source.capacity, type: host.pointee.urids.sequence)
    while let event = events.nextEvent() {
      let frame = event.pointee.time.frames
      guard event.pointee.body.type == type, frame >= Int64(start), frame < Int64(start + frames) else { continue }
      let hasRoom = target.append(
        frame: frame - Int64(start - position), type: type, size: event.pointee.body.size, UnsafeRawPointer(event) + 16)
      if !hasRoom, notesLoss { noteLoss() }
    }
  }

  /// Runs the plugin, and mixes the bypass.
  @_noLocks func run(_ frames: Int) {
    let status = host.pointee.status
    let keepsDenormals = host.pointee.keepsDenormals
    parameters.advance(frames)
    if let remote, remote.isAway() {
      aucatRemoteSkip(remote.remote)
      return mixAbsence(remote, frames)
    }
    for instance in 0..<instanceCount {
      let plugin = instances + instance
      if keepsDenormals { aucatKeepDenormals() }
      if host.pointee.planted.pointee.size > 0 { host.pointee.planted.pointee.plant(in: plugin) }
      if let runCost {
        aucatRunTimed(
          plugin.pointee.descriptor, plugin.pointee.handle, UInt32(truncatingIfNeeded: frames), runCost)
      } else {
        aucatRun(plugin.pointee.descriptor, plugin.pointee.handle, UInt32(truncatingIfNeeded: frames))
      }
      // The plugin may have changed the thread's floating-point mode, which must not affect other code.
      if !aucatIsFlushing(aucatFlushDenormals()), !keepsDenormals { status.pointee.changedMode.publish(1) }
      if let worker = plugin.pointee.worker { RealtimeWorker.deliver(worker) }
    }
    if parameters.triggerCount > 0 { parameters.releaseTriggers() }
    if let remote {
      guard remote.remote.pointee.isAnswered else { return mixAbsence(remote, frames) }
      remote.note(in: status, number: number)
    }
    parameters.publishOutputs()
    mixBypass(frames, host.pointee.rampLength)
    if let remote { mixReturn(remote, frames) }
    noteSound(frames)
    if !host.pointee.allowsNonFinite { checkNumbers(frames) }
    if status.pointee.wantsReports.read() != 0 { report() }
  }

  /// The number that stands for the chain's input.
  static var input: UInt32 { 0xFFFF_FFFF }

  /// Notes a stage that produces infinities or NaNs, and mutes such channels for this block, to protect the stages
  /// after it. If the chain's input has had some, the stage is not to blame: a plugin may keep them for a long time.
  @_noLocks private func checkNumbers(_ frames: Int) {
    let status = host.pointee.status
    for channel in 0..<outputCount {
      let samples = outputs[channel]
      guard Self.hasNonFinite(samples, frames) else { continue }
      if status.pointee.nonFiniteStage.read() == 0 {
        var source = UInt32(truncatingIfNeeded: number &+ 1)
        if status.pointee.nonFiniteInput.read() != 0 { source = Self.input }
        status.pointee.nonFiniteStage.publish(source)
      }
      aucatZero(samples, UInt32(truncatingIfNeeded: frames * 4))
    }
  }

  /// Whether any of the samples is infinite or NaN.
  @_noLocks static func hasNonFinite(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Bool {
    var bad: UInt32 = 0
    for frame in 0..<frames {
      // If all bits of the exponent are set, the sample is infinite or NaN.
      bad |= ((samples[frame].bitPattern & 0x7F80_0000) &+ 0x0080_0000) & 0x8000_0000
    }
    return bad != 0
  }

  /// Notes a stage that has written just before the memory of one of its channels, and mends the pattern there: the
  /// stages around it share the memory, and are not to blame.
  ///
  /// - Parameter start: where the channels begin in their memory, in frames.
  @_noLocks func checkMemory(_ start: Int) {
    var isIntact = true
    for channel in 0..<inputCount + outputCount + sideCount {
      if !GuardPattern.mend(before: inputs[channel] - start) { isIntact = false }
    }
    guard !isIntact, host.pointee.status.pointee.corruptingStage.read() == 0 else { return }
    host.pointee.status.pointee.corruptingStage.publish(UInt32(truncatingIfNeeded: number &+ 1))
  }

  /// Copies to the control thread what the plugin has sent; what does not fit is dropped.
  @_noLocks private func report() {
    let first = instances[0]
    for port in 0..<first.atomOutputCount {
      let output = first.atomOutputs[port]
      var events = RealtimeEvents(output.sequence, capacity: output.capacity, type: host.pointee.urids.sequence)
      while let event = events.nextEvent() {
        _ = host.pointee.reports.push(UInt32(truncatingIfNeeded: number), event, size: event.pointee.body.size &+ 16)
      }
    }
  }
}
