import AudioComponents
import Glibc
import TestSupport

/// A manager with a catalog of its own in a temporary folder.
struct ScannedCatalog {
  let folder = TemporaryFolder()
  let manager: ComponentManager

  /// - Parameter path: what `LV2_PATH` would be.
  init(path: String, locale: String = "C", pooled: Bool = false) throws {
    manager = try Self.manager(catalog: folder("catalog.sqlite"), path: path, locale: locale, pooled: pooled)
  }

  static func manager(
    catalog: String, path: String, locale: String = "C", pooled: Bool = false,
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> ComponentManager {
    var configuration = try Configuration(environment: [
      "AUCAT_CATALOG": catalog, "LV2_PATH": path, "LC_ALL": locale,
      "AUCAT_WORKER": Child.products + "/aucat-scan-worker", "AUCAT_USER_STORE": catalog + ".user",
    ])
    configuration.isPooled = pooled
    configuration.notice = notice
    return ComponentManager(configuration)
  }

  /// Where Debian's packages have their bundles.
  static let installed = "/usr/lib/lv2"

  /// Whether a package's bundle is installed.
  static func has(_ bundle: String) -> Bool { access("\(installed)/\(bundle)/manifest.ttl", R_OK) == 0 }

  /// The installed plugins, scanned once for all tests of a run.
  static let corpus = Result { try ScannedCatalog(path: installed) }
}

/// Bundles written by hand, for what no real plugin does.
struct HandmadeBundles {
  let folder: TemporaryFolder
  private let root: String

  init(_ folder: TemporaryFolder, root: String = "lv2") {
    self.folder = folder
    self.root = root
  }

  /// The search path with these bundles.
  var path: String { folder(root) }

  static let prefixes = """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .

    """

  /// A bundle with one stereo effect.
  func effect(
    _ bundle: String, uri: String, name: String, version: (Int, Int) = (1, 0), pluginClass: String = "lv2:ReverbPlugin",
    more: String = ""
  ) {
    folder.write(
      Self.prefixes + """
        <\(uri)> a lv2:Plugin, \(pluginClass) ; lv2:binary <plugin.so> ; doap:name \(name) ;
          lv2:minorVersion \(version.0) ; lv2:microVersion \(version.1) ;
          doap:maintainer [ foaf:name "Somebody" ] \(more.isEmpty ? "" : "; " + more) ;
          lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ] ,
            [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ] ,
            [ a lv2:InputPort, lv2:ControlPort ; lv2:index 2 ; lv2:symbol "gain" ; lv2:name "Gain" ;
              lv2:default 0.5 ; lv2:minimum 0.0 ; lv2:maximum 1.0 ] .
        """, to: "\(root)/\(bundle)/manifest.ttl")
    folder.write("", to: "\(root)/\(bundle)/plugin.so")
  }

  /// A bundle with presets of a plugin that another one declares.
  func presets(_ bundle: String, of uri: String, names: [String]) {
    let presets = names.map { "<urn:preset:\($0)> a pset:Preset ; lv2:appliesTo <\(uri)> ; rdfs:label \"\($0)\" .\n" }
    folder.write(Self.prefixes + presets.joined(), to: "\(root)/\(bundle)/manifest.ttl")
  }
}
