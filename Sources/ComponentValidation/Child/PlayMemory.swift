/// The memory for a block of a component's inputs and outputs.
final class PlayMemory {
  // SAFETY: Each pointer leads to `samples`, which has `blockLength` frames for each channel, and is freed with this object.

  private let samples: UnsafeMutablePointer<Float>
  private let blockLength: Int
  let sources: UnsafeMutablePointer<UnsafePointer<Float>>
  let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

  init(inputs: Int, outputs: Int, blockLength: Int) {
    self.blockLength = blockLength
    let count = max(1, (inputs + outputs) * blockLength)
    samples = .allocate(capacity: count)
    samples.initialize(repeating: 0, count: count)
    sources = .allocate(capacity: max(1, inputs))
    targets = .allocate(capacity: max(1, outputs))
    for channel in 0..<inputs { (sources + channel).initialize(to: UnsafePointer(samples + channel * blockLength)) }
    for channel in 0..<outputs { (targets + channel).initialize(to: samples + (inputs + channel) * blockLength) }
  }

  deinit {
    samples.deallocate()
    sources.deallocate()
    targets.deallocate()
  }

  /// Sets a sample of an input.
  func set(_ channel: Int, _ frame: Int, _ value: Float) { samples[channel * blockLength + frame] = value }

  /// The first samples of an output.
  func output(_ channel: Int, _ count: Int) -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: targets[channel], count: count)
  }
}
