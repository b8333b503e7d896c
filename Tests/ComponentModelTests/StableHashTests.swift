import ComponentModel
import TestSupport
import Testing

/// Hashes that are kept in the catalog: a change of these numbers makes every catalog stale.
struct StableHashTests {
  private func hash(_ add: (inout StableHash) -> Void) -> UInt64 {
    var hash = StableHash()
    add(&hash)
    return hash.value
  }

  @Test func hashesAreTheSameInEveryProcessAndVersionAndEveryByteCounts() {
    verify(hash { _ in }, equals: 0xED24_347F_9C5A_68F5)
    verify(hash { $0.add(0) }, equals: 0x879B_4984_5496_D5F3)
    verify(hash { $0.add("") }, equals: 0xB255_1BE9_C6A4_7900)
    verify(hash { $0.add("a") }, equals: 0x9A71_4E95_7752_0E80)
    verify(hash { $0.add("manifest.ttl") }, equals: 0x28BE_DD6D_70C5_2A91)
    verify(hash { $0.add("Röhre") }, equals: 0x023B_55BB_64A1_D56A)
    verify(hash { $0.add(String(repeating: "Röhre", count: 60)) }, equals: 0xF499_5AC8_5B3D_6332)

    // Two runs of bytes differ from one.
    let rows: [[String]] = [
      ["ab"], ["a", "b"], ["b", "a"], ["", "ab"], ["ab", ""], ["abcdefgh"], ["abcdefgh", ""], ["abcd", "efgh"],
      ["\u{0}"], ["\u{0}\u{0}"], [""], [],
    ]
    let values = rows.map { row in hash { hash in row.forEach { hash.add($0) } } }
    verify(Set(values).count, equals: rows.count)

    // Short runs, and long ones that are hashed in four chains.
    for count in [37, 299] {
      let base = [UInt8](repeating: 7, count: count)
      var values: Set<UInt64> = []
      for (index, bit) in base.indices.flatMap({ index in (0..<8).map { (index, $0) } }) {
        var bytes = base
        bytes[index] ^= 1 << UInt8(bit)
        values.insert(hash { hash in bytes.withUnsafeBytes { hash.add($0) } })
      }
      verify(values.count, equals: count * 8)
    }
  }

  @Test func aRecordsDigestDiffersWhenAnythingOfItDiffersAndTakesNumbersThatMakeNoSense() {
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
    verify(Set(digests).count, equals: changes.count)

    var record = PluginRecord(uri: "urn:x")
    record.version = Version(minor: -1, micro: .min)
    var port = ComponentPort(index: .min, symbol: "", name: "", kind: .control, direction: .input)
    port.minimumSize = -5
    port.minimum = .nan
    record.ports = [port]
    verify(record.digest != PluginRecord(uri: "urn:x").digest)
  }

  @Test func versionsComeInOrder() {
    let versions = [(-1, 0), (0, 0), (0, 1), (0, 9), (1, 0), (2, 4), (2, 9), (2, 10), (10, 0)].map {
      Version(minor: $0, micro: $1)
    }
    for (a, b) in zip(versions, versions.dropFirst()) { verify(a < b && !(b < a) && a != b, "\(a) \(b)") }
    verify(versions[7].description, equals: "2.10")
  }
}
