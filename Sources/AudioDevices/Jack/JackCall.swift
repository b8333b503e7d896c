internal import CJack

/// What the render thread gets from C, as a ``DeviceCycle``.
final class JackCall {
  // SAFETY: the memory lives as long as the object, and only the render thread writes to it.

  struct Context {
    let call: DeviceCall
    let cycle: UnsafeMutablePointer<DeviceCycle>
    let sentCount: UnsafeMutablePointer<Int>
  }

  private let pointer: UnsafeMutablePointer<Context>

  init(_ call: DeviceCall) {
    pointer = .allocate(capacity: 1)
    let context = Context(call: call, cycle: .allocate(capacity: 1), sentCount: .allocate(capacity: 1))
    context.sentCount.initialize(to: 0)
    context.cycle.initialize(to: DeviceCycle(sentCount: context.sentCount))
    pointer.initialize(to: context)
  }

  deinit {
    pointer.pointee.cycle.deallocate()
    pointer.pointee.sentCount.deallocate()
    pointer.deallocate()
  }

  /// For ``function``.
  var context: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

  /// What C calls.
  static let function: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<AucatJackCycle>?) -> Void = {
    // SAFETY: C passes on `context`, and a cycle of its own.
    if let context = $0, let cycle = $1 { render(context.assumingMemoryBound(to: Context.self), cycle) }
  }

  // SAFETY: `AucatJackEvent` has the fields of `DeviceMIDI` in the same places, which a test compares; C has room for as many
  // events as it says.
  @_noLocks private static func render(
    _ context: UnsafeMutablePointer<Context>, _ cycle: UnsafeMutablePointer<AucatJackCycle>
  ) {
    let (target, sentCount) = (context.pointee.cycle, context.pointee.sentCount)
    sentCount.pointee = 0
    target.pointee.inputs = inputs(cycle)
    target.pointee.outputs = outputs(cycle)
    target.pointee.frames = cycle.pointee.frames
    target.pointee.startsInput = cycle.pointee.startsInput
    target.pointee.startsOutput = cycle.pointee.startsOutput
    target.pointee.midi = UnsafeBufferPointer(
      start: events(cycle.pointee.received), count: cycle.pointee.receivedCount)
    target.pointee.sent = UnsafeMutableBufferPointer(start: room(cycle.pointee.sent), count: aucatJackMostEvents)
    target.pointee.sentCount = sentCount
    target.pointee.position = position(cycle)
    target.pointee.entry = cycle.pointee.entry
    target.pointee.period = cycle.pointee.period
    aucatCallDevice(context.pointee.call.function, context.pointee.call.context, UnsafeRawPointer(target))
    let count = sentCount.pointee
    cycle.pointee.sentCount = count < 0 ? 0 : count > aucatJackMostEvents ? aucatJackMostEvents : count
  }

  // SAFETY: pointers to constant pointers are read as those that C has declared, where no pointer in them is null.
  @_noLocks private static func inputs(
    _ cycle: UnsafeMutablePointer<AucatJackCycle>
  ) -> UnsafePointer<UnsafePointer<Float>>? {
    guard let inputs = cycle.pointee.inputs else { return nil }
    return UnsafeRawPointer(inputs).assumingMemoryBound(to: UnsafePointer<Float>.self)
  }

  // SAFETY: as above.
  @_noLocks private static func outputs(
    _ cycle: UnsafeMutablePointer<AucatJackCycle>
  ) -> UnsafePointer<UnsafeMutablePointer<Float>>? {
    guard let outputs = cycle.pointee.outputs else { return nil }
    return UnsafeRawPointer(outputs).assumingMemoryBound(to: UnsafeMutablePointer<Float>.self)
  }

  // SAFETY: see `render`.
  @_noLocks private static func events(_ events: UnsafePointer<AucatJackEvent>?) -> UnsafePointer<DeviceMIDI>? {
    guard let events else { return nil }
    return UnsafeRawPointer(events).assumingMemoryBound(to: DeviceMIDI.self)
  }

  // SAFETY: see `render`.
  @_noLocks private static func room(
    _ events: UnsafeMutablePointer<AucatJackEvent>?
  ) -> UnsafeMutablePointer<DeviceMIDI>? {
    guard let events else { return nil }
    return UnsafeMutableRawPointer(events).assumingMemoryBound(to: DeviceMIDI.self)
  }

  @_noLocks private static func position(_ cycle: UnsafeMutablePointer<AucatJackCycle>) -> DevicePosition {
    var position = DevicePosition()
    position.frame = cycle.pointee.frame
    position.speed = cycle.pointee.speed
    position.beatsPerMinute = cycle.pointee.beatsPerMinute
    position.bar = cycle.pointee.bar
    position.barBeat = cycle.pointee.barBeat
    position.beatsPerBar = cycle.pointee.beatsPerBar
    position.beatUnit = cycle.pointee.beatUnit
    position.hasBeats = cycle.pointee.hasBeats != 0
    position.isFreewheeling = cycle.pointee.isFreewheeling != 0
    return position
  }
}
