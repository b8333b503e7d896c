internal import ComponentModel
internal import ComponentScan
internal import Turtle

/// Reads the presets that a bundle declares, for its own plugins or those of another bundle.
struct PresetReader {
  private let files: BundleFiles
  private let manifest: Facts

  /// - Parameter manifest: what the manifest says.
  init(_ files: BundleFiles, manifest: Facts) {
    self.files = files
    self.manifest = manifest
  }

  func presets() -> [PresetRecord] {
    var records: [PresetRecord] = []
    for preset in manifest.resources(.preset).prefix(ScanLimits.presets) {
      guard let uri = manifest.uri(preset) else { continue }
      let plugins = manifest.uris(preset, .lv2AppliesTo)
      guard !plugins.isEmpty else { continue }
      let facts = facts(of: preset)
      var record = PresetRecord(uri: bounded(uri), appliesTo: "", label: facts.literal(preset, .rdfsLabel).map(bounded))
      readBank(of: preset, facts, into: &record)
      for plugin in plugins.prefix(ScanLimits.values) {
        record.appliesTo = bounded(plugin)
        records.append(record)
      }
    }
    return records.sorted { ($0.appliesTo, $0.uri) < ($1.appliesTo, $1.uri) }
  }

  /// The label is nearly always in the manifest. Where it is not, the preset's files are read.
  private func facts(of preset: Term) -> Facts {
    if manifest.literal(preset, .rdfsLabel) != nil { return manifest }
    let others = manifest.uris(preset, .rdfsSeeAlso).compactMap { files.read(uri: $0).number }
    return others.isEmpty ? manifest : Facts(manifest.graph, files: manifest.files + others)
  }

  private func readBank(of preset: Term, _ facts: Facts, into record: inout PresetRecord) {
    guard let bank = facts.value(preset, .presetBank), let uri = facts.uri(bank) else { return }
    record.bank = bounded(uri)
    record.bankLabel = facts.literal(bank, .rdfsLabel).map(bounded)
  }
}

extension Facts {
  /// The resources of a class, in the order of the files.
  func resources(_ type: ResourceClass) -> [Term] {
    let (property, object) = (graph.term(.rdfType), graph.term(type))
    var found = TermSet()
    for file in files {
      for statement in graph.statements(inFile: file)
      where statement.predicate == property && statement.object == object { found.insert(statement.subject) }
    }
    return found.terms
  }
}
