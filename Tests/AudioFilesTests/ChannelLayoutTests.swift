import Foundation
import Testing

@testable import AudioFiles

/// What channels are for, in WAVE's and in LV2's words.
@Suite struct ChannelLayoutTests {
  @Test(
    arguments: [
      (0x4, .mono), (0x3, .stereo), (0x33, .quad), (0x3F, .surround51), (0x63F, .surround71),
      (0x107, ChannelLayout([.left, .right, .center, .rearCenter])), (0x3_FFFF, nil),
    ] as [(UInt32, ChannelLayout?)]) func aWaveMaskIsALayout(mask: UInt32, layout: ChannelLayout?)
  {
    let read = ChannelLayout(waveMask: mask, channelCount: mask.nonzeroBitCount)
    if let layout { #expect(read == layout) }
    #expect(read.waveMask == mask)
  }

  @Test func aMaskThatDoesNotFitIsTakenAsFarAsItGoes() {
    #expect(ChannelLayout(waveMask: 0x3F, channelCount: 2) == .stereo)
    #expect(ChannelLayout(waveMask: 0x3, channelCount: 4).roles == [.left, .right, .discrete(2), .discrete(3)])
    #expect(ChannelLayout(waveMask: 0, channelCount: 1) == .mono)
    #expect(ChannelLayout(waveMask: 0, channelCount: 2) == .stereo)
    #expect(ChannelLayout(waveMask: 0, channelCount: 6) == .discrete(6))
    #expect(ChannelLayout(waveMask: 0x8000_0000, channelCount: 3) == .discrete(3))
    #expect(ChannelLayout(waveMask: .max, channelCount: 1024).channelCount == 1024)
  }

  @Test func whatAMaskCanNotSayHasNone() {
    #expect(ChannelLayout.discrete(4).waveMask == nil)
    #expect(ChannelLayout.ambisonic(order: 1).waveMask == nil)
    #expect(ChannelLayout([.right, .left]).waveMask == nil, "the order of the bits")
    #expect(ChannelLayout([.left, .left]).waveMask == nil)
  }

  @Test func aLayoutLeadsToAnotherOrderOfTheSameRoles() throws {
    let group = try #require(ChannelLayout(lv2Group: ChannelLayout.portGroups + "FivePointOneGroup"))
    #expect(group.roles == [.left, .center, .right, .rearLeft, .rearRight, .lowFrequencyEffects])
    #expect(group.positions(in: .surround51) == [0, 2, 1, 4, 5, 3])
    #expect(ChannelLayout.surround51.positions(in: group) == [0, 2, 1, 5, 3, 4])
    #expect(ChannelLayout.stereo.positions(in: .surround51) == nil)
    #expect(ChannelLayout([.left, .left]).positions(in: .stereo) == nil)
    #expect(ChannelLayout.surround51.lv2Group == ChannelLayout.portGroups + "FivePointOneGroup")
    #expect(ChannelLayout.quad.lv2Group == nil)
    #expect(ChannelLayout(lv2Group: "urn:x") == nil)
  }

  @Test(
    arguments: [
      (.mono, "mono"), (.stereo, "stereo"), (.surround51, "5.1"), (.discrete(3), "discrete"),
      (ChannelLayout([.left, .lowFrequencyEffects, .discrete(2)]), "left, low frequency effects, channel 3"),
    ] as [(ChannelLayout, String)]) func aLayoutHasAName(layout: ChannelLayout, name: String)
  {
    #expect("\(layout)" == name)
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
      try #require(indices == Array(0..<indices.count))
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
  @Test func everyGroupOfTheOntologyIsKnownWithItsElements() throws {
    let groups = try Ontology.groups()
    #expect(
      groups.count == 19 && Set(groups.keys) == Set(ChannelLayout.groups.map { ChannelLayout.portGroups + $0.name }))
    for (uri, designations) in groups {
      let layout = try #require(ChannelLayout(lv2Group: uri))
      #expect(layout.roles.map(\.lv2Designation) == designations, "\(uri)")
      #expect(layout.lv2Group == uri)
      #expect(ChannelLayout(layout.roles.reversed()).lv2Group == uri)
    }
  }

  @Test func everyChannelOfTheOntologyIsARole() throws {
    let channels = try Ontology.channels()
    #expect(channels.count == 28)
    for uri in channels { #expect(ChannelRole(lv2Designation: uri)?.lv2Designation == uri, "\(uri)") }
    #expect(ChannelRole(lv2Designation: ChannelLayout.portGroups + "topCenter") == nil)
    #expect(ChannelRole.ambisonic(16).lv2Designation == nil && ChannelRole.topCenter.lv2Designation == nil)
  }
}
