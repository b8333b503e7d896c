internal import CLV2Host
internal import MIDI
internal import Synchronization

extension RealtimeEngine {
  // SAFETY: Only the render thread runs this code. The cycle's memory is the caller's, as `LiveCycle` describes it;
  // every other pointer leads into the chain's pools, and no part of a cycle is longer than their blocks.

  /// Renders a cycle. Real-time safe.
  @_noLocks static func render(_ engine: UnsafeMutablePointer<RealtimeEngine>, _ cycle: borrowing LiveCycle) {
    let start = cycle.period > 0 ? aucatNow() : 0
    let rules = aucatFlushDenormals()
    engine.pointee.begin(cycle, start)
    let rest = cycle.frames % engine.pointee.blockLength
    var done = 0
    while done < cycle.frames {
      let left = cycle.frames - done
      let count = left < engine.pointee.blockLength ? left : engine.pointee.blockLength
      engine.pointee.renderPart(cycle, from: done, count, isBroken: rest != 0)
      done += count
    }
    engine.pointee.end(cycle, start)
    aucatSetFloatingPoint(rules)
  }

  @_noLocks private func begin(_ cycle: borrowing LiveCycle, _ start: Int64) {
    takeGraph()
    setDeadlines(cycle, start)
    cycle.sentCount.pointee = 0
    position.pointee = cycle.position
    progress.pointee.nextEvent = 0
    progress.pointee.sentBytes = 0
    progress.pointee.sentFrame = 0
    freewheel(cycle.position.isFreewheeling)
    inputRamp.start(cycle.startsInput)
    outputRamp.start(cycle.startsOutput)
  }

  @_noLocks private func takeGraph() {
    let next = mailbox.pointee.next.load(ordering: .acquiring)
    guard let graph = UnsafeMutablePointer<RealtimeGraph>(bitPattern: next) else { return }
    progress.pointee.graph = graph
    mailbox.pointee.next.store(0, ordering: .releasing)
  }

  /// The longest wait for the workers in the first cycle without a deadline, in nanoseconds.
  private static var longestWait: Int64 { 5_000_000_000 }

  /// Lets workers do their work immediately while the device freewheels. If one was too busy to begin that in the first
  /// cycle, each further cycle tries again without waiting.
  @_noLocks private func freewheel(_ isFreewheeling: Bool) {
    let begins = isFreewheeling && !progress.pointee.isFreewheeling
    guard isFreewheeling || progress.pointee.isFreewheeling else { return }
    progress.pointee.isFreewheeling = isFreewheeling
    let deadline: Int64? = isFreewheeling ? (begins ? aucatNow() + Self.longestWait : 0) : nil
    let graph = progress.pointee.graph
    Self.freewheel(graph.pointee.before, until: deadline)
    if !graph.pointee.transition.isSettled() {
      Self.freewheel(graph.pointee.old, until: deadline)
    }
    Self.freewheel(graph.pointee.new, until: deadline)
    Self.freewheel(graph.pointee.after, until: deadline)
  }

  @_noLocks private static func freewheel(_ lane: RealtimeLane, until deadline: Int64?) {
    for unit in 0..<lane.count { lane.units[unit].stage.pointee.freewheel(until: deadline) }
  }

  /// A part of a cycle that is rendered in one go.
  private struct Part {
    let start: Int
    let count: Int
    /// Whether the cycle's length isn't a multiple of the block length: components that need one length are bypassed.
    let isBroken: Bool
    let isTimed: Bool
    /// Whether all notes end at its first frame.
    let endsNotes: Bool
  }

  @_noLocks private func renderPart(
    _ cycle: borrowing LiveCycle, from start: Int, _ count: Int, isBroken: Bool
  ) {
    let part = Part(
      start: start, count: count, isBroken: isBroken, isTimed: cycle.period > 0, endsNotes: takePanic())
    takeInput(cycle, from: start, count)
    takeMIDI(cycle, part)
    let graph = progress.pointee.graph
    var signal = RealtimeSignal(
      channels: graph.pointee.bus.inputs, count: inputCount, midi: graph.pointee.bus.midi, ledger: inputLedger,
      isSent: false, endings: 0)
    signal = run(graph.pointee.before, input: signal, part: part)
    if graph.pointee.transition.isSettled() {
      signal = run(graph.pointee.new, input: signal, part: part)
    } else {
      signal = change(graph, input: signal, part: part)
    }
    signal = run(graph.pointee.after, input: signal, part: part)
    deliver(signal, to: cycle, at: start, count)
    if watch.pointee.ending.read() != 0 { fadeOut(cycle, from: start, count) }
    send(signal, to: cycle, at: start)
  }

  /// Renders the old components and the new ones, and mixes them.
  @_noLocks private func change(
    _ graph: UnsafeMutablePointer<RealtimeGraph>, input signal: RealtimeSignal, part: Part
  ) -> RealtimeSignal {
    let transition = graph.pointee.transition
    let old = run(graph.pointee.old, input: signal, part: part)
    let new = run(graph.pointee.new, input: transition.fadeIn(signal, part.count), part: part)
    transition.mix(old, with: new, frames: part.count)
    transition.advance(
      part.count, oldLatency: graph.pointee.old.latency(), newLatency: graph.pointee.new.latency())
    let isFirst = transition.takesNewMIDI()
    var heard = transition.progress.pointee.hasNewMIDI ? new : old
    if isFirst, old.ledger.notes != new.ledger.notes { heard = changeMIDI(graph, from: old, to: new) }
    return RealtimeSignal(
      channels: transition.mixed, count: transition.channelCount, midi: heard.midi, ledger: heard.ledger,
      isSent: heard.isSent, endings: heard.endings)
  }

  /// Joins two streams of MIDI in the block in which the new one replaces the old one: all notes of the old one end.
  @_noLocks private func changeMIDI(
    _ graph: UnsafeMutablePointer<RealtimeGraph>, from old: RealtimeSignal, to new: RealtimeSignal
  ) -> RealtimeSignal {
    let changed = graph.pointee.bus.changedMIDI
    changed.clearInput(urids)
    // The ledger has followed this block already: what has ended in it must end here, too.
    var endings = append(old.midi, to: changed, onlyEndings: true)
    endings += old.ledger.end(in: changed, urids)
    _ = append(new.midi, to: changed, onlyEndings: false)
    return RealtimeSignal(
      channels: new.channels, count: new.count, midi: changed, ledger: new.ledger, isSent: new.isSent,
      endings: old.isSent ? endings : 0)
  }

  /// - Parameter onlyEndings: whether only what ends notes is appended, all at the first frame.
  /// - Returns: the number of events that were appended.
  @_noLocks private func append(_ midi: RealtimeAtomPort, to target: RealtimeAtomPort, onlyEndings: Bool) -> Int {
    var count = 0
    var events = RealtimeEvents(midi.sequence, capacity: midi.capacity, type: urids.sequence)
    while let event = events.nextEvent() {
      let (size, bytes) = (event.pointee.body.size, UnsafeRawPointer(event) + 16)
      guard event.pointee.body.type == urids.midiEvent else { continue }
      if onlyEndings {
        guard size >= 3, NoteLedger.ends(bytes.assumingMemoryBound(to: UInt8.self)) else { continue }
      }
      let frame = onlyEndings ? 0 : event.pointee.time.frames
      guard let room = target.appendEvent(frame: frame, type: urids.midiEvent, size: size) else { continue }
      aucatCopy(room, bytes, size)
      count += 1
    }
    return count
  }

  /// Runs components in series.
  @_noLocks private func run(_ lane: RealtimeLane, input: RealtimeSignal, part: Part) -> RealtimeSignal {
    var (signal, senders) = (input, 0)
    var before = part.isTimed ? aucatNow() : 0
    for index in 0..<lane.count {
      let unit = lane.units + index
      let targets = index & 1 == 0 ? lane.first : lane.second
      let room = senders & 1 == 0 ? lane.firstMIDI : lane.secondMIDI
      let stage = unit.pointee.stage
      // It is bypassed in parts of any other length.
      let isUnsuited = stage.pointee.host.pointee.isFixed ? part.isBroken : false
      let sends = isUnsuited ? false : unit.pointee.sendsMIDI
      unit.pointee.levels.watch.pointee.isUnsuited.publish(isUnsuited ? 1 : 0)
      if isUnsuited {
        unit.pointee.pass(signal.channels, to: targets, frames: part.count)
      } else {
        if part.start == 0 {
          stage.pointee.host.pointee.transport.pointee.follow(position.pointee, tempo: watch.pointee.tempo.read())
        }
        RealtimeStage.render(
          stage, from: signal.channels, to: targets, sides: progress.pointee.graph.pointee.bus.inputs,
          midi: signal.midi, sent: sends ? room : nil, frames: part.count)
      }
      var endsNotes = part.endsNotes
      if let remote = stage.pointee.remote {
        if remote.takesNotes() { endsNotes = true }
        if remote.tellsFall() { aucatPost(settled) }
      }
      if sends {
        if endsNotes {
          // Its MIDI in this block may belong to notes that end now.
          room.clearInput(urids)
          _ = unit.pointee.ledger.end(in: room, urids)
        }
        unit.pointee.ledger.follow(room, urids)
        senders += 1
      }
      watchOver(unit, targets: targets, frames: part.count)
      signal = RealtimeSignal(
        channels: targets, count: stage.pointee.outputCount, midi: sends ? room : signal.midi,
        ledger: sends ? unit.pointee.ledger : signal.ledger, isSent: sends || signal.isSent,
        endings: sends ? 0 : signal.endings)
      if part.isTimed {
        let now = aucatNow()
        unit.pointee.time.pointee += now - before
        before = now
      }
    }
    return signal
  }

  @_noLocks private func watchOver(
    _ unit: UnsafeMutablePointer<RealtimeUnit>, targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    frames: Int
  ) {
    let watch = unit.pointee.levels.watch
    follow(unit.pointee.levels.protect(targets, frames), frames: frames, watch: watch)
    if unit.pointee.stage.pointee.host.pointee.status.pointee.corruptingStage.read() != 0 {
      watch.pointee.hasWrittenOutside.publish(1)
    }
  }

  @_noLocks private func takeInput(_ cycle: borrowing LiveCycle, from start: Int, _ count: Int) {
    let size = UInt32(truncatingIfNeeded: count * 4)
    let channels = progress.pointee.graph.pointee.bus.inputs
    var top: UInt32 = 0
    for channel in 0..<inputCount {
      let samples = channels[channel]
      if let inputs = cycle.inputs {
        aucatCopy(samples, inputs[channel] + start, size)
      } else {
        aucatZero(samples, size)
      }
      let peak = inputLevels[channel].protect(UnsafePointer(channels + channel), count)
      if peak > top { top = peak }
      inputRamp.apply(to: samples, channel, count)
    }
    follow(top, frames: count, watch: inputWatch)
  }

  /// Whether all notes must end and have not yet done so.
  @_noLocks private func takePanic() -> Bool {
    let wanted = watch.pointee.panics.read()
    if wanted == progress.pointee.panics { return false }
    progress.pointee.panics = wanted
    return true
  }

  /// Ends all notes, and tells instruments to be silent, on all channels.
  @_noLocks private func endNotes(in midi: RealtimeAtomPort) {
    _ = inputLedger.end(in: midi, urids)
    for channel in 0..<UInt8(16) {
      append(controller: 123, channel, to: midi)
      append(controller: 120, channel, to: midi)
    }
  }

  @_noLocks private func append(controller: UInt8, _ channel: UInt8, to midi: RealtimeAtomPort) {
    guard let bytes = midi.appendEvent(frame: 0, type: urids.midiEvent, size: 3) else { return }
    let message = bytes.assumingMemoryBound(to: UInt8.self)
    message[0] = 0xB0 | channel
    message[1] = controller
    message[2] = 0
  }

  /// Passes on the device's MIDI for a part of the cycle, in the order of its frames.
  @_noLocks private func takeMIDI(_ cycle: borrowing LiveCycle, _ part: Part) {
    let (start, count) = (part.start, part.count)
    let midi = progress.pointee.graph.pointee.bus.midi
    midi.clearInput(urids)
    if part.endsNotes { endNotes(in: midi) }
    defer { inputLedger.follow(midi, urids) }
    var last = 0
    while progress.pointee.nextEvent < cycle.midi.count {
      let event = cycle.midi[progress.pointee.nextEvent]
      var frame = Int(event.frame) - start
      if frame >= count {
        guard start + count == cycle.frames else { return }
        // An event beyond the cycle would otherwise be lost, and a note would hang.
        frame = count - 1
      }
      if frame > last { last = frame }
      progress.pointee.nextEvent += 1
      if event.size > 0 { midi.append(frame: Int64(last), type: urids.midiEvent, size: event.size, event.bytes) }
    }
  }

  /// Copies the sound to the device: a single channel to all outputs, several to one each. Other outputs are silent.
  @_noLocks private func deliver(
    _ signal: RealtimeSignal, to cycle: borrowing LiveCycle, at start: Int, _ count: Int
  ) {
    let size = UInt32(truncatingIfNeeded: count * 4)
    for channel in 0..<outputCount {
      let target = cycle.outputs[channel] + start
      if channel < signal.count || signal.count == 1 {
        aucatCopy(target, signal.channels[signal.count == 1 ? 0 : channel], size)
        outputRamp.apply(to: target, channel, count)
      } else {
        aucatZero(target, size)
      }
    }
  }

  /// Fades the sound out at the end; silence follows.
  @_noLocks private func fadeOut(_ cycle: borrowing LiveCycle, from start: Int, _ count: Int) {
    let (before, length) = (progress.pointee.ended, outputRamp.fade.length)
    for channel in 0..<outputCount {
      let samples = cycle.outputs[channel] + start
      for frame in 0..<count { samples[frame] *= 1 - outputRamp.fade.gain(before + frame) }
    }
    if before < length { progress.pointee.ended = before + count }
    if progress.pointee.ended >= length { watch.pointee.ending.publish(2) }
  }

  /// Hands the last component's MIDI to the device, or only what ends its notes. What does not fit is dropped.
  @_noLocks private func send(_ signal: RealtimeSignal, to cycle: borrowing LiveCycle, at start: Int) {
    let bus = progress.pointee.graph.pointee.bus
    var left = signal.isSent ? Int.max : signal.endings
    guard left > 0 else { return }
    var events = RealtimeEvents(signal.midi.sequence, capacity: signal.midi.capacity, type: urids.sequence)
    while left > 0, let event = events.nextEvent() {
      left -= 1
      let (size, number) = (event.pointee.body.size, cycle.sentCount.pointee)
      let used = progress.pointee.sentBytes
      guard size > 0, number < cycle.sent.count, Int(size) <= bus.byteCount - used else { continue }
      let frame = UInt32(truncatingIfNeeded: start + Int(event.pointee.time.frames))
      if frame > progress.pointee.sentFrame { progress.pointee.sentFrame = frame }
      aucatCopy(bus.bytes + used, UnsafeRawPointer(event) + 16, size)
      cycle.sent[number] = MIDIEvent(frame: progress.pointee.sentFrame, size: size, bytes: bus.bytes + used)
      cycle.sentCount.pointee = number + 1
      progress.pointee.sentBytes = used + Int(size)
    }
  }

  /// Lets a meter follow a peak: it rises immediately, and falls by 12 dB a second.
  @_noLocks private func follow(_ top: UInt32, frames: Int, watch: UnsafeMutablePointer<LevelWatch>) {
    let factor = 1 - 1.3816 * Float(frames) / sampleRate
    let fallen = factor > 0 ? watch.pointee.peak.read() * factor : 0
    let peak = Float(bitPattern: top)
    watch.pointee.peak.publish(peak > fallen ? peak : fallen)
  }

  @_noLocks private func end(_ cycle: borrowing LiveCycle, _ start: Int64) {
    let graph = progress.pointee.graph
    let isSettled = graph.pointee.transition.isSettled()
    let heard = isSettled ? graph.pointee.new : graph.pointee.old
    let latency = graph.pointee.before.latency() + heard.latency() + graph.pointee.after.latency()
    watch.pointee.latency.publish(UInt32(truncatingIfNeeded: latency))
    outputWatch.pointee.peak.publish(lastWatch(graph, heard).pointee.peak.read())
    measure(cycle, start)
    watch.pointee.blocks.advance()
    // This comes last: afterwards, the old components may be released.
    guard isSettled, mailbox.pointee.settled.read() != graph.pointee.serial else { return }
    mailbox.pointee.settled.publish(graph.pointee.serial)
    aucatPost(settled)
  }

  /// The levels of the last component that is heard, or those of the input if there is none.
  @_noLocks private func lastWatch(
    _ graph: UnsafeMutablePointer<RealtimeGraph>, _ heard: RealtimeLane
  ) -> UnsafeMutablePointer<LevelWatch> {
    let (before, after) = (graph.pointee.before, graph.pointee.after)
    if after.count > 0 { return after.units[after.count - 1].levels.watch }
    if heard.count > 0 { return heard.units[heard.count - 1].levels.watch }
    return before.count > 0 ? before.units[before.count - 1].levels.watch : inputWatch
  }
}
