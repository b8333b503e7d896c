internal import CLV2Host
public import ComponentModel
internal import Synchronization

/// Controls a chain while another thread renders it, without locks.
///
/// Changes take effect with the next block, without clicks: continuous values are ramped over 20 ms in steps of at most
/// 16 frames, and a bypass is a crossfade of the same length, unless the plugin handles it itself (`lv2:enabled`). If
/// blocks must not be split, values jump. A trigger (`pprops:trigger`) returns to its default after one run, and an input
/// that LV2 designates for the tempo, the position or freewheeling follows the host until it is set. For one thread at a
/// time, other than the render thread; not real-time safe.
public final class ChainControl: Sendable {
  // SAFETY: `loaded` owns the memory; stage numbers are checked by `record`, and port indices come from the record
  // that sized the arrays. What the render thread shares is atomic or a `MessageRing`.

  private let loaded: LoadedStages

  init(_ loaded: LoadedStages) { self.loaded = loaded }

  private var host: RealtimeHost { loaded.host.pointee }
  private var stages: UnsafeMutablePointer<RealtimeStage> { loaded.realtime }

  /// Sets a parameter.
  ///
  /// - Parameters:
  ///   - parameter: its symbol (`lv2:symbol`), or a unique name.
  ///   - stage: the component's place in the chain, from 0.
  ///   - value: in the parameter's unit and range.
  /// - Throws: `ChainError` for a parameter that does not exist, or a value that is out of range.
  public func set(_ parameter: String, of stage: Int, to value: Float) throws(ChainError) {
    store(value, in: try checked(parameter, of: stage, value), of: stage)
  }

  /// Lets a parameter follow the host again, as it did before it was first set: the tempo, say, if its `lv2:designation`
  /// asks for it. Other parameters keep their values.
  ///
  /// - Throws: `ChainError` for a parameter that does not exist.
  package func release(_ parameter: String, of stage: Int) throws(ChainError) {
    let port = try record(stage).parameter(parameter)
    stages[stage].parameters.release(port.index)
  }

  /// The port of a parameter, if it may have this value.
  func checked(_ parameter: String, of stage: Int, _ value: Float) throws(ChainError) -> ComponentPort {
    let record = try record(stage)
    let port = try record.parameter(parameter)
    try port.check(value, sampleRate: loaded.settings.sampleRate, of: record.uri)
    if let objection = port.objection(to: Double(value)) {
      throw ChainError(.notAValue(objection: objection), component: record.uri)
    }
    return port
  }

  /// Sets whether a component is bypassed.
  ///
  /// - Throws: `ChainError` if the chain has no such component.
  public func setBypassed(_ isBypassed: Bool, of stage: Int) throws(ChainError) {
    _ = try record(stage)
    bypass(isBypassed, stage)
  }

  private func bypass(_ isBypassed: Bool, _ stage: Int) {
    if let enabled = loaded.stages[stage].enabledPort {
      store(isBypassed ? 0 : 1, in: enabled, of: stage)
    } else {
      stages[stage].bypass.wanted.pointee.publish(isBypassed ? 1 : 0)
    }
  }

  /// Adopts the parameters and bypasses of another chain with the same components.
  func follow(_ other: ChainControl) {
    for stage in loaded.stages.indices {
      let (from, to) = (other.stages[stage], stages[stage])
      for port in loaded.stages[stage].record.ports where port.kind == .control && port.direction == .input {
        guard from.parameters.isSet(port.index) else {
          to.parameters.release(port.index)
          continue
        }
        let value = from.parameters.targets[port.index].read()
        if value != to.parameters.targets[port.index].read() || !to.parameters.isSet(port.index) {
          store(value, in: port, of: stage)
        }
      }
      to.bypass.wanted.pointee.publish(from.bypass.wanted.pointee.read())
    }
  }

  /// Adopts only the bypasses of another chain with the same components.
  func followBypass(_ other: ChainControl) {
    for stage in loaded.stages.indices { bypass(other.loaded.isBypassed(stage), stage) }
  }

  /// The value of a control port, input or output, as of the last block.
  ///
  /// - Throws: `ChainError` if there is no such port.
  public func value(_ symbol: String, of stage: Int) throws(ChainError) -> Float {
    let record = try record(stage)
    guard let port = record.ports.first(where: { $0.symbol == symbol && $0.kind == .control }) else {
      throw ChainError(.noControlPort(symbol: symbol), component: record.uri)
    }
    let parameters = stages[stage].parameters
    return port.direction == .output
      ? parameters.readings[port.index].read() : (parameters.values + port.index).readShared()
  }

  /// The values of a component's control ports: the settings of inputs, those that follow the host as of the last block,
  /// and the last values of outputs.
  func readings(of stage: Int) -> [(port: ComponentPort, value: Float)] {
    let parameters = stages[stage].parameters
    return loaded.stages[stage].record.ports.filter { $0.kind == .control }.map { port in
      if port.direction == .output { return (port, parameters.readings[port.index].read()) }
      let isSet = parameters.isSet(port.index)
      return (port, isSet ? parameters.targets[port.index].read() : (parameters.values + port.index).readShared())
    }
  }

  /// The chain's latency in frames, as reported after the last block.
  public var latency: Int {
    latencies.reduce(0) { sum, reported in
      let frames = reported.frames
      return frames > 0 && frames.isFinite ? sum + Int(min(frames, Self.longestLatency)) : sum
    }
  }

  /// The latencies that components report, in frames, whether plausible or not.
  package var latencies: [(component: String, frames: Float)] {
    loaded.stages.indices.compactMap { stage in latency(of: stage).map { (loaded.stages[stage].record.uri, $0) } }
  }

  /// The latency that a component reports, in frames; nil if it has no port for that.
  package func latency(of stage: Int) -> Float? {
    loaded.stages[stage].latencyPort.map { stages[stage].parameters.readings[$0.index].read() }
  }

  /// More than any plausible latency, in frames.
  private static let longestLatency: Float = 8_388_608

  /// Sets the tempo in beats per minute, 0 to a million. NaN is ignored.
  public func setTempo(_ beatsPerMinute: Float) {
    guard !beatsPerMinute.isNaN else { return }
    let request = host.transportRequest
    request.pointee.tempo.publish(max(0, min(beatsPerMinute, 1_000_000)))
    request.pointee.changes.publish(request.pointee.changes.read() &+ 1)
  }

  /// Sets the meter: the beats per bar, and the note value of a beat; both are above 0.
  package func setMeter(beatsPerBar: Int, beatUnit: Int) {
    let request = host.transportRequest
    request.pointee.beatsPerBar.publish(Float(beatsPerBar))
    request.pointee.beatUnit.publish(UInt32(beatUnit))
    request.pointee.changes.publish(request.pointee.changes.read() &+ 1)
  }

  /// Starts or stops the transport.
  public func setPlaying(_ isPlaying: Bool) {
    let request = host.transportRequest
    request.pointee.speed.publish(isPlaying ? 1 : 0)
    request.pointee.changes.publish(request.pointee.changes.read() &+ 1)
  }

  /// Sets a parameter that is not a port (`patch:writable`), with a `patch:Set` message.
  ///
  /// - Parameters:
  ///   - property: the parameter's URI with the value to set, whose type is one of LV2's atoms; its flags don't matter.
  ///   - stage: the component's place in the chain, from 0.
  /// - Throws: `ChainError` if the parameter does not exist, the value is not of its type or too long for the
  ///   plugin's port, or too many messages are waiting.
  public func send(_ property: StateProperty, to stage: Int) throws(ChainError) {
    let record = try record(stage)
    guard record.patchParameters.contains(where: { $0.uri == property.key && $0.isWritable }) else {
      throw ChainError(.noPatchParameter(uri: property.key), component: record.uri)
    }
    guard let atom = try PatchMessage.set(property, loaded.stages[stage].remote) else {
      throw ChainError(.stateValue(key: property.key), component: record.uri)
    }
    // A position may precede it in the same sequence.
    guard atom.count <= HostFeatures.sequenceSize - 512 else {
      throw ChainError(.messageTooLong(property.bytes.count), component: record.uri)
    }
    guard host.messages.push(UInt32(stage), atom, size: UInt32(atom.count)) else {
      throw ChainError(.tooManyMessages, component: record.uri)
    }
  }

  /// Starts or stops collecting what plugins send, for ``nextEvent()``. Off initially.
  public func collectEvents(_ isWanted: Bool) { host.status.pointee.wantsReports.publish(isWanted ? 1 : 0) }

  /// The oldest event from a plugin that has not been taken yet; nil if there is none. Up to 256 KiB are kept, and the
  /// rest is dropped. Only the first of several linked instances is recorded.
  public func nextEvent() -> PluginEvent? {
    var stage: UInt32 = 0
    var size: UInt32 = 0
    let bytes = loaded.reportScratch
    guard host.reports.pop(into: bytes, word: &stage, size: &size), size >= 16 else { return nil }
    let event = bytes.assumingMemoryBound(to: LV2_Atom_Event.self).pointee
    let body = UnsafeRawBufferPointer(start: bytes + 16, count: Int(size) - 16)
    return PluginEvent(
      stage: loaded.firstStage + Int(stage), frame: Int(event.time.frames),
      type: uri(event.body.type, of: Int(stage)), bytes: Array(body))
  }

  /// The URI of a number that a component has sent.
  private func uri(_ number: UInt32, of stage: Int) -> String {
    if URIDMap.isCommon(number) { return URIDMap.shared.unmap(number) ?? "" }
    guard loaded.stages.indices.contains(stage), let remote = loaded.stages[stage].remote else {
      return URIDMap.shared.unmap(number) ?? ""
    }
    return remote.uri(of: number) ?? ""
  }

  /// Why a component in a process of its own has failed, so that its input is heard in its place; nil if none has.
  public var fall: ChainError? { falls.first?.error }

  /// Like ``fall``, but for every component that has failed, with its number from 0.
  package var falls: [(stage: Int, error: ChainError)] {
    loaded.stages.enumerated().compactMap { number, stage in
      guard let remote = stage.remote, let fall = remote.fall else { return nil }
      return (number, remote.cause(of: fall))
    }
  }

  /// The number of the first component that produced infinities or NaNs, from 0; nil if none did, or the input had
  /// them.
  public var nonFiniteStage: Int? {
    let number = host.status.pointee.nonFiniteStage.read()
    return number == 0 || number == RealtimeStage.input ? nil : Int(number) - 1
  }

  /// Whether a component was muted because the chain's input has had infinities or NaNs.
  public var isInputNonFinite: Bool { host.status.pointee.nonFiniteStage.read() == RealtimeStage.input }

  /// The number of the first component that wrote just before the memory of its audio ports, from 0; nil if none did.
  public var corruptingStage: Int? {
    let number = host.status.pointee.corruptingStage.read()
    return number == 0 ? nil : Int(number) - 1
  }

  /// The number of MIDI messages that were lost because there was no room for them in a component's port, or for all that it
  /// has sent in a block.
  package var lostMessages: Int { Int(clamping: host.status.pointee.lostMessages.read()) }

  /// The number of the first component that lost one, from 0; nil if none did.
  package var losingStage: Int? {
    let number = host.status.pointee.losingStage.read()
    return number == 0 ? nil : Int(number) - 1
  }

  /// The number of the first component whose audio output has had no sample but 0, from 0; nil if there is none.
  package var silentStage: Int? {
    loaded.stages.indices.first { stages[$0].outputCount > 0 && stages[$0].isHeard.pointee.read() == 0 }
  }

  /// Whether a component has changed the floating-point mode, which was restored.
  package var hasChangedMode: Bool { host.status.pointee.changedMode.read() != 0 }

  /// Sets the parameter of a port to any number, for testing a plugin.
  package func force(_ value: Float, in port: ComponentPort, of stage: Int) {
    precondition(
      loaded.stages.indices.contains(stage) && loaded.stages[stage].record.ports.indices.contains(port.index))
    store(value, in: port, of: stage)
  }

  /// Replaces the events at all inputs of components, for testing a plugin. Nothing may render meanwhile.
  ///
  /// - Parameter sequence: an `LV2_Atom_Sequence` with what follows it, valid or not; empty to stop.
  package func plant(_ sequence: [UInt8]) { loaded.plant(sequence) }

  /// The number that stands for a URI in atoms.
  package static func number(of uri: String) -> UInt32 { URIDMap.shared.map(uri) }

  /// Whether all memory around the components' ports is intact.
  package var isMemoryIntact: Bool { loaded.isMemoryIntact }

  /// URIs of the components.
  package var components: [String] { loaded.stages.map(\.record.uri) }

  /// The URI of a component of the chain.
  package func component(_ stage: Int) -> String? {
    loaded.stages.indices.contains(stage) ? loaded.stages[stage].record.uri : nil
  }

  private func store(_ value: Float, in port: ComponentPort, of stage: Int) {
    stages[stage].parameters.set(port.index, to: value)
  }

  private func record(_ stage: Int) throws(ChainError) -> PluginRecord {
    guard loaded.stages.indices.contains(stage) else {
      throw ChainError(.noComponent(number: stage, count: loaded.stages.count))
    }
    return loaded.stages[stage].record
  }
}

extension PluginEvent {
  /// Whether it announces a change of the component's state: `state:StateChanged`.
  package var tellsState: Bool {
    guard type == Namespace.atom + "Object", bytes.count >= 8 else { return false }
    let number = bytes[4..<8].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return number == URIDMap.shared.map(Namespace.state + "StateChanged")
  }
}
