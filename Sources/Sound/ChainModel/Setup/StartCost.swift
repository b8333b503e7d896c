internal import Linux

/// The cost of starting a plugin.
package struct StartCost {
  /// How long `dlopen(3)` and finding the plugin took.
  package var load = Duration.zero
  /// How long `instantiate` took.
  package var instantiation = Duration.zero
  /// How long `activate` took.
  package var activation = Duration.zero
  /// By how much the process's own memory grew, in bytes.
  package private(set) var memory = 0

  private let isMeasured: Bool

  /// - Parameter isMeasured: whether the cost is measured; if not, everything stays 0.
  package init(isMeasured: Bool) { self.isMeasured = isMeasured }

  /// Adds the cost of a step.
  package mutating func measuring<Result: ~Copyable, Failure: Error>(
    _ step: WritableKeyPath<StartCost, Duration>, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isMeasured else { return try body() }
    let memory = CurrentProcess.ownMemory
    let start = ContinuousClock.now
    let result = try body()
    self[keyPath: step] += start.duration(to: .now)
    self.memory += max(0, CurrentProcess.ownMemory - memory)
    return result
  }

  /// Adds the cost of another instance.
  package mutating func add(_ other: StartCost) {
    load += other.load
    instantiation += other.instantiation
    activation += other.activation
    memory += other.memory
  }
}
