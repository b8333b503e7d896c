/// Computes a whole chain, part by part.
protocol RenderEngine: AnyObject {
  /// The chain in pieces, in order.
  var units: [RenderUnit] { get }

  /// Renders frames, and hands on what is done, in order: it may be from calls before.
  func render(
    _ inputs: [UnsafeMutablePointer<Float>], count: Int,
    deliver: ([UnsafeMutablePointer<Float>], Int) throws -> Void
  ) throws

  /// Waits for everything, and hands it on.
  func finish(_ deliver: ([UnsafeMutablePointer<Float>], Int) throws -> Void) throws
}

extension RenderEngine {
  var outputCount: Int { units.last?.outputCount ?? 0 }
  var inputCount: Int { units.first?.inputCount ?? 0 }
  /// By how many frames the chain delays now.
  var latency: Int { units.reduce(0) { $0 + $1.latency } }
  /// By how many it delayed after the first part of the sound.
  var firstLatency: Int { units.reduce(0) { $0 + ($1.firstLatency ?? 0) } }
  var notFinite: String? { units.lazy.compactMap(\.notFinite).first }
}
