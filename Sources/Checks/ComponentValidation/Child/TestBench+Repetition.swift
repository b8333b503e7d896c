internal import ComponentModel
internal import Glibc
internal import Linux
internal import RenderChain

// Whether the same input gives the same output.

extension TestBench {
  /// The byte that fills memory in the run that is compared with one whose memory is zero: four of them are the float
  /// 48.6.
  private static var filling: UInt8 { 0x42 }

  /// Plays with new memory and the stack filled with a byte.
  private func sound(
    filling byte: UInt8 = 0, blocks: [Int]? = nil, setup: Setup = Setup(), _ condition: String
  ) throws(ChainError) -> HeardSound {
    log.begin(condition)
    // Plugins that make noise with the C library's generator would differ with its state.
    srand(1)
    srand48(0)
    CurrentProcess.fillNewMemory(with: byte)
    defer { CurrentProcess.fillNewMemory(with: nil) }
    CurrentThread.fillStack(with: byte)
    var setup = setup
    // The stack is filled right before the plugin runs, so that the host's calls leave no traces there.
    setup.runHooks =
      byte == 0
      ? RunHooks(before: { CurrentThread.fillStack(with: 0) }, after: {})
      : RunHooks(before: { CurrentThread.fillStack(with: TestBench.filling) }, after: {})
    return try player(setup).play(
      signal(.burst(0.25), Self.quarter), frames: Self.quarter, blocks: blocks, events: events(Self.quarter))
  }

  /// The first difference between two runs in the same memory, in seconds; nil if there is none.
  private func ownDifference(
    _ setup: Setup = Setup()
  ) throws(ChainError) -> (first: HeardSound, seconds: Double?) {
    let first = try sound(setup: setup, "first run")
    let second = try sound(setup: setup, "second run")
    return (first, second.firstDifference(from: first).map { Double($0) / 48_000 })
  }

  /// Whether a second instance gives the same output.
  func repeatability() throws(ChainError) -> ValidationProblem? {
    try ownDifference().seconds.map { ValidationProblem(.differs, [], [$0]) }
  }

  /// The result of a comparison.
  enum Comparison {
    case problem(ValidationProblem?)
    /// Its output differs each time.
    case impossible
  }

  /// Whether its output depends on the former contents of memory.
  func uninitialized() throws(ChainError) -> Comparison {
    let (first, difference) = try ownDifference()
    guard difference == nil else { return .impossible }
    let filled = try sound(filling: Self.filling, "filled memory")
    let frame = filled.firstDifference(from: first)
    return .problem(frame.map { ValidationProblem(.differsByMemory, [], [Double($0) / 48_000]) })
  }

  /// Whether other block lengths give the same output.
  func blockIndependence() throws(ChainError) -> Comparison {
    let (first, difference) = try ownDifference()
    guard difference == nil else { return .impossible }
    let short = try sound(blocks: [64], "blocks of 64")
    let frame = short.firstDifference(from: first)
    return .problem(frame.map { ValidationProblem(.differsByBlocks, [], [Double($0) / 48_000]) })
  }

  /// Why it can't be compared in place; nil if it can.
  var inPlaceObjection: String? {
    if hasFeature(LV2.inPlaceBroken) { return "it declares that it needs separate buffers" }
    let isEffect = ![.input, .output].contains { record.mainPorts($0).isEmpty }
    return isEffect ? nil : "it has no input and output"
  }

  /// Whether it gives the same output when that shares the memory of its input.
  func inPlace() throws(ChainError) -> Comparison {
    // The input, which the output overwrites, must not reach the side chain as well.
    let (first, difference) = try ownDifference(Setup(sideChain: .silence))
    guard difference == nil else { return .impossible }
    let shared = try sound(setup: Setup(sideChain: .silence, isInPlace: true), "in place")
    let frame = shared.firstDeviation(from: first)
    return .problem(frame.map { ValidationProblem(.differsInPlace, [], [Double($0) / 48_000]) })
  }

  /// Whether a second instance changes its output.
  func instances() throws(ChainError) -> Comparison {
    log.begin("alone")
    let first = try alone()
    let second = try alone()
    guard second.firstDifference(from: first) == nil else { return .impossible }
    log.begin("two instances")
    var player = try player()
    let other = SharedPlayer(try self.player(), events: events(256))
    let noise = TestSignal(.noise(0.5), length: Self.quarter, seed: ~seed)
    player.beforeBlock = { other.play(noise, frames: 256) }
    let beside = player.play(
      signal(.burst(0.25), Self.quarter), frames: Self.quarter, events: events(Self.quarter))
    let frame = beside.firstDifference(from: first)
    return .problem(frame.map { ValidationProblem(.differsByInstances, [], [Double($0) / 48_000]) })
  }

  private func alone() throws(ChainError) -> HeardSound {
    try player().play(signal(.burst(0.25), Self.quarter), frames: Self.quarter, events: events(Self.quarter))
  }
}
