internal import ComponentModel
internal import Linux
internal import RenderChain

// Whether a run may wait, for the system or for another thread.

extension TestBench {
  /// The functions that were called in some blocks.
  private final class CallLog {
    private var effects: [CallWatch.Effect: Set<String>] = [:]
    private(set) var blocks = 0
    private(set) var blocksWithCalls = 0
    /// Calls in blocks other than an instance's first.
    private(set) var laterBlocksWithCalls = 0
    /// Whether the next block is an instance's first.
    var isFirst = true

    /// Notes the calls in the block that has ended.
    func endBlock() {
      let calls = CallWatch.takeCalls()
      blocks += 1
      if !calls.isEmpty {
        blocksWithCalls += 1
        laterBlocksWithCalls += isFirst ? 0 : 1
      }
      isFirst = false
      for call in calls { effects[call.effect, default: []].insert(call.function) }
    }

    /// For example "allocates memory (malloc)".
    var texts: [String] {
      CallWatch.Effect.allCases.compactMap { effect in
        effects[effect].map { "\(effect.words) (\($0.sorted().joined(separator: ", ")))" }
      }
    }
  }

  /// Whether its `run` makes calls that can block.
  ///
  /// - Returns: nil if that can't be observed.
  func realTime() throws(ChainError) -> ValidationProblem?? {
    let calls = CallLog()
    var random = SplitMix(seed: seed)
    for isMoving in [false, true] where !isMoving || !parameterPorts.isEmpty {
      log.begin(isMoving ? "moving parameters" : "at its defaults")
      var player = try player(Setup(runHooks: RunHooks(before: CallWatch.begin, after: CallWatch.end)))
      // Libraries that the plugin has loaded by now are watched too.
      guard CallWatch.watchLibraries() else { return nil }
      _ = CallWatch.takeCalls()
      calls.isFirst = true
      var isFirst = true
      player.beforeBlock = {
        if !isFirst { calls.endBlock() }
        isFirst = false
      }
      // A component may allocate in its first block with a note, as in its first block at all.
      for _ in 0..<(isMoving ? 10 : 1) {
        let frames = isMoving ? Self.quarter / 10 : 4 * Self.quarter
        _ = player.play(signal(.burst(0.25), frames), frames: frames, events: events(frames))
        if isMoving {
          for port in parameterPorts { player.control.force(port.randomValue(&random), in: port, of: 0) }
        }
      }
      calls.endBlock()
    }
    guard calls.blocksWithCalls > 0 else { return .some(nil) }
    return .some(
      ValidationProblem(
        claimsRealTime ? .breaksRealTime : .mayWait, calls.texts,
        [calls.blocksWithCalls, calls.blocks, calls.laterBlocksWithCalls].map(Double.init))
    )
  }
}

extension CallWatch.Effect {
  fileprivate var words: String {
    switch self {
    case .allocates: "allocates memory"
    case .frees: "frees memory"
    case .locks: "takes locks"
    case .waits: "waits"
    case .usesFiles: "uses files"
    case .prints: "prints"
    }
  }
}
