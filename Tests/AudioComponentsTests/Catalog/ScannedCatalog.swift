import AudioComponents
import Glibc
import Synchronization
import TestSupport

/// Managers as tests have them.
enum ScannedCatalog {
  /// - Parameters:
  ///   - path: what `LV2_PATH` would be.
  static func manager(
    catalog: String, path: String, home: String? = nil, locale: String = "C", pooled: Bool = false,
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> ComponentManager {
    var environment = [
      "AUCAT_CATALOG": catalog, "AUCAT_SYSTEM_CATALOG": "", "LV2_PATH": path, "LC_ALL": locale,
      "AUCAT_WORKER": Child.products + "/aucat-scan-worker", "AUCAT_USER_STORE": catalog + ".user",
    ]
    environment["HOME"] = home
    var configuration = try Configuration(environment: environment)
    configuration.isPooled = pooled
    configuration.notice = notice
    return ComponentManager(configuration)
  }

  /// What never reads its catalog.
  static let none = Result { try manager(catalog: "/nowhere/catalog.sqlite", path: "/nowhere") }

  /// Where Debian's packages have their bundles.
  static let installed = "/usr/lib/lv2"

  /// Whether a package's bundle is installed.
  static func has(_ bundle: String) -> Bool { access("\(installed)/\(bundle)/manifest.ttl", R_OK) == 0 }

  /// The installed plugins, scanned once for all tests of a run.
  static let corpus = Result { try manager(catalog: corpusFolder("catalog.sqlite"), path: installed) }
  private static let corpusFolder = TemporaryFolder()
}

/// Bundles written by hand, for what no real plugin does.
struct HandmadeBundles {
  let folder: TemporaryFolder
  private let root: String

  init(_ folder: TemporaryFolder = TemporaryFolder(), root: String = "lv2") {
    self.folder = folder
    self.root = root
  }

  /// The search path with these bundles.
  var path: String { folder(root) }

  /// A manager of the catalog in the folder, with connections of its own, as another process has.
  func manager(
    _ locale: String = "C", path: String? = nil, home: String? = nil, pooled: Bool = false,
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> ComponentManager {
    try ScannedCatalog.manager(
      catalog: folder("catalog.sqlite"), path: path ?? self.path, home: home, locale: locale, pooled: pooled,
      notice: notice)
  }

  static let prefixes = """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix midi: <http://lv2plug.in/ns/ext/midi#> .
    @prefix units: <http://lv2plug.in/ns/extensions/units#> .
    @prefix pg: <http://lv2plug.in/ns/ext/port-groups#> .

    """

  /// Bundles with an effect each: `urn:0`, named `Effect 0`, and so on.
  func effects(_ numbers: Range<Int>) {
    for index in numbers { effect("\(index).lv2", uri: "urn:\(index)", name: "Effect \(index)") }
  }

  /// A bundle with one effect.
  ///
  /// - Parameter name: a name, or names as in Turtle, in quotes and with their languages.
  func effect(
    _ bundle: String, uri: String, name: String, version: (Int, Int) = (1, 0), pluginClass: String = "lv2:ReverbPlugin",
    more: String = ""
  ) {
    let names = name.contains("\"") ? name : "\"\(name)\""
    folder.write(
      Self.prefixes + """
        <\(uri)> a lv2:Plugin, \(pluginClass) ; lv2:binary <plugin.so> ; doap:name \(names) ;
          lv2:minorVersion \(version.0) ; lv2:microVersion \(version.1) ;
          doap:maintainer [ foaf:name "Somebody" ] \(more.isEmpty ? "" : "; " + more) ;
          lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ] ,
            [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ] ,
            [ a lv2:InputPort, lv2:ControlPort ; lv2:index 2 ; lv2:symbol "gain" ; lv2:name "Gain" ;
              lv2:default 0.5 ; lv2:minimum 0.0 ; lv2:maximum 1.0 ] .
        """, to: "\(root)/\(bundle)/manifest.ttl")
    folder.write("", to: "\(root)/\(bundle)/plugin.so")
  }

  /// A bundle with one component and its presets.
  func component(_ bundle: String, _ component: HandmadeComponent) {
    folder.write(Self.prefixes + component.turtle, to: "\(root)/\(bundle)/manifest.ttl")
    folder.write("", to: "\(root)/\(bundle)/plugin.so")
  }

  /// A bundle with presets of a plugin that another one declares.
  func presets(_ bundle: String, of uri: String, names: [String]) {
    let presets = names.map { "<urn:preset:\($0)> a pset:Preset ; lv2:appliesTo <\(uri)> ; rdfs:label \"\($0)\" .\n" }
    folder.write(Self.prefixes + presets.joined(), to: "\(root)/\(bundle)/manifest.ttl")
  }
}

/// A component written by hand, by what a catalog shows of it.
struct HandmadeComponent {
  var uri: String
  var name: String
  var pluginClass = "lv2:Plugin"
  var maker: String?
  var version = (minor: 1, micro: 0)
  /// Main inputs and outputs; those of a stereo side are called left and right.
  var audio = (inputs: 0, outputs: 0)
  var midi = (input: false, output: false)
  var sideChain = false
  /// Whether an output reports its latency, so that only measuring it would tell.
  var reportsLatency = false
  var parameters: [String] = []
  /// The local name of a parameter's unit, such as `hz`.
  var units: [String: String] = [:]
  var presets: [String] = []
  /// The bank of all presets.
  var bank: String?
  /// What else its Turtle says of the plugin.
  var more = ""

  /// The plugin and its presets.
  var turtle: String {
    var facts = ["lv2:binary <plugin.so>", "doap:name \"\(name)\""]
    facts.append("lv2:minorVersion \(version.minor) ; lv2:microVersion \(version.micro)")
    if let maker { facts.append("doap:maintainer [ foaf:name \"\(maker)\" ]") }
    if !more.isEmpty { facts.append(more) }
    let ports = ports.enumerated().map { "[ lv2:index \($0) ; \($1) ]" }
    if !ports.isEmpty { facts.append("lv2:port " + ports.joined(separator: " , ")) }
    let presets = presets.map { preset in
      let uri = "\(uri)#\(preset.filter { $0.isLetter })"
      return "<\(uri)> a pset:Preset ; lv2:appliesTo <\(self.uri)> ; rdfs:label \"\(preset)\""
        + (bank == nil ? " .\n" : " ; pset:bank <\(self.uri)#bank> .\n")
    }
    let banks = bank.map { "<\(uri)#bank> a pset:Bank ; rdfs:label \"\($0)\" .\n" } ?? ""
    return "<\(uri)> a lv2:Plugin, \(pluginClass) ; \(facts.joined(separator: " ; ")) .\n" + presets.joined() + banks
  }

  private var ports: [String] {
    var ports = audioPorts("Input", "in", audio.inputs) + audioPorts("Output", "out", audio.outputs)
    let audioInput = "a lv2:InputPort, lv2:AudioPort"
    if sideChain {
      ports.append("\(audioInput) ; lv2:symbol \"key\" ; lv2:name \"Key\" ; lv2:portProperty lv2:isSideChain")
    }
    let events = "lv2:name \"MIDI\" ; atom:bufferType atom:Sequence ; atom:supports midi:MidiEvent"
    if midi.input { ports.append("a lv2:InputPort, atom:AtomPort ; lv2:symbol \"events_in\" ; \(events)") }
    if midi.output { ports.append("a lv2:OutputPort, atom:AtomPort ; lv2:symbol \"events_out\" ; \(events)") }
    if reportsLatency {
      ports.append(
        "a lv2:OutputPort, lv2:ControlPort ; lv2:symbol \"latency\" ; lv2:name \"Latency\" ; "
          + "lv2:designation lv2:latency")
    }
    return ports
      + parameters.map { name in
        "a lv2:InputPort, lv2:ControlPort ; lv2:symbol \"\(name.lowercased())\" ; lv2:name \"\(name)\" ; "
          + "lv2:default 0.5 ; lv2:minimum 0.0 ; lv2:maximum 1.0"
          + (units[name].map { " ; units:unit units:\($0)" } ?? "")
      }
  }

  private func audioPorts(_ direction: String, _ symbol: String, _ count: Int) -> [String] {
    (1...2).prefix(count).map { number in
      let side = count == 1 ? "" : " ; lv2:designation pg:\(number == 1 ? "left" : "right")"
      return
        "a lv2:\(direction)Port, lv2:AudioPort ; lv2:symbol \"\(symbol)_\(number)\" ; lv2:name \"\(number)\"\(side)"
    }
  }
}

/// What a manager has told people.
final class Notices: Sendable {
  private let texts = Mutex<[String]>([])
  func add(_ text: String) { texts.withLock { $0.append(text) } }
  var all: [String] { texts.withLock { $0 } }
}

extension TemporaryFolder {
  /// Removes a store with its log.
  func removeStore(_ name: String = "catalog.sqlite") {
    unlink(self(name))
    removeLog(of: name)
  }

  func removeLog(of name: String = "catalog.sqlite") {
    for ending in ["-wal", "-shm"] { unlink(self(name + ending)) }
  }
}

extension ScanOptions {
  static var full: ScanOptions {
    var options = ScanOptions()
    options.readsEverything = true
    return options
  }
}
