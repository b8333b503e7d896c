internal import ComponentModel
internal import RenderChain

// Parameters inside and outside their ranges.

extension TestBench {
  /// The parameters that tests change.
  var parameterPorts: [ComponentPort] { record.ports.filter { $0.isParameter && !$0.has(.enabled) } }

  /// Whether it gives finite output at all values of its parameters.
  func parameters() throws(ChainError) -> ValidationProblem? {
    guard !parameterPorts.isEmpty else { return nil }
    var random = SplitMix(seed: seed)
    if let problem = try play("all parameters at their minimum", { $0.range.lowerBound }) { return problem }
    if let problem = try play("all parameters at their maximum", { $0.range.upperBound }) { return problem }
    for _ in 0..<3 {
      if let problem = try play("random parameters", { $0.randomValue(&random) }) { return problem }
    }
    return try play("moving parameters", isMoving: true, { $0.randomValue(&random) })
  }

  /// Whether it survives parameters out of their ranges.
  func outOfRange() throws(ChainError) -> ValidationProblem? {
    guard !parameterPorts.isEmpty else { return nil }
    let beyond: [(String, (ComponentPort) -> Float)] = [
      ("parameters below their minimum", { $0.range.lowerBound - 10 * $0.span }),
      ("parameters above their maximum", { $0.range.upperBound + 10 * $0.span }),
      ("parameters at -1e9", { _ in -1e9 }), ("parameters at 1e9", { _ in 1e9 }),
    ]
    for (condition, value) in beyond {
      guard let problem = try play(condition, value) else { continue }
      return problem.kind == .notFinite ? ValidationProblem(.notFiniteOutOfRange, [condition]) : problem
    }
    return nil
  }

  private func play(
    _ condition: String, isMoving: Bool = false, _ value: (ComponentPort) -> Float
  ) throws(ChainError) -> ValidationProblem? {
    log.begin(condition)
    let player = try player()
    let ports = parameterPorts
    for port in ports { player.control.force(value(port), in: port, of: 0) }
    var heard = HeardSound(channels: [])
    let frames = isMoving ? Self.quarter / 12 : Self.quarter
    for _ in 0..<Self.quarter / frames {
      heard = player.play(signal(.noise(0.25), Self.quarter), frames: frames, events: events(frames))
      if let problem = problem(heard, player.control, condition) { return problem }
      if isMoving { for port in ports { player.control.force(value(port), in: port, of: 0) } }
    }
    return nil
  }
}

extension ComponentPort {
  /// The values that its bundle allows. A missing lower bound is 0, and a missing upper bound is 1, as far as the other
  /// bound allows.
  fileprivate var range: ClosedRange<Float> {
    let given = range(48_000)
    let low = Float(given.minimum ?? min(0, given.maximum ?? 0))
    let high = Float(given.maximum ?? max(1, given.minimum ?? 1))
    return low.isFinite && high.isFinite && low <= high ? low...high : 0...1
  }

  fileprivate var span: Float { max(1, range.upperBound - range.lowerBound) }

  /// A value within the range.
  func randomValue(_ generator: inout SplitMix) -> Float {
    let value = Float.random(in: range, using: &generator)
    let isWhole = has(.integer) || has(.toggled) || has(.enumeration)
    return isWhole ? min(max(value.rounded(), range.lowerBound), range.upperBound) : value
  }
}
