internal import ComponentModel
internal import Linux
internal import ComponentScan

/// Reads one bundle: lilv finds the plugins and their files, and serd reads each file once.
final class BundleReader {
  let files: BundleFiles
  /// The facts in the manifest.
  private let manifest: Facts
  private let plugins: [String: Discovery.Plugin]
  /// URIs of the plugins that the manifest declares, sorted.
  let pluginURIs: [String]
  /// The size of the manifest, in bytes.
  let manifestSize: Int
  /// Problems of the bundle as a whole that don't stop the scan.
  private(set) var remarks: [ScanRemark] = []

  /// Reads the manifest of the bundle at a canonical path.
  ///
  /// - Parameter keepsAll: whether to read presets' values and states too.
  /// - Throws: why the bundle as a whole can't be used.
  init(path: String, keepsAll: Bool = false) throws(BundleProblem) {
    files = BundleFiles(path: path, BundleFiles.Options(keepsAll: keepsAll))
    var discovered: Result<Discovery, Discovery.Failure>?
    var size = 0
    let reading = files.read(files.manifest) { [files] bytes in
      size = bytes.count
      discovered = Result { () throws(Discovery.Failure) in try Discovery(manifest: bytes, path: files.manifest) }
    }
    switch reading {
    case .unusable(.unavailable(let cause)): throw .interrupted(cause)
    case .unusable(let problem): throw .unusableManifest(problem)
    case .invalid(_, let problem): throw .invalidManifest(problem)
    case .repaired(_, let problem): remarks = [.repairedFile("manifest.ttl", problem)]
    case .read, .ignored: break
    }
    manifest = Facts(files.graph, files: [reading.number ?? 0])
    let found = try Self.plugins(discovered, manifest)
    plugins = Dictionary(found.map { ($0.uri, $0) }, uniquingKeysWith: { first, _ in first })
    pluginURIs = found.map(\.uri)
    manifestSize = size
  }

  /// lilv does not report a manifest that it can't read, so what it finds is compared with what serd has read.
  private static func plugins(
    _ discovered: Result<Discovery, Discovery.Failure>?, _ manifest: Facts
  ) throws(BundleProblem) -> [Discovery.Plugin] {
    let found: [Discovery.Plugin]
    switch discovered {
    case .success(let discovery): found = discovery.plugins
    case .failure(let failure): throw .interrupted(ScanInterruption(failure))
    case nil: found = []
    }
    guard found.count <= ScanLimits.plugins else { throw .tooManyPlugins(found.count, limit: ScanLimits.plugins) }
    let known = Set(found.map(\.uri))
    let declared = manifest.resources(.plugin).compactMap(manifest.uri)
    if let missing = declared.first(where: { !known.contains($0) }) {
      throw .notDiscovered(bounded(missing))
    }
    return found
  }

  /// A temporary reason why a file couldn't be read; nil if there is none.
  var interruption: ScanInterruption? { files.interruption }

  func presets() -> [PresetRecord] { PresetReader(files, manifest: manifest).presets(&remarks) }

  /// The plugins in groups that share no file but the manifest, packed until each has about `size` bytes of Turtle.
  func outline(partsOf size: Int) -> [[String]] {
    let plugins = pluginURIs.map { uri in (uri, dataFiles(of: uri).compactMap(FileURI.path)) }
    return BundleOutline(plugins: plugins).parts(of: size)
  }

  /// The sources of one plugin's description.
  struct Sources {
    var facts: Facts
    /// The plugin, then its prototypes.
    var subjects: [Term]
    /// Files that could not be read.
    var remarks: [ScanRemark]
  }

  /// Reads only the files about a plugin, so that a file that kills the worker costs only its own plugin.
  func sources(of uri: String) throws(PluginProblem) -> Sources {
    guard plugins[uri] != nil, let term = files.graph.term(uri) else { throw .undeclared }
    var numbers = manifest.files
    var remarks: [ScanRemark] = []
    for file in dataFiles(of: uri) {
      let reading = files.read(uri: file)
      switch reading {
      case .invalid(_, let problem): throw .invalidFile(name(file), problem)
      case .unusable(let problem): remarks.append(.unusableFile(name(file), problem))
      case .repaired(let number, let problem):
        remarks.append(.repairedFile(name(file), problem))
        numbers.append(number)
      case .read(let number): numbers.append(number)
      case .ignored: break
      }
    }
    let subjects = [term] + manifest.values(term, .lv2Prototype)
    return Sources(facts: Facts(files.graph, files: numbers), subjects: subjects, remarks: remarks)
  }

  func record(of uri: String) throws(PluginProblem) -> PluginRecord {
    let sources = try sources(of: uri)
    let binaries = plugins[uri]?.binaries ?? []
    let reader = PluginReader(sources.facts, subjects: sources.subjects, binaries: binaries, gate: files.gate)
    var record = TagReader.adding(sources.facts, about: sources.subjects[0], to: try reader.record())
    // lilv stops at a file that it can't read, and doesn't repair any.
    if !remarks.isEmpty || !sources.remarks.isEmpty { record.lilvAnswers = nil }
    record.remarks += sources.remarks
    if record.remarks.count > ScanLimits.remarks {
      record.remarks = record.remarks.prefix(ScanLimits.remarks) + [.tooManyRemarks(limit: ScanLimits.remarks)]
    }
    return record
  }

  /// The numbers of the files that describe a plugin, including the manifest.
  func fileNumbers(ofPlugin uri: String) -> [Int] {
    manifest.files + dataFiles(of: uri).compactMap { files.read(uri: $0).number }
  }

  /// The files that describe a preset.
  struct PresetFiles {
    /// The files' numbers; none if the bundle does not declare the preset.
    var numbers: [Int] = []
    /// Files that could not be read.
    var remarks: [ScanRemark] = []
  }

  /// Reads the files that describe a preset.
  ///
  /// - Throws: the syntax error in one of them: the part before the mistake would describe a different preset.
  func files(ofPreset uri: String) throws(PresetFileFailure) -> PresetFiles {
    guard let preset = files.graph.term(uri), !manifest.values(preset, .rdfType).isEmpty else { return PresetFiles() }
    var found = PresetFiles(numbers: manifest.files)
    for file in manifest.uris(preset, .rdfsSeeAlso) {
      switch files.read(uri: file) {
      case .invalid(_, let problem): throw PresetFileFailure(file: name(file), problem: problem)
      case .read(let number), .repaired(let number, _): found.numbers.append(number)
      // Without this file, the preset has what the other files say.
      case .unusable(let problem): found.remarks.append(.unusableFile(name(file), problem))
      case .ignored: break
      }
    }
    return found
  }

  /// The mistake in a file of a preset.
  struct PresetFileFailure: Error {
    /// Path of the file, relative to the bundle.
    var file: String
    var problem: SyntaxProblem
  }

  /// URIs of the plugin's data files and of those of its prototypes, each once, without the manifest.
  private func dataFiles(of uri: String) -> [String] {
    guard let plugin = plugins[uri] else { return [] }
    let prototypes = files.graph.term(uri).map { manifest.values($0, .lv2Prototype) } ?? []
    let all = plugin.dataFiles + prototypes.flatMap { manifest.uris($0, .rdfsSeeAlso) }
    return Set(all).filter { $0.hasSuffix(".ttl") && FileURI.path($0).map { $0 != files.manifest } == true }.sorted()
  }

  private func name(_ uri: String) -> String { bounded(files.relative(FileURI.path(uri) ?? uri)) }
}

extension ScanInterruption {
  /// Why lilv can't be asked, which the bundle never causes.
  fileprivate init(_ failure: Discovery.Failure) {
    self =
      switch failure {
      case .outOfMemory: .system("memory is exhausted")
      case .noPlaceForCopy(let error): .noPlaceForManifest(reason: error.phrase)
      case .unreadableCopy(let error): .unreadableManifestCopy(reason: error.phrase)
      }
  }
}
