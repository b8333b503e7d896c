import Foundation
import TestSupport
import Testing

@testable import AudioFiles

/// What channels are for, in WAVE's and in LV2's words.
struct ChannelLayoutTests {
  @Test func aWaveMaskIsALayoutAsFarAsItFits() {
    for (mask, layout) in [
      (0x4, .mono), (0x3, .stereo), (0x33, .quad), (0x3F, .surround51), (0x63F, .surround71),
      (0x107, ChannelLayout([.left, .right, .center, .rearCenter])), (0x3_FFFF, nil),
    ] as [(UInt32, ChannelLayout?)] {
      let read = ChannelLayout(waveMask: mask, channelCount: mask.nonzeroBitCount)
      if let layout { verify(read, equals: layout) }
      verify(read.waveMask, equals: mask)
    }
    for (mask, count, layout) in [
      (0x3F, 2, .stereo), (0x3, 4, ChannelLayout([.left, .right, .discrete(2), .discrete(3)])), (0, 1, .mono),
      (0, 2, .stereo), (0, 6, .discrete(6)), (0x8000_0000, 3, .discrete(3)),
    ] as [(UInt32, Int, ChannelLayout)] {
      verify(ChannelLayout(waveMask: mask, channelCount: count), equals: layout, "\(mask)")
    }
    verify(ChannelLayout(waveMask: .max, channelCount: 1024).channelCount, equals: 1024)
    // The order is that of the bits.
    for layout in [.discrete(4), .ambisonic(order: 1), ChannelLayout([.right, .left]), ChannelLayout([.left, .left])] {
      verify(layout.waveMask == nil, "\(layout)")
    }
    verify(
      "\(ChannelLayout([.left, .lowFrequencyEffects, .discrete(2)]))", equals: "left, low frequency effects, channel 3")
  }

  @Test func aLayoutLeadsToAnotherOrderOfTheSameRoles() throws {
    let group = try demand(ChannelLayout(lv2Group: ChannelLayout.portGroups + "FivePointOneGroup"))
    verify(group.roles, equals: [.left, .center, .right, .rearLeft, .rearRight, .lowFrequencyEffects])
    verify(group.positions(in: .surround51), equals: [0, 2, 1, 4, 5, 3])
    verify(ChannelLayout.surround51.positions(in: group), equals: [0, 2, 1, 5, 3, 4])
    verify(ChannelLayout.stereo.positions(in: .surround51) == nil)
    verify(ChannelLayout([.left, .left]).positions(in: .stereo) == nil)
    verify(ChannelLayout.surround51.lv2Group, equals: ChannelLayout.portGroups + "FivePointOneGroup")
    verify(ChannelLayout.quad.lv2Group == nil && ChannelLayout(lv2Group: "urn:x") == nil)
  }
}

/// The ontology that LV2 itself installs.
private enum Ontology {
  static let path = "/usr/lib/lv2/port-groups.lv2/port-groups.ttl"
  static let isInstalled = FileManager.default.fileExists(atPath: path)

  /// Each class of groups with the designations of its elements, in order.
  static func groups() throws -> [String: [String]] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var groups: [String: [String]] = [:]
    for block in text.components(separatedBy: "\n\n") where block.contains("pg:element [") {
      guard let name = block.split(whereSeparator: \.isWhitespace).first else { continue }
      let indices = block.matches(of: /lv2:index ([0-9]+)/).compactMap { Int($0.1) }
      try demand(indices == Array(0..<indices.count))
      groups[uri(name)] = block.matches(of: /lv2:designation (pg:[A-Za-z0-9]+)/).map { uri($0.1) }
    }
    return groups
  }

  /// Each channel that can be designated.
  static func channels() throws -> Set<String> {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return Set(text.matches(of: /(pg:[A-Za-z0-9]+)\s+a lv2:Channel/).map { uri($0.1) })
  }

  static func uri(_ name: Substring) -> String { ChannelLayout.portGroups + name.dropFirst("pg:".count) }
}

/// The table of groups says what LV2's ontology says.
@Suite(.enabled(if: Ontology.isInstalled, "LV2's port-groups.ttl is not installed"))
struct PortGroupTests {
  @Test func everyGroupAndChannelOfTheOntologyIsKnown() throws {
    let groups = try Ontology.groups()
    verify(
      groups.count == 19 && Set(groups.keys) == Set(ChannelLayout.groups.map { ChannelLayout.portGroups + $0.name }))
    for (uri, designations) in groups {
      let layout = try demand(ChannelLayout(lv2Group: uri))
      verify(layout.roles.map(\.lv2Designation), equals: designations, "\(uri)")
      verify(layout.lv2Group, equals: uri)
      verify(ChannelLayout(layout.roles.reversed()).lv2Group, equals: uri)
    }
    let channels = try Ontology.channels()
    verify(channels.count, equals: 28)
    for uri in channels { verify(ChannelRole(lv2Designation: uri)?.lv2Designation, equals: uri, "\(uri)") }
    verify(ChannelRole(lv2Designation: ChannelLayout.portGroups + "topCenter") == nil)
    verify(ChannelRole.ambisonic(16).lv2Designation == nil && ChannelRole.topCenter.lv2Designation == nil)
  }
}
