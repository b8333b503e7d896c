import ComponentModel
import ComponentScan
import TestSupport
import Testing

/// Bundles that really end the worker: Turtle nested so deeply that serd's stack is too small.
@Suite struct CrashTests {
  @Test func aCrashCostsThePluginThatWasBeingRead() throws {
    let folder = TemporaryFolder()
    let plugins = (1...5).map { plugin("urn:aucat:a.lv2:\($0)", data: "\($0).ttl") }.joined()
    folder.bundle("a.lv2", plugins)
    for number in 1...5 { folder.write("<urn:x> <urn:y> <urn:z> .\n", to: "a.lv2/\(number).ttl") }
    folder.write(deadlyTurtle, to: "a.lv2/3.ttl")
    let scan = try Scan(folder.path, workers: 1)
    #expect(scan.names(in: "a.lv2") == ["1", "2", "4", "5"])
    #expect(scan.reports["a.lv2"]?.verdict == .scanned)
    let rejection = try #require(scan.reports["a.lv2"]?.rejections.first)
    #expect(rejection.uri == "urn:aucat:a.lv2:3")
    #expect(rejection.verdict == .crashed)
    #expect(rejection.reason == "reading it ends with signal 11 (segmentation fault)")
  }

  @Test func aCrashCostsOnlyItsPluginInABundleWithLanguages() throws {
    let folder = TemporaryFolder()
    let named = "<urn:aucat:a.lv2:1> doap:name \"Eins\"@de .\n"
    folder.bundle("a.lv2", named + (1...5).map { plugin("urn:aucat:a.lv2:\($0)", data: "\($0).ttl") }.joined())
    for number in 1...5 { folder.write("<urn:x> <urn:y> <urn:z> .\n", to: "a.lv2/\(number).ttl") }
    folder.write(deadlyTurtle, to: "a.lv2/3.ttl")
    let scan = try Scan(folder.path, workers: 1)
    #expect(scan.names(in: "a.lv2") == ["1", "2", "4", "5"])
    #expect(scan.plugin("urn:aucat:a.lv2:1")?.names.count == 2)
  }

  @Test func aCrashInTheManifestCostsItsBundle() throws {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin("a.lv2")
    folder.bundleWithGoodPlugin("b.lv2", more: deadlyTurtle)
    folder.bundleWithGoodPlugin("c.lv2")
    let scan = try Scan(folder.path, workers: 1)
    #expect(scan.reports["b.lv2"]?.verdict == .crashed)
    #expect(scan.plugins.map(\.uri).sorted() == ["urn:aucat:a.lv2:good", "urn:aucat:c.lv2:good"])
  }

  @Test func aCrashInTheFileOfAPresetCostsThePresetsAndNoPlugin() throws {
    let folder = TemporaryFolder()
    let preset = "<urn:p> a pset:Preset ; lv2:appliesTo <urn:aucat:a.lv2:good> ; rdfs:seeAlso <p.ttl> .\n"
    folder.bundleWithGoodPlugin("a.lv2", more: preset)
    folder.write(deadlyTurtle, to: "a.lv2/p.ttl")
    folder.bundleWithGoodPlugin("b.lv2")
    let scan = try Scan(folder.path, workers: 1)
    let report = try #require(scan.reports["a.lv2"])
    #expect(report.verdict == .scanned)
    #expect(report.remarks.contains { $0.description.hasPrefix("the presets are left out: ") }, "\(report.remarks)")
    #expect(report.rejections == [] && report.content != nil)
    #expect(scan.names(in: "a.lv2") == ["good"])
    #expect(scan.names(in: "b.lv2") == ["good"])
  }

  @Test func aBundleThatCrashesTooOftenIsGivenUp() throws {
    let folder = TemporaryFolder()
    let count = ScanLimits.crashes + 2
    let deadly = (1...count).map { plugin("urn:aucat:a.lv2:m\($0)", data: "m.ttl") }.joined()
    folder.bundle("a.lv2", plugin("urn:aucat:a.lv2:first") + deadly + plugin("urn:aucat:a.lv2:z-last"))
    folder.write(deadlyTurtle, to: "a.lv2/m.ttl")
    folder.bundleWithGoodPlugin("b.lv2")
    let scan = try Scan(folder.path, workers: 1)
    let report = try #require(scan.reports["a.lv2"])
    #expect(report.verdict == .crashed)
    #expect(report.rejections.map { lastName($0.uri) } == ["m1", "m2", "m3"])
    #expect(scan.names(in: "a.lv2") == ["first"], "what was read before is delivered")
    #expect(scan.names(in: "b.lv2") == ["good"])
  }

  @Test func everyBundleIsReportedOnceHoweverManyCrash() throws {
    let folder = TemporaryFolder()
    for number in 0..<12 {
      folder.bundleWithGoodPlugin("\(number).lv2", more: number % 3 == 0 ? deadlyTurtle : "")
    }
    let scan = try Scan(folder.path, workers: 3)
    #expect(scan.reports.count == 12)
    #expect(scan.reports.values.count { $0.verdict == .crashed } == 4)
    #expect(scan.plugins.count == 8)
  }
}
