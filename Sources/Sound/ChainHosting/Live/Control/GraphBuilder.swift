internal import CLV2Host

/// Makes a graph of loaded components.
struct GraphBuilder {
  // SAFETY: Everything is allocated in the graph's pool, in the sizes that the render thread's types require.

  let settings: LiveSettings
  /// The fade of a transition.
  let fade: FadeTable
  let inputCount: Int
  /// The number of the device's output channels.
  let outputCount: Int
  private let pool = MemoryPool()

  /// The components, grouped by their part in an edit.
  struct Parts {
    var before: [LiveUnit] = []
    var old: [LiveUnit] = []
    var new: [LiveUnit] = []
    var after: [LiveUnit] = []
  }

  /// - Parameter isSettled: whether nothing is to change.
  func graph(_ parts: Parts, serial: UInt32, isSettled: Bool) throws(ChainError) -> LiveGraph {
    let all = parts.before + parts.old + parts.new + parts.after
    let midi = try pool.sequence(HostFeatures.sequenceSize)
    let capacity = max(HostFeatures.sequenceSize, all.map(\.midiCapacity).max() ?? 0)
    let bus = RealtimeBus(
      inputs: try channels(inputCount), midi: midi, changedMIDI: try pool.sequence(2 * capacity),
      bytes: pool.array(2 * capacity, of: UInt8(0)), byteCount: 2 * capacity)
    let graph = RealtimeGraph(
      serial: serial, before: try lane(parts.before, midi), old: try lane(parts.old, midi),
      new: try lane(parts.new, midi), after: try lane(parts.after, midi),
      transition: try transition(parts, isSettled: isSettled), bus: bus)
    let made = LiveGraph(pool.array(copying: [graph]), in: pool)
    if settings.locksMemory { _ = pool.lock() }
    return made
  }

  private func lane(_ units: [LiveUnit], _ midi: RealtimeAtomPort) throws(ChainError) -> RealtimeLane {
    let width = units.map(\.loaded.outputCount).max() ?? 0
    let capacity = units.map(\.midiCapacity).max() ?? 0
    let size = capacity > 0 ? max(HostFeatures.sequenceSize, capacity) : 0
    return RealtimeLane(
      units: pool.array(copying: units.map(\.realtime)), count: units.count, first: try channels(width),
      second: try channels(width), firstMIDI: size > 0 ? try pool.sequence(size) : midi,
      secondMIDI: size > 0 ? try pool.sequence(size) : midi)
  }

  private func transition(_ parts: Parts, isSettled: Bool) throws(ChainError) -> RealtimeTransition {
    let inputs = parts.before.last?.loaded.outputCount ?? inputCount
    let (old, new) = (parts.old.last?.loaded.outputCount ?? inputs, parts.new.last?.loaded.outputCount ?? inputs)
    // If the numbers of channels differ, no component follows, and both sounds are mixed as the device would get them.
    let count = isSettled ? 0 : old == new ? old : outputCount
    let hasLatency = !isSettled && (parts.old + parts.new).contains { $0.loaded.stages[0].latencyPort != nil }
    let block = settings.host.blockLength
    return RealtimeTransition(
      fade: fade, channelCount: count, mixed: try channels(count), faded: try channels(isSettled ? 0 : inputs),
      silence: try pool.samples(block), from: try pool.samples(block), to: try pool.samples(block),
      oldDelay: delay(hasLatency ? count : 0), newDelay: delay(hasLatency ? count : 0),
      shortest: max(2 * block, Int(settings.host.sampleRate / 100)),
      progress: pool.array(copying: [RealtimeTransition.Progress(phase: isSettled ? .settled : .preroll)]))
  }

  private func delay(_ channels: Int) -> ShiftingDelay {
    let length = RealtimeTransition.longestDelay + settings.host.blockLength
    return ShiftingDelay(
      line: channels > 0 ? pool.array(channels * length, of: Float(0)) : nil, length: length,
      position: pool.array(1, of: 0))
  }

  private func channels(_ count: Int) throws(ChainError) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
    pool.array(copying: try pool.channels(count, of: settings.host.blockLength))
  }
}

/// A graph of a live chain, and its own memory.
final class LiveGraph: @unchecked Sendable {
  // SAFETY: The pool holds what the pointer leads to, except the components, which the chain keeps.

  let pool: MemoryPool
  let realtime: UnsafeMutablePointer<RealtimeGraph>

  init(_ realtime: UnsafeMutablePointer<RealtimeGraph>, in pool: MemoryPool) {
    self.realtime = realtime
    self.pool = pool
  }

  var serial: UInt32 { realtime.pointee.serial }
}
