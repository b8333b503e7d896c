import ComponentModel
import Linux
import SQLite
import TestSupport
import Testing

@testable import CatalogStore

/// What the catalog keeps of components that were run.
@Suite struct KeptResultTests {
  private let small: SmallCatalog
  private let catalog: Catalog
  private let bundle = "\(SmallCatalog.root)/a.lv2"

  init() throws {
    small = try SmallCatalog()
    catalog = try Catalog.openForWriting(small.path)
  }

  private func measurement(cost: Double? = 1.5) -> StoredMeasurement {
    var row = StoredMeasurement(
      component: "urn:a", bundle: bundle, content: .max, outcome: "measured", reason: nil, version: 1, machine: "any")
    (row.cost, row.latency, row.loadTime, row.memory) = (cost, 64, 2.5, 3)
    return row
  }

  private let validation = StoredValidation(
    component: "urn:a", bundle: "\(SmallCatalog.root)/a.lv2", content: 1, verdict: "passed", level: "quick", version: 1,
    seed: .max, findings: "[]")

  private func change(_ sql: String) throws { try Connection(small.path, for: .writing).execute(sql) }

  @Test func whatIsKeptIsReadWithItsTime() throws {
    try catalog.keep([measurement()])
    var read = try #require(try catalog.measurement(of: "urn:a", bundle: bundle))
    #expect(UTCTime(read.at) != nil && read.days == 0)
    #expect(read.bundleContent == 3 && read.bundleStamp == 2, "what the scan knows of the bundle's files")
    (read.at, read.bundleContent, read.bundleStamp) = ("", nil, nil)
    #expect(try read == measurement() && catalog.measurements().count == 1)
    #expect(try catalog.measurement(of: "urn:b", bundle: bundle) == nil)
  }

  @Test func anotherNumberIsAChangeAndTheSameIsNone() throws {
    func generation() throws -> Int64? {
      try catalog.read { try $0.number("SELECT generation FROM catalog") }
    }
    let before = try generation()
    try catalog.keep([measurement()])
    let first = try generation()
    #expect(first != before)
    try catalog.keep([measurement()])
    #expect(try generation() == first)
    try catalog.keep([measurement(cost: nil)])
    #expect(try generation() != first)
  }

  @Test("a row with a time that is none says nothing, and the others do")
  func implausible() throws {
    var other = measurement()
    other.component = "urn:b"
    try catalog.keep([measurement(), other])
    try change("UPDATE measurement SET at = 'x' WHERE component = 'urn:a'")
    #expect(try catalog.measurements().map(\.component) == ["urn:b"])
    #expect(try catalog.measurement(of: "urn:a", bundle: bundle) == nil)
  }

  @Test func aNewVerdictTakesThePlaceOfTheFormer() throws {
    try catalog.keep([validation])
    var other = validation
    other.verdict = "failed"
    try catalog.keep([other])
    #expect(try catalog.validations().map(\.verdict) == ["failed"])
  }
}
