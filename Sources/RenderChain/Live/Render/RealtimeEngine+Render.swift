internal import CLV2Host
internal import Synchronization

extension RealtimeEngine {
  // SAFETY: Only the render thread runs this code. The cycle's memory is the caller's, as `LiveCycle` describes it; every other
  // pointer leads into the chain's pools, and no part of a cycle is longer than their blocks.

  /// Renders a cycle. Real-time safe.
  @_noLocks static func render(_ engine: UnsafeMutablePointer<RealtimeEngine>, _ cycle: borrowing LiveCycle) {
    let start = cycle.period > 0 ? aucatNow() : 0
    let rules = aucatFlushDenormals()
    engine.pointee.begin(cycle)
    let rest = cycle.frames % engine.pointee.blockLength
    let isUnsuited = engine.pointee.isFixed ? rest != 0 : false
    var done = 0
    while done < cycle.frames {
      let left = cycle.frames - done
      let count = left < engine.pointee.blockLength ? left : engine.pointee.blockLength
      engine.pointee.renderPart(cycle, from: done, count, isUnsuited)
      done += count
    }
    engine.pointee.end(cycle, start)
    aucatSetFloatingPoint(rules)
  }

  @_noLocks private func begin(_ cycle: borrowing LiveCycle) {
    cycle.sentCount.pointee = 0
    position.pointee = cycle.position
    progress.pointee.nextEvent = 0
    progress.pointee.sentBytes = 0
    progress.pointee.sentFrame = 0
    freewheel(cycle.position.isFreewheeling)
    inputRamp.start(cycle.startsInput)
    outputRamp.start(cycle.startsOutput)
  }

  /// The longest wait for the workers at the first cycle without a deadline, in nanoseconds.
  private static var longestWait: Int64 { 5_000_000_000 }

  /// While there is no deadline, work is done at once. Where it could not begin so, each cycle tries again without waiting.
  @_noLocks private func freewheel(_ isFreewheeling: Bool) {
    let begins = isFreewheeling && !progress.pointee.isFreewheeling
    guard isFreewheeling || progress.pointee.isFreewheeling else { return }
    progress.pointee.isFreewheeling = isFreewheeling
    let deadline: Int64? = isFreewheeling ? (begins ? aucatNow() + Self.longestWait : 0) : nil
    for unit in 0..<unitCount { units[unit].chain.pointee.freewheel(until: deadline) }
  }

  @_noLocks private func renderPart(
    _ cycle: borrowing LiveCycle, from start: Int, _ count: Int, _ isUnsuited: Bool
  ) {
    takeInput(cycle, from: start, count)
    takeMIDI(cycle, from: start, count)
    var (sources, midi, senders) = (bus.inputs, bus.midi, 0)
    var before = cycle.period > 0 ? aucatNow() : 0
    for index in 0..<unitCount {
      let unit = units + index
      let targets = index & 1 == 0 ? bus.first : bus.second
      let room = senders & 1 == 0 ? bus.firstMIDI : bus.secondMIDI
      unit.pointee.levels.watch.pointee.isUnsuited.publish(isUnsuited ? 1 : 0)
      if isUnsuited {
        unit.pointee.pass(sources, targets, count)
      } else {
        run(unit, sources, targets, midi, room, start, count)
        if unit.pointee.sendsMIDI { (midi, senders) = (room, senders + 1) }
      }
      follow(unit.pointee.levels.protect(targets, count), count, unit.pointee.levels.watch)
      if unit.pointee.chain.pointee.status.pointee.corruptingStage.read() != 0 {
        unit.pointee.levels.watch.pointee.hasWrittenOutside.publish(1)
      }
      sources = targets
      if cycle.period > 0 {
        let now = aucatNow()
        unit.pointee.time.pointee += now - before
        before = now
      }
    }
    deliver(sources, to: cycle, at: start, count)
    if watch.pointee.ending.read() != 0 { fadeOut(cycle, from: start, count) }
    if senders > 0 { send(midi, to: cycle, at: start) }
  }

  @_noLocks private func run(
    _ unit: UnsafeMutablePointer<RealtimeUnit>, _ sources: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    _ targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ midi: RealtimeAtomPort, _ room: RealtimeAtomPort,
    _ start: Int, _ count: Int
  ) {
    let block = RealtimeBlock(
      sources: Self.readable(sources), sides: unit.pointee.hearsInput ? Self.readable(bus.inputs) : nil,
      targets: UnsafePointer(targets), midi: midi, sent: unit.pointee.sendsMIDI ? room : nil, frames: count,
      position: start == 0 ? UnsafePointer(position) : nil, tempo: tempo)
    RealtimeChain.render(unit.pointee.chain, block)
  }

  @_noLocks private static func readable(
    _ channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  ) -> UnsafePointer<UnsafePointer<Float>> {
    UnsafePointer(UnsafeMutableRawPointer(channels).assumingMemoryBound(to: UnsafePointer<Float>.self))
  }

  @_noLocks private func takeInput(_ cycle: borrowing LiveCycle, from start: Int, _ count: Int) {
    let size = UInt32(truncatingIfNeeded: count * 4)
    var top: UInt32 = 0
    for channel in 0..<inputCount {
      let samples = bus.inputs[channel]
      if let inputs = cycle.inputs {
        aucatCopy(samples, inputs[channel] + start, size)
      } else {
        aucatZero(samples, size)
      }
      let peak = inputLevels[channel].protect(UnsafePointer(bus.inputs + channel), count)
      if peak > top { top = peak }
      inputRamp.apply(to: samples, channel, count)
    }
    follow(top, count, inputWatch)
  }

  /// Hands on the device's MIDI of a part of the cycle, in the order of its frames.
  @_noLocks private func takeMIDI(_ cycle: borrowing LiveCycle, from start: Int, _ count: Int) {
    bus.midi.clearInput(urids)
    var last = 0
    while progress.pointee.nextEvent < cycle.midi.count {
      let event = cycle.midi[progress.pointee.nextEvent]
      var frame = Int(event.frame) - start
      if frame >= count {
        guard start + count == cycle.frames else { return }
        // What is said to be later than the cycle would otherwise be lost, and a note would hang.
        frame = count - 1
      }
      if frame > last { last = frame }
      progress.pointee.nextEvent += 1
      if event.size > 0 { bus.midi.append(frame: Int64(last), type: urids.midiEvent, size: event.size, event.bytes) }
    }
  }

  /// Copies the sound to the device: one channel to all of its outputs; else the rest of them is silent.
  @_noLocks private func deliver(
    _ sources: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, to cycle: borrowing LiveCycle, at start: Int,
    _ count: Int
  ) {
    let size = UInt32(truncatingIfNeeded: count * 4)
    for channel in 0..<outputCount {
      let target = cycle.outputs[channel] + start
      if channel < soundCount || soundCount == 1 {
        aucatCopy(target, sources[soundCount == 1 ? 0 : channel], size)
        outputRamp.apply(to: target, channel, count)
      } else {
        aucatZero(target, size)
      }
    }
  }

  /// Fades the end out; silence follows.
  @_noLocks private func fadeOut(_ cycle: borrowing LiveCycle, from start: Int, _ count: Int) {
    let (before, length) = (progress.pointee.ended, outputRamp.fade.length)
    for channel in 0..<outputCount {
      let samples = cycle.outputs[channel] + start
      for frame in 0..<count { samples[frame] *= 1 - outputRamp.fade.gain(before + frame) }
    }
    if before < length { progress.pointee.ended = before + count }
    if progress.pointee.ended >= length { watch.pointee.ending.publish(2) }
  }

  /// Hands the last component's MIDI to the device. What finds no room is dropped.
  @_noLocks private func send(_ midi: RealtimeAtomPort, to cycle: borrowing LiveCycle, at start: Int) {
    var events = RealtimeEvents(midi.sequence, capacity: midi.capacity, type: urids.sequence)
    while let event = events.nextEvent() {
      let (size, number) = (event.pointee.body.size, cycle.sentCount.pointee)
      let used = progress.pointee.sentBytes
      guard size > 0, number < cycle.sent.count, Int(size) <= bus.byteCount - used else { continue }
      let frame = UInt32(truncatingIfNeeded: start + Int(event.pointee.time.frames))
      if frame > progress.pointee.sentFrame { progress.pointee.sentFrame = frame }
      aucatCopy(bus.bytes + used, UnsafeRawPointer(event) + 16, size)
      cycle.sent[number] = LiveMIDI(frame: progress.pointee.sentFrame, size: size, bytes: bus.bytes + used)
      cycle.sentCount.pointee = number + 1
      progress.pointee.sentBytes = used + Int(size)
    }
  }

  /// Lets a meter follow a peak: it rises at once, and falls by 12 dB a second.
  @_noLocks private func follow(_ top: UInt32, _ frames: Int, _ watch: UnsafeMutablePointer<LevelWatch>) {
    let factor = 1 - 1.3816 * Float(frames) / sampleRate
    let fallen = factor > 0 ? watch.pointee.peak.read() * factor : 0
    let peak = Float(bitPattern: top)
    watch.pointee.peak.publish(peak > fallen ? peak : fallen)
  }

  @_noLocks private func end(_ cycle: borrowing LiveCycle, _ start: Int64) {
    var latency = 0
    for index in 0..<unitCount where units[index].levels.watch.pointee.isUnsuited.read() == 0 {
      latency += units[index].latency()
    }
    watch.pointee.latency.publish(UInt32(truncatingIfNeeded: latency))
    let peaks = unitCount > 0 ? units[unitCount - 1].levels.watch : inputWatch
    outputWatch.pointee.peak.publish(peaks.pointee.peak.read())
    measure(cycle, start)
    watch.pointee.blocks.advance()
  }

  /// Notes the shares of the cycle that the chain and its components have taken, over about half a second.
  @_noLocks private func measure(_ cycle: borrowing LiveCycle, _ start: Int64) {
    let weight = Float(cycle.frames) / (sampleRate / 2)
    let share = weight < 1 ? weight : 1
    let period = Float(cycle.period)
    for index in 0..<unitCount {
      let time = units[index].time.pointee
      units[index].time.pointee = 0
      Self.follow(period > 0 ? Float(time) / period : 0, share, units[index].levels.watch)
    }
    let now = period > 0 ? aucatNow() : 0
    let entry = cycle.entry
    let begun = entry > 0 && entry < start ? entry : start
    Self.follow(period > 0 ? Float(now - begun) / period : 0, share, outputWatch)
  }

  @_noLocks private static func follow(_ load: Float, _ share: Float, _ watch: UnsafeMutablePointer<LevelWatch>) {
    let before = watch.pointee.load.read()
    watch.pointee.load.publish(before + (load - before) * share)
  }
}
