import ComponentModel
import TestSupport
import Testing

/// Hashes that are kept in the catalog: a change of these numbers makes every catalog stale.
@Suite struct StableHashTests {
  private func hash(_ add: (inout StableHash) -> Void) -> UInt64 {
    var hash = StableHash()
    add(&hash)
    return hash.value
  }

  @Test func hashesAreTheSameInEveryProcessAndVersion() {
    #expect(hash { _ in } == 0xED24_347F_9C5A_68F5)
    #expect(hash { $0.add(0) } == 0x879B_4984_5496_D5F3)
    #expect(hash { $0.add("") } == 0xB255_1BE9_C6A4_7900)
    #expect(hash { $0.add("a") } == 0x9A71_4E95_7752_0E80)
    #expect(hash { $0.add("manifest.ttl") } == 0x28BE_DD6D_70C5_2A91)
    #expect(hash { $0.add("Röhre") } == 0x023B_55BB_64A1_D56A)
    #expect(hash { $0.add(String(repeating: "Röhre", count: 60)) } == 0xF499_5AC8_5B3D_6332)
  }

  @Test("lilv's answers have the checksum that installed libraries of earlier versions verify")
  func answers() {
    let answers = LilvAnswers(author: "jurn:p\nnAnn\n", facts: "Nname\nP\n")
    #expect(answers.checksum(of: "urn:a") == 0x247C_470A_F30D_6ECB)
  }

  @Test func twoRunsOfBytesDifferFromOne() {
    let rows: [[String]] = [
      ["ab"], ["a", "b"], ["b", "a"], ["", "ab"], ["ab", ""], ["abcdefgh"], ["abcdefgh", ""], ["abcd", "efgh"],
      ["\u{0}"], ["\u{0}\u{0}"], [""], [],
    ]
    let values = rows.map { row in hash { hash in row.forEach { hash.add($0) } } }
    #expect(Set(values).count == rows.count)
  }

  /// Short runs, and long ones that are hashed in four chains.
  @Test(arguments: [37, 299]) func everyByteCounts(count: Int) {
    let base = [UInt8](repeating: 7, count: count)
    var values: Set<UInt64> = []
    for index in base.indices {
      for bit in 0..<8 {
        var bytes = base
        bytes[index] ^= 1 << UInt8(bit)
        values.insert(hash { hash in bytes.withUnsafeBytes { hash.add($0) } })
      }
    }
    #expect(values.count == count * 8)
  }

  @Test func aRecordsDigestDiffersWhenAnythingOfItDiffers() {
    let changes: [(inout PluginRecord) -> Void] = [
      { _ in }, { $0.uri = "urn:y" }, { $0.names = [LocalizedText("x")] },
      { $0.names = [LocalizedText("x", language: "en")] }, { $0.classes = ["x"] }, { $0.author = "x" },
      { $0.author = "" }, { $0.homepage = "x" }, { $0.project = "x" }, { $0.projectName = "x" }, { $0.license = "x" },
      { $0.version.minor = 1 }, { $0.version.micro = 1 }, { $0.shortName = "x" }, { $0.comment = "x" },
      { $0.requiredFeatures = ["x"] }, { $0.optionalFeatures = ["x"] }, { $0.extensionData = ["x"] },
      { $0.interfaces = [InterfaceRecord(uri: "x", type: "y")] }, { $0.replaces = ["x"] }, { $0.binary = "x" },
      { $0.mainInputGroup = "x" }, { $0.mainOutputGroup = "x" }, { $0.remarks = [.repeatedSymbol("x")] },
      { $0.patchParameters = [PatchParameter(uri: "x", name: "x", isWritable: true, isReadable: false)] },
      { $0.patchParameters = [PatchParameter(uri: "x", name: "x", isWritable: false, isReadable: true)] },
      { $0.ports = [ComponentPort(index: 0, symbol: "x", name: "x", kind: .audio, direction: .input)] },
      { $0.ports = [ComponentPort(index: 0, symbol: "x", name: "x", kind: .audio, direction: .output)] },
      { $0.ports = [ComponentPort(index: 0, symbol: "x", name: "x", kind: .cv, direction: .input)] },
    ]
    let digests = changes.map { change in
      var record = PluginRecord(uri: "urn:x")
      change(&record)
      return record.digest
    }
    #expect(Set(digests).count == changes.count)
  }

  @Test func aDigestTakesNumbersThatMakeNoSense() {
    var record = PluginRecord(uri: "urn:x")
    record.version = Version(minor: -1, micro: .min)
    var port = ComponentPort(index: .min, symbol: "", name: "", kind: .control, direction: .input)
    port.minimumSize = -5
    port.minimum = .nan
    record.ports = [port]
    #expect(record.digest != PluginRecord(uri: "urn:x").digest)
  }

  @Test(arguments: [
    ((0, 0), (0, 1)), ((0, 9), (1, 0)), ((2, 4), (2, 10)), ((2, 9), (10, 0)), ((-1, 0), (0, 0)),
  ]) func versionsComeInOrder(earlier: (Int, Int), later: (Int, Int)) {
    let (a, b) = (Version(minor: earlier.0, micro: earlier.1), Version(minor: later.0, micro: later.1))
    #expect(a < b)
    #expect(!(b < a))
    #expect(a != b)
    #expect(b.description == "\(later.0).\(later.1)")
  }
}
