/// Renders a whole chain, part by part.
protocol RenderEngine: AnyObject {
  /// The chain's units, in order.
  var units: [RenderUnit] { get }

  /// Renders frames, and delivers finished parts in order, possibly those of earlier calls.
  // SAFETY: The memory of each channel has `count` frames; `deliver` may use what it gets only during its call.
  func render(
    _ inputs: [UnsafeMutablePointer<Float>], count: Int,
    deliver: ([UnsafeMutablePointer<Float>], Int) throws -> Void
  ) throws

  /// Waits until everything is rendered, and delivers it.
  func finish(_ deliver: ([UnsafeMutablePointer<Float>], Int) throws -> Void) throws
}

extension RenderEngine {
  var outputCount: Int { units.last?.outputCount ?? 0 }
  var inputCount: Int { units.first?.inputCount ?? 0 }
  /// The chain's latency now, in frames.
  var latency: Int { units.reduce(0) { $0 + $1.latency } }
  /// The chain's latency after the first part of the sound, in frames.
  var firstLatency: Int { units.reduce(0) { $0 + ($1.firstLatency ?? 0) } }
  /// What components reported as their latencies after the first part of the sound, in frames.
  var firstLatencies: [(component: String, frames: Float)] { units.flatMap(\.firstLatencies) }
  var nonFinite: String? { units.lazy.compactMap(\.nonFinite).first }
  var isInputNonFinite: Bool { units.contains(where: \.isInputNonFinite) }
  var corrupting: String? { units.lazy.compactMap(\.corrupting).first }
  /// The components of units that have written outside the memory of their ports. Don't render during the call.
  var suspects: [String] { units.flatMap(\.suspects) }
}
