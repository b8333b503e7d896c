internal import ComponentModel
internal import Linux
internal import ComponentScan
internal import Lilv
internal import Turtle

/// One bundle in a world of its own.
final class BundleReader {
  let path: String
  let gate: FileGate
  private let world: World
  private var diagnostics = Diagnostics()
  private var pluginReader: PluginReader
  private(set) var content: TurtleContent?
  private let readsLanguages: Bool
  private lazy var texts = content ?? TurtleContent(bundle: path, gate: gate)
  private lazy var properties = propertiesOfSerd()
  private var indexes: [String: TurtleIndex] = [:]

  /// Reads the manifest of the bundle at a canonical path.
  ///
  /// - Parameter readsLanguages: whether names in all languages and tags are wanted, for which every Turtle file is looked
  ///   through.
  /// - Returns: nil where memory is exhausted.
  init?(path: String, readsLanguages: Bool = true) {
    self.readsLanguages = readsLanguages
    guard let world = World() else { return nil }
    self.path = path
    self.world = world
    gate = FileGate(bundle: path)
    pluginReader = PluginReader(rule: FileRule(bundle: path))
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
    let indexes = indexes(of: files)
    var record = try pluginReader.record(of: plugin, uri: uri, names: names(of: uri, in: indexes))
    if !indexes.isEmpty, texts.namesTags { record = TagReader.adding(indexes, to: record) }
    record.remarks += files.compactMap { file in gate.refusals[file].map { "\(relative(file)): \($0)" } }
    return record
  }

  /// The files that speak of a plugin, the manifest among them.
  func files(ofPlugin uri: String) -> [String] { [path + "/manifest.ttl"] + dataFiles(of: uri) }

  /// The files that speak of a preset; none where the bundle does not declare it. What its `rdfs:seeAlso` names has to lie
  /// in the bundle.
  func files(ofPreset uri: String) -> [String] {
    guard let preset = preset(uri), !preset.uris(.rdfType).isEmpty else { return [] }
    let others = preset.uris(.rdfsSeeAlso).compactMap(FileURI.path).filter {
      FileRule(bundle: path).objection(to: $0) == nil
    }
    return [path + "/manifest.ttl"] + others
  }

  /// The preset's node; of one whose URI goes beyond ASCII the graph's own, as in ``World/loadData(ofPlugin:)``.
  private func preset(_ uri: String) -> Resource? {
    if uri.utf8.allSatisfy({ $0 < 0x80 }) { return Resource(uri: uri, in: world) }
    return world.resources(ofClass: PresetReader.presetClass).first { $0.uri == uri }
  }

  private func dataFiles(of uri: String) -> [String] {
    let manifest = path + "/manifest.ttl"
    return world.dataFiles(ofPlugin: uri).compactMap(FileURI.path).filter { $0 != manifest }
  }

  /// The properties that are read with serd, because lilv hides languages; none where the bundle uses none of them.
  private func propertiesOfSerd() -> Set<String> {
    guard readsLanguages else { return [] }
    let names: Set<String> = texts.hasLanguages ? [Property.doapName.uri] : []
    return texts.namesTags ? names.union(TagReader.properties) : names
  }

  /// What the files of a plugin say in languages and of tags. No file of another plugin is touched: one that kills the
  /// worker has to cost its own plugin. Each file is read once.
  private func indexes(of files: [String]) -> [TurtleIndex] {
    guard !properties.isEmpty else { return [] }
    let readable = ([path + "/manifest.ttl"] + files.sorted()).filter { gate.refusals[$0] == nil }
    return readable.map { file in
      if let known = indexes[file] { return known }
      let index = TurtleIndex(of: properties, inFile: file)
      indexes[file] = index
      return index
    }
  }

  /// The plugin's names where its bundle has texts with a language.
  private func names(of uri: String, in indexes: [TurtleIndex]) -> [LocalizedText] {
    guard !indexes.isEmpty, texts.hasLanguages else { return [] }
    var names: [LocalizedText] = []
    for statement in indexes.flatMap({ $0[.uri(uri)] }) where statement.predicate == Property.doapName.uri {
      guard case .literal(let name, _, let language) = statement.object else { continue }
      let text = LocalizedText(bounded(name), language: language.map(bounded))
      if !names.contains(text) { names.append(text) }
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
