import Foundation
import TestSupport
import Testing

/// Random damage of a catalog. A search never crashes, and after a full scan every answer is right.
@Suite(.part(.faults)) struct CatalogDamageTests {
  private let machine: Machine
  private let bytes: [UInt8]
  private let right: [String]

  init() throws {
    machine = Machine(
      [
        Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator]),
        Bundle(
          name: "many", plugins: (0..<12).map { Plugin(uri: "urn:test:many\($0)", name: "Many \($0)") }),
      ])
    verify(machine.aucat("scan").status, equals: 0)
    bytes = Child.contents(machine.catalog)
    right = Self.answers(machine)
    try demand(bytes.count > 100_000 && right.count > 14)
  }

  /// What the catalog says, but when it saw each plugin first.
  private static func answers(_ machine: Machine) -> [String] {
    let runs = [
      machine.aucat("search", "--json"), machine.aucat("info", Plugin.hall.uri, "--json"),
      machine.aucat("search", "many", "--count"), machine.aucat("search", "name contains \"reat H\"", "--count"),
      machine.aucat("search", "tag == Reverb", "--format", "uri"), machine.aucat("search", "--all", "--count"),
    ]
    return runs.flatMap { run in
      [run.errors] + run.lines.map { line in line.replacing(/"(added|changed)At":"[^"]*",?/, with: "") }
    }
  }

  private enum Damage: CaseIterable { case bit, byte, page, zeros, truncation }

  /// A copy of the catalog with one fault.
  private func damaged(_ damage: Damage, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    let page = 4_096
    let count = bytes.count / page
    switch damage {
    case .bit: bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case .byte:
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    case .page:
      let (from, to) = (Int.random(in: 0..<count, using: &random), Int.random(in: 1..<count, using: &random))
      bytes.replaceSubrange(to * page..<(to + 1) * page, with: bytes[from * page..<(from + 1) * page])
    case .zeros:
      let start = Int.random(in: 1..<count, using: &random) * page
      bytes.replaceSubrange(start..<start + page, with: repeatElement(0, count: page))
    case .truncation: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
    }
    return bytes
  }

  @Test func afterAFullScanEveryAnswerIsRight() {
    let environment = ProcessInfo.processInfo.environment
    var random = SeededGenerator(environment: environment, purpose: "damages of the catalog")
    for index in 0..<SeededGenerator.cases(2 * Damage.allCases.count) {
      let damage = Damage.allCases[index % Damage.allCases.count]
      for ending in ["-wal", "-shm"] { machine.folder.remove("home/.cache/aucat/catalog.sqlite" + ending) }
      machine.folder.write(damaged(damage, &random), to: "home/.cache/aucat/catalog.sqlite")
      let what = "fault \(index), \(damage), AUCAT_TEST_SEED=\(random.seed)"
      let search = machine.aucat("search", "--json")
      verify(search.status == 0 || search.status == 1, "\(what): \(search.status) \(search.errors)")
      // What SQLite does not notice may change answers until the scan.
      let scan = machine.aucat("scan", "--full")
      verify(scan.status, equals: 0, "\(what): \(scan.errors)")
      verify(Self.answers(machine), equals: right, "\(what): \(scan.errors)")
    }
  }
}
