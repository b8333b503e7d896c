import ComponentModel
import ComponentScan
import Glibc
import TestSupport

/// What a scan of one folder has found, without a catalog.
struct Scan {
  /// The last part of each bundle's path with what was reported of it.
  var reports: [String: BundleReport] = [:]
  /// All plugins, as they arrived.
  var plugins: [PluginRecord] = []
  /// The most plugins that arrived at once.
  var largestPiece = 0
  /// All presets, as they arrived.
  var presets: [PresetRecord] = []

  /// The real worker.
  static var worker: String { Child.products + "/aucat-scan-worker" }

  /// Scans a folder of bundles.
  init(
    _ folder: String, worker: String = Self.worker, workers: Int = 2, seconds: Double = 20,
    bytes: Int = ScanLimits.scanBytes, memory: Int = ScanLimits.memory, isCancelled: @escaping () -> Bool = { false }
  ) throws {
    let collector = Collector()
    var options = WorkerPool.Options(program: worker, workers: workers, seconds: seconds, environment: [:])
    (options.bytes, options.memory) = (bytes, memory)
    let plan = ScanPlan(survey: Self.survey(folder), known: [], full: false)
    try WorkerPool.run(plan.jobs, options: options, isCancelled: isCancelled) { collector.take($0) }
    reports = collector.reports
    plugins = collector.plugins
    largestPiece = collector.largestPiece
    presets = collector.presets
  }

  /// What lies in a folder.
  static func survey(_ folder: String) -> BundleSurvey {
    BundleSurvey(SearchPath(entries: [folder], environment: [:]))
  }

  /// The plugin with a URI; the first where it arrived more than once.
  func plugin(_ uri: String) -> PluginRecord? { plugins.first { $0.uri == uri } }

  /// The names (`urn:aucat:bundle:name`) of the plugins of a bundle, sorted.
  func names(in bundle: String) -> [String] {
    plugins.map(\.uri).filter { $0.hasPrefix("urn:aucat:\(bundle):") }.map(lastName).sorted()
  }
}

private final class Collector {
  var reports: [String: BundleReport] = [:]
  var plugins: [PluginRecord] = []
  var presets: [PresetRecord] = []
  var largestPiece = 0

  func take(_ event: WorkerPool.Event) {
    switch event {
    case .read(_, let plugins, let presets):
      self.plugins += plugins
      largestPiece = max(largestPiece, plugins.count)
      self.presets += presets
    case .finished(let bundle, let report): reports[lastPart(bundle.path)] = report
    }
  }
}

/// What follows the last slash.
func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

/// What follows the last colon.
func lastName(_ uri: String) -> String { uri.split(separator: ":").last.map(String.init) ?? uri }

/// Bundles that a test writes: `.lv2` folders with small Turtle and an empty binary.
extension TemporaryFolder {
  /// Writes a bundle whose manifest is `turtle` after the usual prefixes.
  func bundle(_ name: String, _ turtle: String) {
    write(turtlePrefixes + turtle, to: "\(name)/manifest.ttl")
    write("", to: "\(name)/plugin.so")
  }

  /// Writes a bundle with one plugin called `good` in its manifest, and more Turtle.
  func bundleWithGoodPlugin(_ name: String, more turtle: String = "") {
    bundle(name, plugin("urn:aucat:\(name):good") + turtle)
  }
}

/// The prefixes of what the tests write.
let turtlePrefixes = """
  @prefix doap: <http://usefulinc.com/ns/doap#> .
  @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
  @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

  """

/// Turtle that declares a plugin.
func plugin(_ uri: String, data file: String? = nil) -> String {
  let also = file.map { " ; rdfs:seeAlso <\($0)>" } ?? ""
  return "<\(uri)> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name \"\(lastName(uri))\"\(also) .\n"
}

/// Turtle that ends serd in a segmentation fault, if nothing bounds how much of the stack it uses.
let deadlyTurtle = String(repeating: "[ <urn:x> ", count: 20_000)

/// Whether this process may do everything, so that no file is unreadable for it.
let isRoot = geteuid() == 0

/// Bundles with a fault each: `Bundles/README.md` says which.
let faultyBundles = Repository.path("Tests/ComponentScanTests/Bundles")

/// Some bundles of Debian's packages: those that are installed.
let realBundles = ["avldrums.lv2", "fil4.lv2", "lsp-plugins.lv2", "mda.lv2"].map { "/usr/lib/lv2/\($0)" }
  .filter { access($0 + "/manifest.ttl", R_OK) == 0 }
