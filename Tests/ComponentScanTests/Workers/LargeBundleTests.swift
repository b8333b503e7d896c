import ComponentModel
import ComponentScan
import TestSupport
import Testing
@testable import BundleReading

/// A bundle with more than 1 MiB of Turtle is shared out between workers.
@Suite struct LargeBundleTests {
  private static let plugins = 60

  /// A bundle of about 2 MiB: 60 plugins in 20 files, three in each.
  private func writeLargeBundle(_ name: String, in folder: TemporaryFolder) {
    folder.bundle(
      name, (0..<Self.plugins).map { plugin("urn:aucat:\(name):\($0)", data: "\($0 / 3).ttl") }.joined())
    for file in 0..<Self.plugins / 3 {
      let filling = String(repeating: "c", count: 40_000)
      let text = (file * 3..<file * 3 + 3).map { number in
        "<urn:aucat:\(name):\(number)> rdfs:comment \"\(filling)\" ; lv2:microVersion \(number) .\n"
      }
      folder.write(turtlePrefixes + text.joined(), to: "\(name)/\(file).ttl")
    }
  }

  private func expectComplete(_ scan: Scan, _ name: String) {
    #expect(scan.names(in: name) == (0..<Self.plugins).map(String.init).sorted(), "every plugin exactly once")
    for plugin in scan.plugins { #expect(String(plugin.version.micro) == lastName(plugin.uri)) }
    #expect(scan.reports[name]?.verdict == .scanned)
    #expect(scan.reports[name]?.rejections == [])
    #expect(scan.reports[name]?.content != nil)
  }

  @Test(arguments: [1, 2, 3]) func everyPluginArrivesExactlyOnce(workers: Int) throws {
    let folder = TemporaryFolder()
    writeLargeBundle("large.lv2", in: folder)
    expectComplete(try Scan(folder.path, workers: workers), "large.lv2")
  }

  /// Else a bundle would cost the square of its size.
  @Test func everyFileIsHashedOnceAndParsedOnceHoweverManyPartsThereAre() throws {
    let folder = TemporaryFolder()
    writeLargeBundle("large.lv2", in: folder)
    // On a busy machine, one worker may have read all parts before another has started.
    let isShared = try (0..<5).contains { _ in
      let opened = OpenedFiles([folder("large.lv2")])
      expectComplete(try Scan(folder.path), "large.lv2")
      let counts = opened.counts()
      for file in 0..<Self.plugins / 3 { #expect(counts["\(file).ttl"] == 2, "\(counts)") }
      return counts["manifest.ttl"].map { $0 > 3 } == true
    }
    #expect(isShared)
  }

  @Test func aFileOfManyPluginsIsParsedOnce() throws {
    let folder = TemporaryFolder()
    writeLargeBundle("large.lv2", in: folder)
    let reader = try BundleReader(path: folder("large.lv2"))
    for uri in reader.pluginURIs { _ = try? reader.record(of: uri) }
    #expect(reader.pluginURIs.count == Self.plugins)
    #expect(reader.files.graph.files.count == 1 + Self.plugins / 3)
  }

  @Test func itsPresetsArriveOnce() throws {
    let folder = TemporaryFolder()
    writeLargeBundle("large.lv2", in: folder)
    let presets = (0..<50).map {
      "<urn:preset:\($0)> a pset:Preset ; rdfs:label \"P\" ; lv2:appliesTo <urn:aucat:large.lv2:1> .\n"
    }
    let manifest = String(decoding: Child.contents(folder("large.lv2/manifest.ttl")), as: UTF8.self)
    folder.write(manifest + presets.joined(), to: "large.lv2/manifest.ttl")
    let scan = try Scan(folder.path)
    expectComplete(scan, "large.lv2")
    #expect(Set(scan.presets.map(\.uri)).count == 50)
    #expect(scan.presets.count == 50)
  }

  @Test func aCrashInOnePartCostsOnlyThePluginsOfItsFile() throws {
    let folder = TemporaryFolder()
    writeLargeBundle("large.lv2", in: folder)
    folder.write(deadlyTurtle, to: "large.lv2/own.ttl")
    let manifest = String(decoding: Child.contents(folder("large.lv2/manifest.ttl")), as: UTF8.self)
    folder.write(manifest + plugin("urn:aucat:own:deadly", data: "own.ttl"), to: "large.lv2/manifest.ttl")
    let worker = SmallWorker()
    let scan = try Scan(folder.path, worker: worker.path)
    #expect(scan.names(in: "large.lv2").count == Self.plugins)
    #expect(scan.reports["large.lv2"]?.rejections.map(\.uri) == ["urn:aucat:own:deadly"])
    #expect(scan.reports["large.lv2"]?.verdict == .scanned)
  }

  @Test func nothingIsReadWhereTheContentIsKnown() throws {
    let folder = TemporaryFolder()
    writeLargeBundle("large.lv2", in: folder)
    folder.bundleWithGoodPlugin("small.lv2")
    let before = try Scan(folder.path).reports
    let survey = BundleSurvey(SearchPath(entries: [folder.path], environment: [:]))
    let known = survey.bundles.map { bundle in
      var touched = bundle.fingerprint
      touched.turtle ^= 1
      return KnownBundle(
        path: bundle.path, fingerprint: touched, content: before[lastPart(bundle.path)]?.content,
        scanner: ScanPlan.scannerVersion, roots: Set(bundle.roots))
    }
    let jobs = ScanPlan(survey: survey, known: known, full: false).jobs
    let options = WorkerPool.Options(program: Scan.worker, workers: 2, seconds: 20, environment: [:])
    var same: [String] = []
    try WorkerPool.run(jobs, options: options, isCancelled: { false }) { event in
      switch event {
      case .read(let bundle, _, _): Issue.record("\(bundle.path) was read")
      case .finished(let bundle, let report):
        if report.isSameContent { same.append(lastPart(bundle.path)) }
      }
    }
    #expect(same.sorted() == ["large.lv2", "small.lv2"])
  }
}
