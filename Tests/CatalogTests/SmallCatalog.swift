import ComponentModel
import ComponentQuery
import ICU
import TestSupport

@testable import CatalogSearch
@testable import CatalogStore
@testable import UserDataStore

/// A catalog with something in every table, and a user store beside it.
struct SmallCatalog {
  static let root = "/test/lv2"
  static let rules = UnicodeRules(locale: LocaleIdentifier("en"))
  static let view = CatalogView(roots: { [root] }, naming: PlainNames(), rules: rules)

  private static let stores = Result {
    let folder = TemporaryFolder()
    try write(to: folder("catalog.sqlite"))
    try writeUserStore(to: folder("user.sqlite"))
    return ["catalog.sqlite", "user.sqlite"].map { ($0, Child.contents(folder($0))) }
  }

  let folder = TemporaryFolder()
  var path: String { folder("catalog.sqlite") }
  var userStore: String { folder("user.sqlite") }

  /// Copies both stores.
  init() throws { for (name, bytes) in try Self.stores.get() { folder.write(bytes, to: name) } }

  private static func writeUserStore(to path: String) throws {
    let store = try UserStore(path, rules: rules) { _ in }
    try store.apply([
      .add(try UserLabel(.tag, "Röhre"), to: "urn:a"), .add(try UserLabel(.collection, "live"), to: "urn:a"),
      .add(.favorite, to: "urn:a"), .add(.hidden, to: "urn:b"),
      .save(try SavedSearch("halls", predicate: "name contains a")),
    ])
    let use = UseCount(uri: "urn:a", source: "test", count: 3, lastUsed: UTCTime("2026-01-01T00:00:00Z"))
    _ = try store.merge(UserData(uses: [use].compactMap(\.self)), replacing: false)
    _ = try store.succeed([Replacement(old: "urn:old", new: "urn:a")])
  }

  static func write(to path: String, results: ResultStore? = nil) throws {
    let catalog = try Catalog.openForWriting(path, results: results)
    let writer = try ScanWriter(catalog, roots: [root], scannerVersion: 1, rules: rules)
    let preset = PresetRecord(uri: "urn:a#p", appliesTo: "urn:a", label: "Church", bank: "urn:bank", bankLabel: "Bank")
    var report = BundleReport(path: "\(root)/a.lv2", fingerprint: Fingerprint(turtle: 1, other: 2))
    report.content = 3
    report.remarks = [.repeatedSymbol("in")]
    report.rejections = [BundleReport.Rejection(uri: "urn:bad", problem: .missingBinary)]
    var broken = BundleReport(path: "\(root)/b.lv2", fingerprint: Fingerprint(turtle: 4, other: 5))
    broken.problem = .unusableManifest(.empty)
    let plugins = ["urn:a", "urn:b"].map { plugin($0) }
    try writer.writeItems([
      .read(bundle: report.path, roots: [root], plugins: plugins, presets: [preset]),
      .finished(report, roots: [root]), .finished(broken, roots: [root]),
    ])
    try writer.complete()
    _ = try writer.finish()
  }

  /// Writes a catalog of bundles with one plugin each, `urn:0` and so on.
  static func write(bundles count: Int, to path: String) throws {
    try scan(try Catalog.openForWriting(path)) { writer in
      for index in 0..<count {
        try writer.writeItems(bundle("\(root)/\(index).lv2", turtle: UInt64(index), plugins: [plugin("urn:\(index)")]))
      }
    }
  }

  /// Scans into a catalog.
  static func scan(_ catalog: Catalog, roots: [String] = [root], _ write: (ScanWriter) throws -> Void) throws {
    let writer = try ScanWriter(catalog, roots: roots, scannerVersion: 1, rules: rules)
    try write(writer)
    try writer.complete()
    _ = try writer.finish()
  }

  /// A bundle that a scan has read.
  static func bundle(
    _ path: String, roots: [String] = [root], turtle: UInt64 = 1, content: UInt64? = 3, plugins: [ScannedPlugin] = [],
    presets: [PresetRecord] = []
  ) -> [ScanWriter.Item] {
    var report = BundleReport(path: path, fingerprint: Fingerprint(turtle: turtle, other: 2))
    report.content = content
    return [
      .read(bundle: path, roots: roots, plugins: plugins, presets: presets), .finished(report, roots: roots),
    ]
  }

  static func plugin(_ uri: String) -> ScannedPlugin {
    var record = PluginRecord(uri: uri)
    record.names = [LocalizedText("Hall \(uri)"), LocalizedText("Halle \(uri)", language: "de")]
    record.classes = [LV2.plugin, Namespace.lv2 + "ReverbPlugin"]
    (record.author, record.homepage, record.project) = ("Somebody", "urn:home", "urn:project")
    (record.license, record.shortName, record.comment) = ("urn:license", "H", "A hall")
    (record.binary, record.icon) = ("\(root)/a.lv2/plugin.so", "\(root)/a.lv2/icon.png")
    (record.requiredFeatures, record.replaces) = (["urn:feature"], ["urn:old"])
    record.interfaces = [InterfaceRecord(uri: "urn:ui", type: "urn:x11")]
    record.patchParameters = [PatchParameter(uri: "urn:file", name: "File", isWritable: true, isReadable: false)]
    record.ports = [
      ComponentPort(index: 0, symbol: "in", name: "In", kind: .audio, direction: .input),
      ComponentPort(index: 1, symbol: "out", name: "Out", kind: .audio, direction: .output),
      ComponentPort(index: 2, symbol: "gain", name: "Gain", kind: .control, direction: .input),
    ]
    record.remarks = [.missingName]
    let grants = [
      TagGrant("reverb", isStandard: true, aliases: ["Hall", "quoted \" alias"], source: .pluginClass),
      TagGrant("Wobble", isStandard: false, source: .author, translations: [LocalizedText("Wackler", language: "de")]),
    ]
    return ScannedPlugin(record: record, traits: ComponentTraits(of: record), grants: grants)
  }
}

/// Names as the catalog has them.
struct PlainNames: ComponentNaming {
  let languageTags = ["de"]

  func tag(identifier: String, isStandard: Bool, aliases: @autoclosure () throws -> [String]) rethrows -> Tag {
    Tag(
      identifier: identifier, name: identifier, englishName: identifier, aliases: try aliases(),
      isStandard: isStandard, sources: [])
  }

  func localizedName(of type: ComponentType) -> String { type.rawValue }
}
