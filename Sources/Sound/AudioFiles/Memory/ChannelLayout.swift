/// The role of each channel, in the order of the channels (Apple: `AVAudioChannelLayout`).
public struct ChannelLayout: Hashable, Sendable {
  /// A role for each channel.
  public let roles: [ChannelRole]

  /// Creates a layout of these roles, in channel order.
  public init(_ roles: [ChannelRole]) { self.roles = roles }

  /// The number of channels.
  public var channelCount: Int { roles.count }

  /// Channels without roles (Apple: `kAudioChannelLayoutTag_DiscreteInOrder`).
  ///
  /// - Parameter count: 0 or more.
  public static func discrete(_ count: Int) -> ChannelLayout { ChannelLayout((0..<count).map(ChannelRole.discrete)) }

  /// The layout that a number of channels implies: mono, stereo or, for any other number, `discrete`.
  public static func standard(channelCount: Int) -> ChannelLayout {
    switch channelCount {
    case 1: .mono
    case 2: .stereo
    default: .discrete(channelCount)
    }
  }

  /// The positions of this layout's channels in another layout: the n-th number is the n-th channel's place there.
  ///
  /// Nil if the other layout has different roles. Use it to map a file's channel order to a plugin's.
  public func positions(in other: ChannelLayout) -> [Int]? {
    let positions = roles.compactMap { other.roles.firstIndex(of: $0) }
    return Set(positions).count == channelCount && other.channelCount == channelCount ? positions : nil
  }
}

extension ChannelLayout {
  /// A single channel, in the centre.
  public static let mono = ChannelLayout([.center])
  /// Two channels: left and right.
  public static let stereo = ChannelLayout([.left, .right])
  /// The sum and the difference of a stereo pair.
  public static let midSide = ChannelLayout([.center, .side])
  /// Left, right, rear left, rear right.
  public static let quad = ChannelLayout([.left, .right, .rearLeft, .rearRight])
  /// 5.1 in WAVE's order: left, right, center, LFE, rear left, rear right.
  public static let surround51 = ChannelLayout([
    .left, .right, .center, .lowFrequencyEffects, .rearLeft, .rearRight,
  ])
  /// 7.1 in WAVE's order: the channels of 5.1, then side left and side right.
  public static let surround71 = ChannelLayout(surround51.roles + [.sideLeft, .sideRight])

  /// A full ambisonic sound field in ACN order: (order + 1)² channels.
  ///
  /// - Parameter order: 0 or more; the channels of order 1 are W, Y, Z and X.
  public static func ambisonic(order: Int) -> ChannelLayout {
    ChannelLayout((0..<(order + 1) * (order + 1)).map(ChannelRole.ambisonic))
  }
}

extension ChannelLayout: CustomStringConvertible {
  /// The usual name, such as `stereo`, or else the roles in order.
  public var description: String {
    let names: [(ChannelLayout, String)] = [
      (.mono, "mono"), (.stereo, "stereo"), (.midSide, "mid-side"), (.quad, "quad"), (.surround51, "5.1"),
      (.surround71, "7.1"), (.ambisonic(order: 1), "first-order ambisonic"), (.discrete(channelCount), "discrete"),
    ]
    return names.first { $0.0 == self }?.1 ?? roles.map(\.description).joined(separator: ", ")
  }
}

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
