internal import ComponentModel
internal import ComponentScan
internal import Lilv
internal import Turtle

/// One bundle in a world of its own.
final class BundleReader {
  let path: String
  private let gate: FileGate
  private let world: World
  private var diagnostics = Diagnostics()
  private var pluginReader: PluginReader
  private(set) var content: TurtleContent?
  private lazy var localizedNames = readLocalizedNames()

  /// Reads the manifest of the bundle at a canonical path.
  ///
  /// - Returns: nil where memory is exhausted.
  init?(path: String) {
    guard let world = World() else { return nil }
    self.path = path
    self.world = world
    gate = FileGate(bundle: path)
    pluginReader = PluginReader(rule: FileRule(bundle: path))
    FileGate.current = gate
  }

  /// Hashes all Turtle files of the bundle.
  func readContent() -> UInt64 {
    let content = TurtleContent(bundle: path, gate: gate)
    self.content = content
    return content.hash
  }

  /// Reads the manifest.
  ///
  /// - Returns: why the bundle as a whole can't be used, or nil.
  func readManifest() -> String? {
    world.load(bundle: path)
    diagnostics.collect()
    let manifest = path + "/manifest.ttl"
    if let complaint = gate.refusals[manifest] { return "manifest.ttl: \(complaint)" }
    if let complaint = diagnostics.complaints[manifest] { return "manifest.ttl: \(shortened(complaint))" }
    let count = world.pluginURIs.count
    return count > ScanLimits.plugins ? "it declares \(count) plugins; at most \(ScanLimits.plugins) are read" : nil
  }

  var pluginURIs: [String] { world.pluginURIs }

  func presets() -> [PresetRecord] {
    var reader = PresetReader(world: world)
    return reader.presets()
  }

  /// The plugins in groups that share no file but the manifest, packed until each has about `size` bytes of Turtle.
  func outline(partsOf size: Int) -> [[String]] {
    BundleOutline(plugins: pluginURIs.map { ($0, dataFiles(of: $0)) }).parts(of: size)
  }

  /// Reads one plugin.
  func record(of uri: String) throws(PluginReader.Fault) -> PluginRecord {
    guard let plugin = world.loadData(ofPlugin: uri) else {
      throw PluginReader.Fault(reason: "it is not declared by its bundle")
    }
    diagnostics.collect()
    let files = dataFiles(of: uri)
    for file in files {
      if let complaint = diagnostics.complaints[file] {
        throw PluginReader.Fault(reason: "\(relative(file)): \(shortened(complaint))")
      }
    }
    var record = try pluginReader.record(of: plugin, uri: uri, names: localizedNames[uri] ?? [])
    record.remarks += files.compactMap { file in gate.refusals[file].map { "\(relative(file)): \($0)" } }
    return record
  }

  private func dataFiles(of uri: String) -> [String] {
    let manifest = path + "/manifest.ttl"
    return world.dataFiles(ofPlugin: uri).compactMap(FileURI.path).filter { $0 != manifest }
  }

  /// The names of plugins whose bundle has texts with a language, read with serd because lilv hides languages.
  private func readLocalizedNames() -> [String: [LocalizedText]] {
    let content = self.content ?? TurtleContent(bundle: path, gate: gate)
    guard content.hasLanguages else { return [:] }
    let files = Set(pluginURIs.flatMap(dataFiles)).union([path + "/manifest.ttl"])
    var names: [String: [LocalizedText]] = [:]
    for file in files.sorted() where gate.refusals[file] == nil {
      for name in TurtleReader.literals(of: Property.doapName.uri, inFile: file) {
        let text = LocalizedText(bounded(name.text), language: name.language.map(bounded))
        if names[name.subject]?.contains(text) != true { names[name.subject, default: []].append(text) }
      }
    }
    return names
  }

  private func relative(_ file: String) -> String {
    LexicalPath.isInside(file, path) ? String(file.dropFirst(path.count + 1)) : file
  }

  /// A complaint without the path, which is the bundle's.
  private func shortened(_ complaint: String) -> String {
    guard complaint.hasPrefix(path + "/") else { return bounded(complaint) }
    let rest = complaint.dropFirst(path.count + 1)
    return bounded("line " + (rest.firstIndex(of: ":").map { String(rest[rest.index(after: $0)...]) } ?? String(rest)))
  }
}
