/// The output of a component in a test.
struct HeardSound {
  /// The samples of each output.
  var channels: [[Float]]
  /// The samples of each output for other signals, such as CV.
  var signals: [(symbol: String, samples: [Float])] = []
  /// The control outputs that were not finite, each with the first frame after which it wasn't.
  var controls: [String: Int] = [:]
  /// Whether it has written to its audio inputs.
  var hasChangedInputs = false
  /// Whether it has written to its outputs in a run of 0 frames.
  var hasWrittenNoFrames = false

  /// The first frame with an infinity or NaN, from `start` on; nil if all are finite.
  func firstNotFinite(from start: Int = 0) -> Int? {
    channels.compactMap { channel in channel.indices.dropFirst(start).first { !channel[$0].isFinite } }.min()
  }

  /// Where an output of any kind was first not finite, from `start` on; nil if all are finite.
  func firstFault(from start: Int = 0) -> (frame: Int, output: String)? {
    let sound = firstNotFinite(from: start).map { (frame: $0, output: "") }
    return ([sound].compactMap(\.self) + signalFaults(from: start)).min { $0.frame < $1.frame }
  }

  /// Where outputs for other signals and control outputs were first not finite, from `start` on.
  func signalFaults(from start: Int = 0) -> [(frame: Int, output: String)] {
    let signals = signals.compactMap { symbol, samples in
      samples.indices.dropFirst(start).first { !samples[$0].isFinite }.map { (frame: $0, output: "output \(symbol)") }
    }
    let controls = controls.filter { $0.value > start }.sorted { $0.key < $1.key }
      .map { (frame: $0.value, output: "output \($0.key)") }
    return signals + controls
  }

  /// The first frame in which another sound differs by more than rounding can explain; nil if there is none.
  func firstDeviation(from other: HeardSound) -> Int? {
    channels.indices.compactMap { channel in
      // 60 dB below the peak, because libraries optimized for separate buffers round differently.
      let bound = max(other.peak(channel), 0.001) / 1_000
      return channels[channel].indices.first { frame in
        !(abs(channels[channel][frame] - other.channels[channel][frame]) <= bound)
      }
    }.min()
  }

  /// The peak of an output.
  func peak(_ channel: Int) -> Float { channels[channel].reduce(0) { max($0, abs($1)) } }

  /// The first frame in which another sound differs in any bit; nil if it is the same.
  func firstDifference(from other: HeardSound) -> Int? {
    zip(channels, other.channels).compactMap { own, others in
      own.indices.first { $0 >= others.count || own[$0].bitPattern != others[$0].bitPattern }
    }.min()
  }
}
