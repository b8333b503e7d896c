internal import ComponentModel
internal import Linux
internal import RenderChain
internal import Synchronization

/// Makes instances of a component for tests.
struct TestBench {
  let record: PluginRecord
  let bundle: String
  /// See `HostSettings.bundleDirectories`.
  let directories: [String]?
  let seed: UInt64
  /// A folder for the files of the component's state.
  let folder: String
  let log: TestLog
  /// Whether instances live as long as this process, because cleaning them up would terminate it.
  var keepsInstances = false

  /// How a component is instantiated.
  struct Setup {
    var rate = 48_000.0
    var blockLength = 256
    var state: [StateProperty] = []
    var preset: RenderChain.Preset?
    var sideChain = RenderChain.SideChain.input
    /// Whether outputs share the memory of inputs.
    var isInPlace = false
    /// The functions that are called around each `run`.
    var runHooks: RunHooks?
  }

  func instance(_ setup: Setup = Setup()) throws(ChainError) -> StoppedChain {
    var stage = RenderChain.Stage(component: record.uri, bundle: bundle)
    stage.sideChain = setup.sideChain
    stage.state = setup.state
    stage.preset = setup.preset
    let isLive = record.requiredFeatures.contains(HostFeature.isLive)
    var settings = HostSettings(
      sampleRate: setup.rate, blockLength: setup.blockLength, mode: isLive ? .live : .offline)
    settings.bundleDirectories = directories
    settings.stateFolder = folder
    settings.processesInPlace = setup.isInPlace
    settings.runHooks = setup.runHooks
    let stopped = try StoppedChain(alone: stage, record, settings: settings)
    if keepsInstances { KeptInstances.keep(stopped.control) }
    return stopped
  }

  /// Instantiates and activates the component.
  func player(_ setup: Setup = Setup()) throws(ChainError) -> TestPlayer { try TestPlayer(try instance(setup)) }

  /// A signal that depends on the seed.
  func signal(_ form: TestSignal.Form, _ frames: Int) -> TestSignal { TestSignal(form, length: frames, seed: seed) }

  /// Whether it has a port for MIDI.
  var takesMIDI: Bool { record.ports.contains { $0.carriesMIDI && $0.direction == .input } }

  /// Whether it has a port for events.
  var takesEvents: Bool { record.ports.contains { $0.kind == .atom && $0.direction == .input } }

  /// Whether it promises that its run is real-time safe.
  var claimsRealTime: Bool { hasFeature(LV2.hardRTCapable) }

  /// Whether it requires a feature, or can use it.
  func hasFeature(_ uri: String) -> Bool {
    record.requiredFeatures.contains(uri) || record.optionalFeatures.contains(uri)
  }

  /// The faults of a sound, or of the memory around the ports.
  func problem(
    _ heard: HeardSound, _ control: ChainControl, _ condition: String, rate: Double = 48_000
  ) -> ValidationProblem? {
    if control.corruptingStage != nil || !control.isMemoryIntact {
      return ValidationProblem(.wroteOutside, [condition])
    }
    return heard.firstFault().map { fault in
      let place = [condition, fault.output].filter { !$0.isEmpty }.joined(separator: ", ")
      return ValidationProblem(.notFinite, [place], [Double(fault.frame) / rate])
    }
  }

  /// The events that a host sends with a sound: a note if the component takes MIDI.
  func events(_ frames: Int) -> (Int, Int) -> [MIDIMessage] { takesMIDI ? Self.note(frames) : { _, _ in [] } }

  /// A note from the first frame to the middle of a sound.
  private static func note(_ frames: Int) -> (Int, Int) -> [MIDIMessage] {
    { start, count in
      var events: [MIDIMessage] = []
      if start == 0 { events.append(.noteOn(60)) }
      let end = frames / 2
      if end >= start, end < start + count {
        events.append(MIDIMessage(frame: end - start, bytes: [0x80, 60, 0]))
      }
      return events
    }
  }
}

/// Instances that live as long as this process.
enum KeptInstances {
  /// A chain's control keeps its components, and constants are never destroyed.
  private static let controls = Mutex<[ChainControl]>([])

  static func keep(_ control: ChainControl) { controls.withLock { $0.append(control) } }
}
