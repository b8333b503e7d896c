/// A test of a component. The page `schema/validation.md` lists them.
package enum ValidationTest: String, CaseIterable, Hashable, Sendable {
  case loads
  case instantiates
  case runs
  case finite
  case level
  case signalOutputs = "signal-outputs"
  case memory
  case inputs
  case floatingPoint = "floating-point"
  case process
  case printing
  case cleanup
  case rates
  case blocks
  case signals
  case parameters
  case reactivation
  case repeatability
  case uninitialized
  case blockIndependence = "block-independence"
  case inPlace = "in-place"
  case instances
  case state
  case presets
  case leaks
  case realTime = "real-time"
  case threads
  case notNumbers = "not-numbers"
  case outOfRange = "out-of-range"
  case midi
  case events

  /// The lowest level that includes the test.
  package var level: ValidationLevel {
    switch self {
    case .loads, .instantiates, .runs, .finite, .level, .signalOutputs, .memory, .inputs, .floatingPoint, .process,
      .printing, .cleanup:
      .quick
    case .rates, .blocks, .signals, .parameters, .reactivation, .repeatability, .uninitialized, .blockIndependence,
      .inPlace, .instances, .state, .presets, .leaks, .realTime, .threads:
      .normal
    case .notNumbers, .outOfRange, .midi, .events: .strict
    }
  }

  /// The promise of a component that passes it.
  package var promise: String {
    switch self {
    case .loads: "its library loads, and contains the plugin that the Turtle names"
    case .instantiates: "it can be instantiated at 48 kHz"
    case .runs: "it plays a second of noise and silence, and a note if it takes MIDI, in blocks of 256 frames"
    case .finite: "its output is finite in that second"
    case .level: "its audio output stays below +24 dBFS in that second, with all parameters at their defaults"
    case .signalOutputs: "its CV and control outputs are finite in that second, and those of CV in their ranges"
    case .memory: "it writes nothing outside its ports' buffers in that second"
    case .inputs: "it leaves its audio inputs unchanged"
    case .floatingPoint: "its run doesn't change the floating-point mode"
    case .process: "it doesn't change locale, current directory, umask, signal handlers or standard streams"
    case .printing: "it prints nothing while it runs"
    case .cleanup: "it can be deactivated and cleaned up"
    case .rates: "it is instantiated and runs at 44.1, 48, 96 and 192 kHz, with finite output"
    case .blocks: "it runs with blocks of 0, 1, 7, 64, 512, 4096 and changing numbers of frames, with finite output"
    case .signals:
      "its output is finite after silence, an impulse, full scale, denormals and loud noise, also at its CV inputs"
    case .parameters: "its output is finite with parameters at their minimum, maximum, random values and in motion"
    case .reactivation: "it can be deactivated and activated again, and runs, with finite output"
    case .repeatability: "a second instance gives the same output from the same input"
    case .uninitialized: "its output doesn't depend on the former contents of new memory or of the stack"
    case .blockIndependence: "its output is the same for blocks of 256 and 64 frames"
    case .inPlace: "its output is the same if it shares the memory of its input, unless it declares `inPlaceBroken`"
    case .instances: "an instance's output doesn't depend on another instance that runs at the same time"
    case .state: "its state can be saved and restored, and is then saved unchanged"
    case .presets: "the presets of its bundle, up to 12 of them, load and give finite output"
    case .leaks: "instances leave no descriptors, threads or memory behind"
    case .realTime:
      "its run doesn't allocate or free memory, take locks, wait, use files or print"
    case .threads: "it runs on a thread other than the one that instantiated it"
    case .notNumbers: "its output becomes finite again after input that isn't"
    case .outOfRange: "it survives parameters out of their range, with finite output"
    case .midi: "it survives floods of MIDI, and messages that are incomplete or unknown"
    case .events: "it survives events that are unusual, malformed or outside the block, with finite output"
    }
  }

  /// Whether nothing else can be tested after a crash in it.
  package var isBasic: Bool { [.loads, .instantiates, .runs].contains(self) }

  /// The tests of a level, in order.
  package static func all(at level: ValidationLevel) -> [ValidationTest] { allCases.filter { $0.level <= level } }

  /// The version of the tests: grows when a test is added or judges differently, which makes older verdicts stale.
  package static let version = 4
}

/// How thorough a validation is. Each level includes the tests of those before it.
package enum ValidationLevel: String, CaseIterable, Comparable, Hashable, Sendable {
  /// One run of a second at 48 kHz.
  case quick
  /// Sample rates, block lengths, signals, parameters, memory and state.
  case normal
  /// Things that hosts should not do, and that plugins should survive.
  case strict

  package static func < (a: ValidationLevel, b: ValidationLevel) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .quick: 0
    case .normal: 1
    case .strict: 2
    }
  }
}
