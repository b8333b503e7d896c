/// What a component has given in a test.
struct HeardSound {
  /// The samples of each output.
  var channels: [[Float]]
  /// The samples of each output for other signals, such as CV.
  var signals: [[Float]] = []
  /// Whether it has written to its audio inputs.
  var hasChangedInputs = false

  /// The first frame with an infinity or NaN, from `start` on; nil if all are finite.
  func firstNotFinite(from start: Int = 0) -> Int? {
    channels.compactMap { channel in channel.indices.dropFirst(start).first { !channel[$0].isFinite } }.min()
  }

  /// The first frame in which another sound differs by more than rounding can explain; nil if there is none.
  func firstDeviation(from other: HeardSound) -> Int? {
    channels.indices.compactMap { channel in
      // 60 dB below the peak, as libraries that are optimized for separate buffers round otherwise.
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
