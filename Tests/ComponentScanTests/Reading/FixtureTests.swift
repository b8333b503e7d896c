import ComponentModel
import Glibc
import TestSupport
import Testing

/// What one faulty bundle of `Bundles/` costs: its verdict, the plugins that arrive all the same, those that are
/// refused, and what was left out.
struct Fault: Sendable, CustomTestStringConvertible {
  var bundle: String
  var verdict = Verdict.scanned
  var reason = ""
  var arrives: [String] = ["good"]
  var refuses: [String: String] = [:]
  var remarks: [String] = []

  var testDescription: String { bundle }

  /// A bundle that is lost as a whole.
  static func fails(_ bundle: String, _ reason: String) -> Fault {
    Fault(bundle: bundle, verdict: .failed, reason: reason, arrives: [])
  }

  /// A bundle that loses the plugin `bad` and keeps the plugin `good`.
  static func refuses(_ bundle: String, _ reason: String) -> Fault { Fault(bundle: bundle, refuses: ["bad": reason]) }
}

/// The specification: each folder of `Bundles/` once. `Bundles/README.md` says it in words.
let faults: [Fault] = [
  .fails("manifest-truncated", "manifest.ttl: line 3"),
  .fails("manifest-empty", "manifest.ttl: it is empty"),
  .fails("manifest-is-html", "manifest.ttl: line 1"),

  .refuses("binary-missing", "its binary {}/missing.so: no such file or directory"),
  .refuses("binary-outside", "its binary {..}/good.lv2/plugin.so: it lies outside the bundle"),
  .refuses("binary-outside-escaped", "its binary {..}/good.lv2/plugin.so: it lies outside the bundle"),
  .refuses("binary-is-a-folder", "its binary {}/folder: it is not a regular file"),
  .refuses("binary-undeclared", "it has no binary (lv2:binary)"),
  .refuses("binary-on-the-web", "its binary http://example.org/plugin.so is not a file"),

  .refuses("port-index-missing", "a port has no index"),
  .refuses("port-index-is-text", "port index first is not a whole number"),
  .refuses("port-index-negative", "port index -1 is not one of 0 to 1, and it has 2 ports"),
  .refuses("port-index-of-32-bits", "port index 4294967295 is not one of 0 to 0, and it has 1 ports"),
  .refuses("port-index-of-80-bits", "port index 1208925819614629174706175 is not a whole number"),
  .refuses("port-index-twice", "two ports have index 0"),
  .refuses("port-index-with-a-gap", "port index 2 is not one of 0 to 1, and it has 2 ports"),
  .refuses("port-without-symbol", "port 0 has no symbol"),
  .refuses("port-without-direction", "port 0 (in) is neither input nor output"),
  Fault(bundle: "port-symbol-twice", remarks: ["two ports have the symbol io"]),

  .refuses("data-truncated", "bad.ttl: line 3"),
  Fault(
    bundle: "data-shared-and-broken",
    refuses: ["one": "both.ttl: failed to expand", "two": "both.ttl: failed to expand"]),
  .refuses("brackets-nested-too-deeply", "bad.ttl: its brackets are nested too deeply"),
  Fault(bundle: "percent-%41-in-its-name"),
  Fault(bundle: "see-also-missing", arrives: ["good", "poor"], remarks: ["missing.ttl: no such file or directory"]),
  Fault(
    bundle: "see-also-outside", arrives: ["good", "poor"], remarks: ["{..}/outside.ttl: it lies outside the bundle"]),
  Fault(bundle: "see-also-on-the-web"),

  Fault(bundle: "name-missing", remarks: ["it has no name (doap:name)"]),
  Fault(bundle: "control-characters"),
  Fault(bundle: "names-in-languages", arrives: ["good", "plain"]),
  Fault(bundle: "plugin-declared-twice"),
  Fault(bundle: "same-plugin-first", arrives: []),
  Fault(bundle: "same-plugin-second", arrives: []),
  Fault(bundle: "dynamic-manifest"),
  Fault(bundle: "declares-nothing", arrives: []),
  Fault(bundle: "speaks-for-others", arrives: []),
  Fault(bundle: "foreign-presets", arrives: []),
  Fault(bundle: "good", arrives: ["compressor", "reverb"]),
]

/// All bundles of `Bundles/`, scanned at once by the real worker.
enum Fixtures {
  static let folder = Repository.path("Tests/ComponentScanTests/Bundles")
  static let scan = Result { try Scan(folder) }
}

@Suite struct FixtureTests {
  @Test func theWorkerIsBuilt() {
    #expect(access(Scan.worker, X_OK) == 0, "build the whole package: \(Scan.worker)")
  }

  @Test func everyFolderIsInTheTableAndInTheReadme() throws {
    let folders = try Fixtures.scan.get().reports.keys.map { String($0.dropLast(".lv2".count)) }
    #expect(folders.sorted() == faults.map(\.bundle).sorted())
    let readme = String(decoding: Child.contents(Fixtures.folder + "/README.md"), as: UTF8.self)
    for fault in faults { #expect(readme.contains("`\(fault.bundle)`"), "\(fault.bundle) is not in the README") }
  }

  @Test(arguments: faults) func everyFaultCostsExactlyItsBundleOrPlugin(_ fault: Fault) throws {
    let scan = try Fixtures.scan.get()
    let name = fault.bundle + ".lv2"
    let report = try #require(scan.reports[name])
    #expect(report.verdict == fault.verdict)
    #expect(report.reason.hasPrefix(fault.reason))
    #expect(scan.names(in: fault.bundle) == fault.arrives)
    let rejections = scan.rejections(in: name)
    #expect(rejections.keys.sorted() == fault.refuses.keys.sorted())
    for (plugin, reason) in fault.refuses {
      #expect(rejections[plugin]?.hasPrefix(filled(reason, name)) == true, "\(rejections[plugin] ?? "")")
    }
    let plugins = scan.plugins.filter { $0.uri.hasPrefix("urn:aucat:\(fault.bundle):") }
    #expect((report.remarks + plugins.flatMap(\.remarks)).map(\.description) == fault.remarks.map { filled($0, name) })
  }

  @Test func twoBundlesWithTheSamePluginBothDeliverIt() throws {
    let scan = try Fixtures.scan.get()
    #expect(scan.plugins.count { $0.uri == "urn:aucat:same-plugin:good" } == 2)
  }

  @Test func everyReportHasFingerprintAndContent() throws {
    for (name, report) in try Fixtures.scan.get().reports {
      #expect(report.content != nil, "\(name)")
      #expect(!report.isSameContent, "\(name)")
      #expect(report.fingerprint.turtle != 0, "\(name)")
    }
  }

  /// `{}` stands for the bundle's path, `{..}` for the folder around it.
  private func filled(_ text: String, _ bundle: String) -> String {
    var text = text
    for (mark, path) in [("{..}", Fixtures.folder), ("{}", Fixtures.folder + "/" + bundle)] {
      if let range = text.firstRange(of: mark) { text.replaceSubrange(range, with: path) }
    }
    return text
  }
}
