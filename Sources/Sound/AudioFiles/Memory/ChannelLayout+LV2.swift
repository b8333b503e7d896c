internal import ComponentModel

extension ChannelLayout {
  /// The prefix of the URIs of LV2's port groups.
  public static let portGroups = Namespace.portGroups

  /// LV2's classes of port groups with their elements in order.
  static let groups: [(name: String, roles: [ChannelRole])] = [
    ("MonoGroup", [.center]),
    ("StereoGroup", [.left, .right]),
    ("MidSideGroup", [.center, .side]),
    ("ThreePointZeroGroup", [.left, .right, .rearCenter]),
    ("FourPointZeroGroup", [.left, .center, .right, .rearCenter]),
    ("FivePointZeroGroup", [.left, .center, .right, .rearLeft, .rearRight]),
    ("FivePointOneGroup", [.left, .center, .right, .rearLeft, .rearRight, .lowFrequencyEffects]),
    ("SixPointOneGroup", [.left, .center, .right, .sideLeft, .sideRight, .rearCenter, .lowFrequencyEffects]),
    (
      "SevenPointOneGroup",
      [.left, .center, .right, .sideLeft, .sideRight, .rearLeft, .rearRight, .lowFrequencyEffects]
    ),
    (
      "SevenPointOneWideGroup",
      [.left, .centerLeft, .center, .centerRight, .right, .rearLeft, .rearRight, .lowFrequencyEffects]
    ),
    ("AmbisonicBH1P0Group", ambisonic(0, 1, 3)),
    ("AmbisonicBH1P1Group", ambisonic(0, 1, 2, 3)),
    ("AmbisonicBH2P0Group", ambisonic(0, 1, 3, 4, 8)),
    ("AmbisonicBH2P1Group", ambisonic(0, 1, 2, 3, 4, 8)),
    ("AmbisonicBH2P2Group", (0...8).map(ChannelRole.ambisonic)),
    ("AmbisonicBH3P0Group", ambisonic(0, 1, 3, 4, 8, 9, 15)),
    ("AmbisonicBH3P1Group", ambisonic(0, 1, 2, 3, 4, 8, 9, 15)),
    ("AmbisonicBH3P2Group", ambisonic(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15)),
    ("AmbisonicBH3P3Group", (0...15).map(ChannelRole.ambisonic)),
  ]

  private static func ambisonic(_ numbers: Int...) -> [ChannelRole] { numbers.map(ChannelRole.ambisonic) }

  /// The layout of a class of LV2 port groups, in the order of its elements; nil for a class that does not specify
  /// them. That order is not WAVE's: see `positions(in:)`.
  public init?(lv2Group uri: String) {
    guard let group = Self.groups.first(where: { Self.portGroups + $0.name == uri }) else { return nil }
    self.init(group.roles)
  }

  /// The URI of the LV2 class with these roles as elements, in any order; nil if LV2 has none, as for quad.
  public var lv2Group: String? {
    let group = Self.groups.first { $0.roles.count == channelCount && Set($0.roles) == Set(roles) }
    return group.map { Self.portGroups + $0.name }
  }
}
