import ComponentModel
import TestSupport
import Testing

@testable import BundleReading
@testable import ComponentScan

/// A small bundle can't be a large catalog.
@Suite(.endsIfItHangs) struct SizeTests {
  private let folder = TemporaryFolder()

  @Test(.part(.faults)) func aBundleWithTooMuchIsCutOffAndItsFirstPluginsAreKept() throws {
    var replies: [WorkerReply] = []
    for number in 0..<9 {
      var record = PluginRecord(uri: "urn:aucat:one.lv2:\(number)")
      record.comment = String(repeating: "c", count: 8_000_000)
      replies += [.began(record.uri), .plugin(record)]
    }
    let scan = try FakeWorker(replies, then: "exec sleep 100").scan()
    let report = try demand(scan.reports["one.lv2"])
    verify(report.reason, equals: "its plugins and presets have more than 64 MiB; the first ones are kept")
    verify(report.verdict == .failed && scan.plugins.count == 9)
    verify(scan.largestPiece, equals: 1, "what is large is handed on at once")
  }

  @Test func anAnswerAndAllBundlesTogetherHaveABound() throws {
    var record = PluginRecord(uri: "urn:aucat:one.lv2:a")
    record.comment = String(repeating: "c", count: ScanLimits.answer)
    let report = try FakeWorker([.began(record.uri), .plugin(record)], then: "exec sleep 100").report()
    verify(report.rejections.first?.reason, equals: "the scan worker's answer is not valid: it is larger than allowed")
    let comment = "<urn:aucat:NAME:good> rdfs:comment \"\(String(repeating: "c", count: 60_000))\" .\n"
    let names = (0..<8).map { "b\($0).lv2" }
    for name in names { folder.bundleWithGoodPlugin(name, more: comment.replacing("NAME", with: name)) }
    try verify(Scan(folder.path).plugins.count, equals: 8)
    let scan = try Scan(folder.path, workers: 1, bytes: 200_000)
    let refused = scan.reports.filter { $0.value.problem == .scanTooLarge(limit: 0) }
    verify(scan.plugins.count == 3 && refused.count == 5, "\(scan.reports.mapValues(\.reason))")
    verify(refused.values.allSatisfy { $0.verdict == .failed && $0.reason.hasPrefix("all bundles together have more") })
  }

  @Test(.part(.faults)) func aPresetForThousandsOfPluginsIsNoMoreThanABundleMayHave() throws {
    let plugins = (0..<4_000).map { "<urn:p\($0)>" }.joined(separator: ", ")
    let presets = (0..<60).map { "<urn:s\($0)> a pset:Preset ; rdfs:label \"P\" ; lv2:appliesTo \(plugins) .\n" }
    folder.bundle("a.lv2", presets.joined())
    let reader = try BundleReader(path: folder("a.lv2"))
    verify(reader.presets().count, equals: ScanLimits.presets)
  }
}
