import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import BundleReading
@testable import ComponentScan

/// A small bundle can't be a large catalog.
@Suite(.endsIfItHangs) struct SizeTests {
  private let folder = TemporaryFolder()

  private func remarks(_ scan: Scan, _ name: String) -> [ScanRemark] {
    scan.plugin("urn:aucat:a.lv2:\(name)")?.remarks ?? []
  }

  /// 40 ports share scale points of 0.4 MB: a file of less than 1 MB declares 16 MB.
  @Test func aPluginWhoseDescriptionIsTooLargeIsRefused() throws {
    let points = (0..<200).map {
      "<urn:p\($0)> rdfs:label \"\($0)\(String(repeating: "x", count: 2_000))\" ; rdf:value \($0) .\n"
    }
    let list = (0..<200).map { "<urn:p\($0)>" }.joined(separator: ", ")
    let ports = (0..<40).map { index in
      """
      [ a lv2:InputPort , lv2:ControlPort ; lv2:index \(index) ; lv2:symbol "s\(index)" ; lv2:name "n" ;
        lv2:scalePoint \(list) ]
      """
    }
    folder.bundleWithGoodPlugin(
      "a.lv2",
      more: "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n" + plugin("urn:aucat:a.lv2:large")
        + "<urn:aucat:a.lv2:large> lv2:port \(ports.joined(separator: ",\n")) .\n" + points.joined())
    let scan = try Scan(folder.path)
    #expect(scan.names(in: "a.lv2") == ["good"])
    #expect(
      scan.rejections(in: "a.lv2") == ["large": "its description has more than 8 MiB, the most that is read"])
  }

  @Test func aBundleWithTooMuchIsCutOffAndItsFirstPluginsAreKept() throws {
    var replies: [WorkerReply] = []
    for number in 0..<9 {
      var record = PluginRecord(uri: "urn:aucat:one.lv2:\(number)")
      record.comment = String(repeating: "c", count: 8_000_000)
      replies += [.began(record.uri), .plugin(record)]
    }
    let scan = try FakeWorker(replies, then: "exec sleep 100").scan()
    let report = try #require(scan.reports["one.lv2"])
    #expect(report.reason == "its plugins and presets have more than 64 MiB; the first ones are kept")
    #expect(report.verdict == .failed)
    #expect(scan.plugins.count == 9)
    #expect(scan.largestPiece == 1, "what is large is handed on at once")
  }

  @Test func allBundlesTogetherHaveABound() throws {
    let comment = "<urn:aucat:NAME:good> rdfs:comment \"\(String(repeating: "c", count: 60_000))\" .\n"
    let names = (0..<8).map { "b\($0).lv2" }
    for name in names { folder.bundleWithGoodPlugin(name, more: comment.replacing("NAME", with: name)) }
    #expect(try Scan(folder.path).plugins.count == 8)
    let scan = try Scan(folder.path, workers: 1, bytes: 200_000)
    let refused = scan.reports.filter { $0.value.problem == .scanTooLarge(limit: 0) }
    #expect(scan.plugins.count == 3 && refused.count == 5, "\(scan.reports.mapValues(\.reason))")
    #expect(
      refused.values.allSatisfy { $0.verdict == .failed && $0.reason.hasPrefix("all bundles together have more") })
  }

  @Test func aMessageAboutOnePluginIsNoLargerThanItsDescriptionMayBe() throws {
    var record = PluginRecord(uri: "urn:aucat:one.lv2:a")
    record.comment = String(repeating: "c", count: ScanLimits.answer)
    let report = try FakeWorker([.began(record.uri), .plugin(record)], then: "exec sleep 100").report()
    #expect(report.rejections.first?.reason == "the scan worker's answer is not valid: it is larger than allowed")
  }

  @Test func ofTheNamesInLanguagesTheFirst200AreRead() throws {
    let names = (0..<20_000).map { "\"n\($0)\"@x-\($0)" }.joined(separator: ", ")
    folder.bundle(
      "a.lv2", "<urn:aucat:a.lv2:named> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name \(names) .\n")
    let start = ContinuousClock.now
    let scan = try Scan(folder.path)
    #expect(scan.plugin("urn:aucat:a.lv2:named")?.names.count == 200)
    #expect(remarks(scan, "named").map(\.description) == ["it has 20000 names; the first 200 are read"])
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  /// The catalog could tell neither from the other.
  @Test func parametersAndPresetsWhoseURIsAreTooLongAreLeftOut() throws {
    let long = "urn:" + String(repeating: "x", count: ScanLimits.name)
    folder.bundle(
      "a.lv2",
      plugin("urn:aucat:a.lv2:p") + """
        @prefix patch: <http://lv2plug.in/ns/ext/patch#> .
        <urn:aucat:a.lv2:p> patch:writable <\(long)1>, <\(long)2>, <urn:short> .
        <\(long)3> a pset:Preset ; rdfs:label "P" ; lv2:appliesTo <urn:aucat:a.lv2:p> .
        <urn:q> a pset:Preset ; rdfs:label "Q" ; lv2:appliesTo <urn:aucat:a.lv2:p> , <\(long)4> .

        """)
    let scan = try Scan(folder.path)
    #expect(scan.plugin("urn:aucat:a.lv2:p")?.patchParameters.map(\.uri) == ["urn:short"])
    #expect(
      remarks(scan, "p").map(\.description) == ["2 parameters with a URI of more than 2048 bytes are left out"])
    #expect(scan.presets.map(\.uri) == ["urn:q"])
    #expect(
      scan.reports["a.lv2"]?.remarks.map(\.description) == ["2 presets with a URI of more than 2048 bytes are left out"]
    )
  }

  @Test func manyMissingFilesAreAFewRemarks() throws {
    let files = (0..<5_000).map { "<missing-\($0).ttl>" }.joined(separator: ", ")
    folder.bundle("a.lv2", plugin("urn:aucat:a.lv2:p") + "<urn:aucat:a.lv2:p> rdfs:seeAlso \(files) .\n")
    let scan = try Scan(folder.path)
    #expect(remarks(scan, "p").count == 101)
    #expect(remarks(scan, "p").last?.description == "there are more problems than these 100 remarks")
  }

  @Test func aPresetForThousandsOfPluginsIsNoMoreThanABundleMayHave() throws {
    let plugins = (0..<4_000).map { "<urn:p\($0)>" }.joined(separator: ", ")
    let presets = (0..<60).map { "<urn:s\($0)> a pset:Preset ; rdfs:label \"P\" ; lv2:appliesTo \(plugins) .\n" }
    folder.bundle("a.lv2", presets.joined())
    let reader = try BundleReader(path: folder("a.lv2"))
    #expect(reader.presets().count == ScanLimits.presets)
  }

  /// The worker's own limit is the bundle's doing, and costs the plugin that was being read.
  @Test(.enabled(if: Sanitizer.allowsMemoryLimits, "a sanitizer reserves terabytes of addresses"))
  func aPluginThatNeedsTooMuchMemoryIsRefused() throws {
    folder.bundleWithGoodPlugin("a.lv2", more: plugin("urn:aucat:a.lv2:large", data: "large.ttl"))
    let text = (0..<300_000).map { "<urn:s\($0)> <http://www.w3.org/2000/01/rdf-schema#label> \"\($0)\" .\n" }
    folder.write(text.joined(), to: "a.lv2/large.ttl")
    let survey = BundleSurvey(SearchPath(entries: [folder.path], environment: [:]))
    var options = WorkerPool.Options(program: Scan.worker, workers: 1, seconds: 20, environment: [:])
    options.memory = 100 << 20
    var reports: [BundleReport] = []
    let jobs = ScanPlan(survey: survey, known: [], full: false).jobs
    try WorkerPool.run(jobs, options: options, isCancelled: { false }) { event in
      if case .finished(_, let report) = event { reports.append(report) }
    }
    #expect(reports.map(\.rejections).first?.map(\.reason) == ["it needs more than 1024 MiB of memory"])
  }
}
