internal import ComponentModel
internal import Linux
internal import RenderChain

// What a component keeps: its state, and resources that its instances leave behind.

extension TestBench {
  /// Whether it has a state to save.
  var hasState: Bool { record.extensionData.contains(Namespace.state + "interface") }

  /// Whether a restored state is saved unchanged.
  func state() throws(ChainError) -> ValidationProblem? {
    do throws(ChainError) {
      log.begin("saving")
      let saved = try instance().saved().stages[0].state
      guard !saved.isEmpty else { return nil }
      log.begin("restoring")
      let again = try instance(Setup(state: saved)).saved().stages[0].state
      let keys = Set(saved).symmetricDifference(again).map(\.key)
      return keys.isEmpty ? nil : ValidationProblem(.stateDiffers, Set(keys).sorted())
    } catch {
      guard error.code == .state else { throw error }
      return ValidationProblem(.stateFailed, [error.detail])
    }
  }

  /// The most presets that are tried.
  private static var mostPresets: Int { 12 }

  /// Whether the presets of its bundle load, and give finite output.
  ///
  /// - Returns: nil if there are none.
  func presets() throws(ChainError) -> ValidationProblem?? {
    let all = try StoppedChain.presets(of: record.uri, bundle: bundle, in: directories)
    guard !all.isEmpty else { return nil }
    // Presets from the whole list, because neighbours are often similar.
    let step = (all.count + Self.mostPresets - 1) / Self.mostPresets
    for index in stride(from: 0, to: all.count, by: step) {
      let condition = "preset \(all[index].uri)"
      log.begin(condition)
      do throws(ChainError) {
        let player = try player(Setup(preset: all[index]))
        let heard = player.play(signal(.burst(0.25), Self.quarter), frames: Self.quarter, events: events(Self.quarter))
        if let problem = problem(heard, player.control, condition) { return .some(problem) }
      } catch {
        guard error.code == .description || error.code == .state else { throw error }
        return .some(ValidationProblem(.presetFailed, [all[index].uri, error.detail]))
      }
    }
    return .some(nil)
  }

  /// Whether instances leave descriptors, threads or memory behind. Something that a library opens or allocates only
  /// once isn't a leak.
  func leaks() throws(ChainError) -> ValidationProblem? {
    log.begin("descriptors and threads")
    try liveOnce()
    let before = ProcessSurroundings()
    try liveOnce()
    try liveOnce()
    var after = ProcessSurroundings()
    // A thread that has been told to end takes a moment.
    for _ in 0..<10 where after.threads > before.threads {
      CurrentThread.sleep(milliseconds: 20)
      after = ProcessSurroundings()
    }
    var left: [String] = []
    if after.descriptors >= before.descriptors + 2 { left.append("descriptors") }
    if after.threads >= before.threads + 2 { left.append("threads") }
    log.begin("memory")
    let bytes = try leakedBytes()
    if bytes > 0 { left.append("memory") }
    return left.isEmpty ? nil : ValidationProblem(.leaks, left, bytes > 0 ? [Double(bytes)] : [])
  }

  /// The number of instances whose leftovers are compared.
  private static var leakRounds: Int { 6 }
  /// The smallest leak to report, in bytes: less may be a growing list of the library.
  private static var smallestLeak: Int { 256 }

  /// The least memory that each instance leaves allocated, in bytes; 0 if it is negligible.
  private func leakedBytes() throws(ChainError) -> Int {
    var growth: [Int] = []
    var before = CurrentProcess.allocatedBytes
    for _ in 0..<Self.leakRounds {
      try liveOnce()
      let after = CurrentProcess.allocatedBytes
      growth.append(after - before)
      before = after
    }
    let least = growth.min() ?? 0
    return least >= Self.smallestLeak ? least : 0
  }

  private func liveOnce() throws(ChainError) {
    let player = try player()
    _ = player.play(signal(.noise(0.25), 512), frames: 512, events: events(512))
    _ = player.stop()
  }
}
