internal import CLV2Host

// What a plugin costs, if the chain was loaded with `HostSettings.measuresPlugins`.

extension LoadedStage {
  // SAFETY: The chain's pool keeps the cost. Only the render thread calls these functions, and writes it.

  /// The number of instances, each for a part of the channels.
  package var instanceCount: Int { instances.count }

  /// The cost of starting its instances.
  package var startCost: StartCost {
    instances.reduce(into: StartCost(isMeasured: true)) { $0.add($1.startCost) }
  }

  /// The processor time that it has taken since the last call, in nanoseconds.
  package func takeTime() -> UInt64 {
    guard let runCost else { return 0 }
    defer { runCost.pointee.nanoseconds = 0 }
    return runCost.pointee.nanoseconds
  }

  /// The time measured for an empty call, in nanoseconds.
  package static func timeOfNothing() -> UInt64 { aucatTimeNothing() }

  /// Lets callgrind count its instructions while it renders.
  ///
  /// - Parameter name: what the count is called in callgrind's file.
  package func count(as name: String, _ render: () -> Void) {
    guard let runCost else { return }
    runCost.pointee.isCounted = true
    render()
    runCost.pointee.isCounted = false
    name.withCString(aucatWriteCount)
  }
}
