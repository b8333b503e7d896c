internal import ChainHosting
internal import Linux
internal import Synchronization

/// Consecutive stages that render one part of the sound at a time.
final class RenderUnit: @unchecked Sendable {
  // SAFETY: The engine ensures that one thread at a time renders a unit. Sources and targets have room for its
  // channels.

  private let running: RunningChain
  private let status: UnsafeMutablePointer<RealtimeStatus>
  private let sources: UnsafeMutablePointer<UnsafePointer<Float>>
  private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let control: ChainControl
  /// The unit's latency after the first part of the sound, in frames; nil before that. It does not depend on the
  /// progress of other threads.
  private(set) var firstLatency: Int?
  /// The latencies that its components reported after the first part.
  private(set) var firstLatencies: [(component: String, frames: Float)] = []
  private let keepsMessages: Bool
  let inputCount: Int
  let outputCount: Int

  init(_ running: consuming RunningChain, status: UnsafeMutablePointer<RealtimeStatus>, keepsMessages: Bool) {
    inputCount = running.inputCount
    outputCount = running.outputCount
    control = running.control
    self.keepsMessages = keepsMessages && running.sendsMIDI
    self.running = running
    self.status = status
    sources = .allocate(capacity: max(inputCount, 1))
    targets = .allocate(capacity: max(outputCount, 1))
  }

  deinit {
    sources.deallocate()
    targets.deallocate()
  }

  /// Renders frames block by block; a fixed chain gets a multiple of the block length.
  ///
  /// - Parameter messages: MIDI in order, with frames counted from the first of these.
  /// - Returns: the MIDI that the unit sends; nil if it sends none, or it isn't kept.
  func render(
    _ inputs: [UnsafeMutablePointer<Float>], to outputs: [UnsafeMutablePointer<Float>], count: Int,
    messages: [MIDIMessage]
  ) -> [MIDIMessage]? {
    let process = CurrentProcess.identifier
    status.pointee.thread.publish(CurrentThread.identifier)
    var done = 0
    var left = messages[...]
    var sent: [MIDIMessage] = []
    while done < count {
      let frames = min(running.blockLength, count - done)
      for channel in 0..<inputCount { (sources + channel).initialize(to: UnsafePointer(inputs[channel] + done)) }
      for channel in 0..<outputCount { (targets + channel).initialize(to: outputs[channel] + done) }
      let due = left.prefix { $0.frame < done + frames }
      left = left.dropFirst(due.count)
      due.withEvents(from: done) { events in
        running.render(
          inputCount == 0 ? nil : UnsafePointer(sources), into: UnsafePointer(targets), frames: frames, events: events)
      }
      if keepsMessages {
        sent += running.sentMessages.map { MIDIMessage(frame: done + $0.frame, bytes: $0.bytes) }
      }
      done += frames
    }
    // A copy of the process, made by a plugin, would write the same sound again.
    if CurrentProcess.identifier != process { CurrentProcess.endAtOnce(status: 0) }
    running.deliverTraces()
    if firstLatency == nil { (firstLatency, firstLatencies) = (control.latency, control.latencies) }
    return keepsMessages ? sent : nil
  }

  var latency: Int { control.latency }

  var stageCount: Int { control.components.count }

  /// - Parameter stage: the component's place in the unit.
  func apply(_ setting: StageSetting, at stage: Int) throws(ChainError) {
    for (symbol, value) in setting.parameters { try control.set(symbol, of: stage, to: value) }
    for symbol in setting.released { try control.release(symbol, of: stage) }
    if let isBypassed = setting.isBypassed { try control.setBypassed(isBypassed, of: stage) }
  }

  func setTempo(_ beatsPerMinute: Float) { control.setTempo(beatsPerMinute) }

  func follow(_ change: MIDIMessage) { control.follow(change) }

  /// Why components in processes of their own have failed; their input is heard in their place.
  var falls: [(stage: Int, error: ChainError)] { control.falls }

  /// The component that produced infinities or NaNs.
  var nonFinite: String? { control.nonFiniteStage.flatMap(control.component) }

  /// Whether a component was muted because the unit's input has had infinities or NaNs.
  var isInputNonFinite: Bool { control.isInputNonFinite }

  /// The component that wrote just before the memory of its audio ports.
  var corrupting: String? { control.corruptingStage.flatMap(control.component) }

  /// The number of MIDI messages that were lost in the unit, and the component that lost the first of them.
  var losses: (count: Int, component: String?) {
    (control.lostMessages, control.losingStage.flatMap(control.component))
  }

  /// The place in the unit of the first component that has given only silence; nil if there is none.
  var silentStage: Int? { control.silentStage }

  /// The components, if one of them has written outside the memory of its ports. Takes some microseconds, during which
  /// nothing may be rendered.
  var suspects: [String] { control.isMemoryIntact ? [] : control.components }
}

extension ChainControl {
  /// Applies a change of tempo or meter.
  package func follow(_ change: MIDIMessage) {
    if let tempo = change.beatsPerMinute { setTempo(Float(tempo)) }
    if let meter = change.meter { setMeter(beatsPerBar: meter.beatsPerBar, beatUnit: meter.beatUnit) }
  }
}
