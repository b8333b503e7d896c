extension ChannelLayout {
  /// The layout that a channel mask of WAVE_FORMAT_EXTENSIBLE gives a number of channels.
  ///
  /// The lowest bits come first. Bits beyond the channels, and bits without a meaning, are ignored; channels beyond the
  /// bits are discrete. A mask of 0 means `standard`.
  ///
  /// - Parameters:
  ///   - mask: one bit per loudspeaker.
  ///   - channelCount: 0 or more.
  public init(waveMask mask: UInt32, channelCount: Int) {
    let named = ChannelRole.speakers.filter { mask & ($0.waveMaskBit ?? 0) != 0 }.prefix(channelCount)
    self.init(
      named.isEmpty
        ? Self.standard(channelCount: channelCount).roles
        : named + (named.count..<channelCount).map(ChannelRole.discrete))
  }

  /// The channel mask of WAVE_FORMAT_EXTENSIBLE; nil if no mask can express the layout: a channel is not a loudspeaker,
  /// or the channels are not in the order of the mask's bits.
  public var waveMask: UInt32? {
    let bits = roles.compactMap(\.waveMaskBit)
    guard bits.count == channelCount, zip(bits, bits.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    return bits.reduce(0, |)
  }
}
