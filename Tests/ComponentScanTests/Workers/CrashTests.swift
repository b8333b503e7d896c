import ComponentModel
import ComponentScan
import Glibc
import TestSupport
import Testing

/// Bundles that really end the worker: Turtle nested so deeply that serd's stack is too small. The worker gets less than it
/// lets serd use.
@Suite struct CrashTests {
  private let worker = SmallWorker()

  @Test func aCrashCostsThePluginThatWasBeingRead() throws {
    let folder = TemporaryFolder()
    let plugins = (1...5).map { plugin("urn:aucat:a.lv2:\($0)", data: "\($0).ttl") }.joined()
    folder.bundle("a.lv2", plugins)
    for number in 1...5 { folder.write("<urn:x> <urn:y> <urn:z> .\n", to: "a.lv2/\(number).ttl") }
    folder.write(deadlyTurtle, to: "a.lv2/3.ttl")
    let scan = try Scan(folder.path, worker: worker.path, workers: 1)
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
    let scan = try Scan(folder.path, worker: worker.path, workers: 1)
    #expect(scan.names(in: "a.lv2") == ["1", "2", "4", "5"])
    #expect(scan.plugin("urn:aucat:a.lv2:1")?.names.count == 2)
  }

  @Test func aCrashInTheManifestCostsItsBundle() throws {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin("a.lv2")
    folder.bundleWithGoodPlugin("b.lv2", more: deadlyTurtle)
    folder.bundleWithGoodPlugin("c.lv2")
    let scan = try Scan(folder.path, worker: worker.path, workers: 1)
    #expect(scan.reports["b.lv2"]?.verdict == .crashed)
    #expect(scan.plugins.map(\.uri).sorted() == ["urn:aucat:a.lv2:good", "urn:aucat:c.lv2:good"])
  }

  @Test func aCrashInTheFileOfAPresetCostsThePresetsAndNoPlugin() throws {
    let folder = TemporaryFolder()
    let preset = "<urn:p> a pset:Preset ; lv2:appliesTo <urn:aucat:a.lv2:good> ; rdfs:seeAlso <p.ttl> .\n"
    folder.bundleWithGoodPlugin("a.lv2", more: preset)
    folder.write(deadlyTurtle, to: "a.lv2/p.ttl")
    folder.bundleWithGoodPlugin("b.lv2")
    let scan = try Scan(folder.path, worker: worker.path, workers: 1)
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
    let scan = try Scan(folder.path, worker: worker.path, workers: 1)
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
    let scan = try Scan(folder.path, worker: worker.path, workers: 3)
    #expect(scan.reports.count == 12)
    #expect(scan.reports.values.count { $0.verdict == .crashed } == 4)
    #expect(scan.plugins.count == 8)
  }

  @Test func withAllItsStackTheWorkerRefusesTheFile() throws {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin("a.lv2", more: plugin("urn:aucat:a.lv2:deep", data: "deep.ttl"))
    let lists = "<urn:x> <urn:y> " + String(repeating: "( ", count: 20_000)
    for text in [deadlyTurtle, lists] {
      folder.write(text, to: "a.lv2/deep.ttl")
      let scan = try Scan(folder.path, workers: 1)
      #expect(scan.names(in: "a.lv2") == ["good"])
      #expect(scan.rejections(in: "a.lv2")["deep"]?.hasSuffix("its brackets are nested too deeply") == true)
      #expect(scan.reports["a.lv2"]?.rejections.map(\.verdict) == [.failed])
    }
  }

  @Test func aHundredLevelsAreRead() throws {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin("a.lv2", more: plugin("urn:aucat:a.lv2:deep", data: "deep.ttl"))
    let text = String(repeating: "<urn:y> [ ", count: 100) + String(repeating: "] ", count: 100)
    folder.write("<urn:x> \(text) .", to: "a.lv2/deep.ttl")
    #expect(try Scan(folder.path, workers: 1).names(in: "a.lv2") == ["deep", "good"])
  }
}

/// The real worker, with a stack of 96 KiB.
struct SmallWorker {
  private let folder = TemporaryFolder()
  var path: String { folder("worker") }

  init() {
    folder.write("#!/bin/sh\nulimit -s 96\nexec '\(Scan.worker)'\n", to: "worker")
    chmod(path, 0o755)
  }
}
