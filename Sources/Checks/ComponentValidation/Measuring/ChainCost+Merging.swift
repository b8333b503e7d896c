extension ChainCost {
  /// The cost of a chain from several runs, each in a process of its own; nil without runs.
  ///
  /// Times are the medians of the runs, and the worst block is the slowest one of all. A delay is certain only if all
  /// runs agree.
  package init?(merging runs: [ChainCost]) {
    guard let first = runs.first, runs.allSatisfy({ $0.stages.count == first.stages.count }) else { return nil }
    blocks = Self.merged(runs.map(\.blocks))
    stages = first.stages.indices.map { stage in StageCost(merging: runs.map { $0.stages[stage] }, first.stages[stage])
    }
    floor = runs.map(\.floor).median
    memory = Int(runs.map { Double($0.memory) }.median)
    waiting = runs.map(\.waiting).median
    for run in runs { spent += run.spent }
  }

  fileprivate static func merged(_ runs: [[TestSound: BlockTimes]]) -> [TestSound: BlockTimes] {
    var merged: [TestSound: BlockTimes] = [:]
    for sound in TestSound.allCases { merged[sound] = BlockTimes(merging: runs.compactMap { $0[sound] }) }
    return merged
  }

  /// How much the medians of runs differ, as a share of their own median: the maximum over all sounds.
  package static func spread(of runs: [ChainCost]) -> Double {
    TestSound.allCases.map { sound in
      let medians = runs.compactMap { $0.blocks[sound]?.median }
      guard let least = medians.min(), let most = medians.max(), medians.median > 0 else { return 0 }
      return (most - least) / medians.median
    }.max() ?? 0
  }
}

extension StageCost {
  fileprivate init(merging runs: [StageCost], _ first: StageCost) {
    self = first
    blocks = ChainCost.merged(runs.map(\.blocks))
    load = runs.map(\.load).median
    instantiation = runs.map(\.instantiation).median
    activation = runs.map(\.activation).median
    firstBlock = runs.map(\.firstBlock).median
    memory = Int(runs.map { Double($0.memory) }.median)
    if !runs.allSatisfy({ $0.measuredLatency == first.measuredLatency }) { measuredLatency = nil }
    let tails = runs.compactMap { run -> Double? in if case .seconds(let seconds)? = run.tail { seconds } else { nil } }
    if tails.count == runs.count { tail = .seconds(tails.median) }
  }
}
