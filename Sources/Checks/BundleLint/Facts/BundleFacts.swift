internal import BundleReading
internal import ComponentModel
internal import ComponentScan

/// A bundle as its Turtle describes it, read within a scan's limits, but completely and without repairing encodings.
final class BundleFacts {
  let manifest: Document
  private let files: BundleFiles
  private var byNumber: [Int: Document] = [:]

  /// Reads the manifest; nil if it can't be opened.
  init?(path: String) {
    files = BundleFiles(path: path, BundleFiles.Options(keepsAll: true, repairs: false))
    guard let number = files.read(files.manifest).number else { return nil }
    manifest = Document(file: "manifest.ttl", in: path, files.graph, number: number)
  }

  /// The statements of the manifest.
  var graph: Documents { Documents([manifest]) }

  /// The plugins that the manifest declares.
  lazy var pluginURIs: [String] = uris(ofClass: .plugin)

  /// The presets that the manifest declares.
  lazy var presetURIs: [String] = uris(ofClass: .preset)

  private func uris(ofClass type: ResourceClass) -> [String] {
    var seen: Set<Term> = []
    return manifest.subjects(ofClass: type).filter { seen.insert($0).inserted && files.graph.kind($0) == .uri }
      .map { files.graph.text($0) }
  }

  /// The term of a URI; nil if no file that was read has it.
  func term(_ uri: String) -> Term? { files.graph.term(uri) }

  /// The URI of a resource that has one.
  func uri(_ term: Term) -> String? { files.graph.kind(term) == .uri ? files.graph.text(term) : nil }

  /// The manifest and the other files that have been read.
  var documents: [Document] {
    [manifest] + byNumber.sorted { $0.key < $1.key }.map(\.value).filter { $0 !== manifest }
  }

  /// The files about a plugin or preset, including the manifest.
  func documents(for resource: Term) -> [Document] {
    var seen: Set<Int> = []
    let numbers = graph.uris(resource, .rdfsSeeAlso).compactMap { files.read(uri: $0).number }
    return [manifest] + numbers.filter { seen.insert($0).inserted }.map(document).filter { $0 !== manifest }
  }

  private func document(_ number: Int) -> Document {
    if let known = byNumber[number] { return known }
    let file = files.relative(files.graph.files[number].path)
    let document = file == manifest.file ? manifest : Document(file: file, in: files.path, files.graph, number: number)
    byNumber[number] = document
    return document
  }

  /// Mistakes in the files of presets, by file name; a scan already rejects plugins whose files have mistakes.
  var invalidPresetFiles: [(file: String, problem: SyntaxProblem)] {
    let own = Set(pluginURIs.compactMap(term).flatMap { graph.uris($0, .rdfsSeeAlso) })
    let others = Set(presetURIs.compactMap(term).flatMap { graph.uris($0, .rdfsSeeAlso) }).subtracting(own)
    return others.sorted().compactMap { uri in
      guard case .invalid(_, let problem) = files.read(uri: uri) else { return nil }
      return (relative(FileURI.path(uri) ?? uri), problem)
    }
  }

  /// A path for messages: relative to the bundle if it is inside.
  func relative(_ file: String) -> String { files.relative(file) }

  /// Why a file that the bundle names can't be used; nil if it can, or if the URI is not a file's.
  func problem(with uri: String) -> FileProblem? {
    guard let path = FileURI.path(uri) else { return nil }
    if case .unusable(let problem)? = files.reading(of: path) { return problem }
    return files.gate.problem(with: path)
  }
}

/// A preset as its files describe it.
struct PresetFacts {
  let uri: String
  let term: Term
  let graph: Documents
  let bundle: BundleFacts
  /// The bundle's own plugins, by URI.
  let plugins: [String: PluginSummary]

  /// The file with the most statements about the preset.
  var home: Document { graph.home(of: term) ?? bundle.manifest }

  /// The plugins that it applies to, each once, although the manifest and the preset's own file may both name one.
  var appliesTo: [String] { Set(graph.uris(term, .lv2AppliesTo)).sorted() }

  /// A diagnostic that adds a statement about the preset.
  func adding(_ property: Property, object: String, for problem: Problem) -> Diagnostic {
    Diagnostic(problem: problem, line: "<\(uri)> \(home.verb(property)) \(object) .", file: home.file)
  }
}

/// The facts about a plugin that the checks of presets need.
struct PluginSummary {
  /// The range of each control input, by symbol.
  var ranges: [String: (minimum: Double?, maximum: Double?)]
}
