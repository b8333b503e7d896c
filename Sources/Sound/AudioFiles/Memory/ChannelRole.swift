/// The role of a channel (Apple: `AudioChannelLabel`, LV2: `lv2:Channel`).
public enum ChannelRole: Hashable, Sendable {
  /// In front of the listener.
  case left, right
  /// In front; also the only channel of mono.
  case center
  /// Low-frequency effects, for a subwoofer.
  case lowFrequencyEffects
  /// Behind the listener's head.
  case rearLeft, rearRight, rearCenter
  /// Between left or right and the center.
  case centerLeft, centerRight
  /// At the listener's sides.
  case sideLeft, sideRight
  /// Above the listener's head.
  case topCenter, topFrontLeft, topFrontCenter, topFrontRight, topRearLeft, topRearCenter, topRearRight
  /// The difference channel of mid-side stereo, whose sum channel is `center`.
  case side
  /// A component of an ambisonic sound field by its ACN number, 0 or more: W is 0, Y 1, Z 2, X 3.
  case ambisonic(Int)
  /// A channel without a role, by its number, 0 or more.
  case discrete(Int)

  /// Ambisonic W, the pressure.
  public static let ambisonicW = ambisonic(0)
  /// The ambisonic channel X, which points forward.
  public static let ambisonicX = ambisonic(3)
  /// Ambisonic Y, to the left.
  public static let ambisonicY = ambisonic(1)
  /// The ambisonic channel Z, which points up.
  public static let ambisonicZ = ambisonic(2)
}

extension ChannelRole {
  /// The loudspeakers of WAVE's channel mask, in the order of its bits, lowest first.
  static let speakers: [ChannelRole] = [
    .left, .right, .center, .lowFrequencyEffects, .rearLeft, .rearRight, .centerLeft, .centerRight, .rearCenter,
    .sideLeft, .sideRight, .topCenter, .topFrontLeft, .topFrontCenter, .topFrontRight, .topRearLeft, .topRearCenter,
    .topRearRight,
  ]

  /// The bit in WAVE_FORMAT_EXTENSIBLE's channel mask; nil if the role is not a loudspeaker's.
  public var waveMaskBit: UInt32? { Self.speakers.firstIndex(of: self).map { 1 << $0 } }
}

extension ChannelRole {
  /// The roles in LV2's port groups, besides the ambisonic components.
  private static let designated: [ChannelRole] = speakers.prefix(11) + [.side]

  /// The URI of an LV2 port's `lv2:designation`, such as `…port-groups#left`; nil if LV2 has none.
  public var lv2Designation: String? {
    if case .ambisonic(0...15) = self { return ChannelLayout.portGroups + name }
    return Self.designated.contains(self) ? ChannelLayout.portGroups + name : nil
  }

  /// The role of an LV2 designation; nil for a URI that does not name a channel.
  public init?(lv2Designation uri: String) {
    let known = Self.designated + (0...15).map(ChannelRole.ambisonic)
    guard let role = known.first(where: { $0.lv2Designation == uri }) else { return nil }
    self = role
  }
}

extension ChannelRole: CustomStringConvertible {
  /// The display name: `rear left`.
  public var description: String {
    if case .discrete(let number) = self { return "channel \(number + 1)" }
    if case .ambisonic = self { return name }
    return name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
  }

  /// The name as LV2 spells it: `rearLeft`, `ACN3`.
  private var name: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .center: "center"
    case .lowFrequencyEffects: "lowFrequencyEffects"
    case .rearLeft: "rearLeft"
    case .rearRight: "rearRight"
    case .rearCenter: "rearCenter"
    case .centerLeft: "centerLeft"
    case .centerRight: "centerRight"
    case .sideLeft: "sideLeft"
    case .sideRight: "sideRight"
    case .topCenter: "topCenter"
    case .topFrontLeft: "topFrontLeft"
    case .topFrontCenter: "topFrontCenter"
    case .topFrontRight: "topFrontRight"
    case .topRearLeft: "topRearLeft"
    case .topRearCenter: "topRearCenter"
    case .topRearRight: "topRearRight"
    case .side: "side"
    case .ambisonic(let number): "ACN\(number)"
    case .discrete(let number): "discrete\(number)"
    }
  }
}
