/// Renders a chain on the caller's thread.
final class SequentialEngine: RenderEngine {
  // SAFETY: Outputs have `chunk` frames, the most that a caller renders at once; `memory` keeps them.

  let units: [RenderUnit]
  private let unit: RenderUnit
  private let outputs: [UnsafeMutablePointer<Float>]
  private let memory = MemoryPool()

  init(_ unit: RenderUnit, chunk: Int) throws(ChainError) {
    self.unit = unit
    units = [unit]
    outputs = try memory.channels(unit.outputCount, of: chunk)
  }

  func render(
    _ inputs: [UnsafeMutablePointer<Float>], count: Int,
    deliver: ([UnsafeMutablePointer<Float>], Int) throws -> Void
  ) throws {
    unit.render(inputs, to: outputs, count: count)
    try deliver(outputs, count)
  }

  func finish(_ deliver: ([UnsafeMutablePointer<Float>], Int) throws -> Void) throws {}
}
