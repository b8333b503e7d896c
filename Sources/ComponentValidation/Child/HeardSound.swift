/// What a component has given in a test.
struct HeardSound {
  /// The samples of each output.
  var channels: [[Float]]
  /// Whether it has written to its audio inputs.
  var hasChangedInputs = false

  /// The first frame with an infinity or NaN, from `start` on; nil if all are finite.
  func firstNotFinite(from start: Int = 0) -> Int? {
    channels.compactMap { channel in channel.indices.dropFirst(start).first { !channel[$0].isFinite } }.min()
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
