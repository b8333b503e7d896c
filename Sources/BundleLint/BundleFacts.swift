internal import BundleReading
internal import Linux
internal import ComponentScan
internal import Turtle

/// A bundle as its Turtle has it.
final class BundleFacts {
  /// Canonical path.
  let path: String
  let manifest: Document
  let gate: FileGate
  private let rule: FileRule
  private var kept: [String: Document] = [:]
  private var uses: [String: Int] = [:]
  private var blankNodes = 0

  /// Reads the manifest; nil where it can't be opened.
  init?(path: String) {
    self.path = path
    gate = FileGate(bundle: path)
    rule = FileRule(bundle: path)
    let file = path + "/manifest.ttl"
    let descriptor = gate.openOrRefuse(file)
    guard descriptor >= 0 else { return nil }
    manifest = Document(
      file: "manifest.ttl", in: path,
      TurtleReader.document(file, descriptor: descriptor, blankPrefix: "m", limit: Document.limit))
    for uri in pluginURIs + presetURIs { for file in dataFiles(of: uri) { uses[file, default: 0] += 1 } }
  }

  var graph: Graph { Graph(documents: [manifest]) }

  /// The plugins that the manifest declares.
  lazy var pluginURIs: [String] = uris(ofClass: Namespace.lv2 + "Plugin")

  /// The presets that the manifest declares.
  lazy var presetURIs: [String] = uris(ofClass: Namespace.presets + "Preset")

  private func uris(ofClass uri: String) -> [String] {
    graph.subjects(ofClass: uri).compactMap(\.uri)
  }

  /// The files that the manifest names for a resource.
  private func dataFiles(of uri: String) -> [String] {
    graph.uris(.uri(uri), Namespace.seeAlso).compactMap(FileURI.path).filter { $0 != path + "/manifest.ttl" }
  }

  /// The files that speak of a plugin or preset, the manifest among them. A file is kept until the last resource that
  /// needs it has asked.
  func documents(for uri: String) -> [Document] {
    var seen: Set<String> = []
    let files = dataFiles(of: uri).filter { seen.insert($0).inserted }
    return [manifest]
      + files.compactMap { file in
        let document = kept[file] ?? read(file)
        uses[file, default: 1] -= 1
        kept[file] = uses[file, default: 0] > 0 ? document : nil
        return document
      }
  }

  private func read(_ file: String) -> Document? {
    let descriptor = gate.openOrRefuse(file)
    guard descriptor >= 0 else { return nil }
    blankNodes += 1
    return Document(
      file: relative(file), in: path,
      TurtleReader.document(file, descriptor: descriptor, blankPrefix: "f\(blankNodes)", limit: Document.limit))
  }

  /// A path as people write it: relative to the bundle where it lies inside.
  func relative(_ file: String) -> String {
    LexicalPath.isInside(file, path) ? String(file.dropFirst(path.count + 1)) : file
  }

  /// Why a file that the bundle names can't be used; nil for one that can, and for what is no file.
  func objection(to uri: String) -> String? { FileURI.path(uri).flatMap(rule.objection) }
}

/// A preset as its files have it.
struct PresetFacts {
  let uri: String
  let graph: Graph
  let bundle: BundleFacts
  /// The bundle's own plugins, by URI.
  let plugins: [String: PluginSummary]

  /// The file that speaks most of the preset.
  var home: Document {
    graph.documents.max { $0.facts(of: .uri(uri)).count < $1.facts(of: .uri(uri)).count } ?? bundle.manifest
  }

  /// Each plugin once: the manifest and the preset's own file may both say so.
  var appliesTo: [String] { Set(graph.uris(.uri(uri), Namespace.lv2 + "appliesTo")).sorted() }

  /// A complaint with a statement about the preset to add.
  func adding(_ message: String, _ predicate: String, _ object: String) -> Complaint {
    Complaint(message: message, line: "<\(uri)> \(home.verb(predicate)) \(object) .", file: home.file)
  }
}

/// What presets need to know of a plugin.
struct PluginSummary {
  /// The range of each control input, by symbol.
  var ranges: [String: (minimum: Double?, maximum: Double?)]
}
