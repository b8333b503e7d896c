internal import ComponentModel
internal import Linux
internal import RenderChain

// What a component keeps: its state, and what its instances leave behind.

extension TestBench {
  /// Whether it has a state to save.
  var hasState: Bool { record.extensionData.contains(Namespace.state + "interface") }

  /// Whether a state that is restored is saved the same.
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

  /// Whether instances leave descriptors or threads behind. What a library opens once is no leak.
  func leaks() throws(ChainError) -> ValidationProblem? {
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
    return left.isEmpty ? nil : ValidationProblem(.leaks, left)
  }

  private func liveOnce() throws(ChainError) {
    let player = try player()
    _ = player.play(signal(.noise(0.25), 512), frames: 512, events: events(512))
    _ = player.stop()
  }
}
