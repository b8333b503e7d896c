import ComponentModel
import ComponentScan
import TestSupport
import Testing

@testable import BundleReading

/// A bundle with more than 1 MiB of Turtle is shared out between workers.
struct LargeBundleTests {
  private static let plugins = 60
  private let folder = TemporaryFolder()

  /// A bundle of about 2 MiB: 60 plugins in 20 files, three in each, with 50 presets.
  init() {
    let presets = (0..<50).map {
      "<urn:preset:\($0)> a pset:Preset ; rdfs:label \"P\" ; lv2:appliesTo <urn:aucat:large.lv2:1> .\n"
    }
    let plugins = (0..<Self.plugins).map { plugin("urn:aucat:large.lv2:\($0)", data: "\($0 / 3).ttl") }
    folder.bundle("large.lv2", (plugins + presets).joined())
    let filling = String(repeating: "c", count: 40_000)
    for file in 0..<Self.plugins / 3 {
      let text = (file * 3..<file * 3 + 3).map { number in
        "<urn:aucat:large.lv2:\(number)> rdfs:comment \"\(filling)\" ; lv2:microVersion \(number) .\n"
      }
      folder.write(turtlePrefixes + text.joined(), to: "large.lv2/\(file).ttl")
    }
  }

  private func verifyComplete(_ scan: Scan) {
    verify(scan.names(in: "large.lv2") == (0..<Self.plugins).map(String.init).sorted(), "every plugin exactly once")
    for plugin in scan.plugins { verify(String(plugin.version.micro), equals: lastName(plugin.uri)) }
    verify(scan.presets.count == 50 && Set(scan.presets.map(\.uri)).count == 50)
    let report = scan.reports["large.lv2"]
    verify(report?.verdict == .scanned && report?.rejections == [] && report?.content != nil)
  }

  /// Else a bundle would cost the square of its size.
  @Test func everythingArrivesOnceAndEveryFileIsHashedOnceAndParsedOnceHoweverManyPartsThereAre() throws {
    for workers in [1, 3] { verifyComplete(try Scan(folder.path, workers: workers)) }
    // On a busy machine, one worker may have read all parts before another has started.
    let isShared = try (0..<5).contains { _ in
      let opened = OpenedFiles([folder("large.lv2")])
      verifyComplete(try Scan(folder.path))
      let counts = opened.counts()
      for file in 0..<Self.plugins / 3 { verify(counts["\(file).ttl"], equals: 2, "\(counts)") }
      return counts["manifest.ttl"].map { $0 > 3 } == true
    }
    verify(isShared)
    let reader = try BundleReader(path: folder("large.lv2"))
    for uri in reader.pluginURIs { _ = try? reader.record(of: uri) }
    verify(reader.pluginURIs.count, equals: Self.plugins)
    verify(reader.files.graph.files.count, equals: 1 + Self.plugins / 3)
  }

  @Test func nothingIsReadWhereTheContentIsKnown() throws {
    folder.bundleWithGoodPlugin("small.lv2")
    let before = try Scan(folder.path).reports
    let survey = Scan.survey(folder.path)
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
    verify(same.sorted(), equals: ["large.lv2", "small.lv2"])
  }
}
