internal import ComponentModel
internal import ComponentScan

/// Reads the presets that a bundle declares, for its own plugins or those of another bundle.
struct PresetReader {
  private let files: BundleFiles
  private let manifest: Facts

  /// - Parameter manifest: the facts in the manifest.
  init(_ files: BundleFiles, manifest: Facts) {
    self.files = files
    self.manifest = manifest
  }

  /// The presets, once for each plugin that they apply to, up to the limit for a bundle.
  ///
  /// - Parameter remarks: receives remarks about omissions.
  func presets(_ remarks: inout [ScanRemark]) -> [PresetRecord] {
    var records: [PresetRecord] = []
    var longURIs = 0
    var faults: [String: ScanRemark] = [:]
    for preset in manifest.resources(.preset) {
      guard let uri = manifest.uri(preset) else { continue }
      let plugins = manifest.uris(preset, .lv2AppliesTo)
      // A truncated URI would name something else.
      let usable = uri.utf8.count <= ScanLimits.name ? plugins.filter { $0.utf8.count <= ScanLimits.name } : []
      longURIs += plugins.count - usable.count
      guard !usable.isEmpty else { continue }
      let record = record(of: preset, uri, &faults)
      records += usable.prefix(ScanLimits.presets - records.count).map { plugin in
        var copy = record
        copy.appliesTo = plugin
        return copy
      }
      if records.count == ScanLimits.presets { break }
    }
    remarks += faults.sorted { $0.key < $1.key }.map(\.value).prefix(ScanLimits.remarks)
    if longURIs > 0 { remarks.append(.longURIs(of: "presets", longURIs, limit: ScanLimits.name)) }
    return records.sorted { ($0.appliesTo, $0.uri) < ($1.appliesTo, $1.uri) }
  }

  private func record(of preset: Term, _ uri: String, _ faults: inout [String: ScanRemark]) -> PresetRecord {
    let facts = facts(of: preset, &faults)
    var record = PresetRecord(uri: uri, appliesTo: "", label: facts.literal(preset, .rdfsLabel).map(bounded))
    readBank(of: preset, facts, into: &record)
    return record
  }

  /// The facts about a preset. Its own files are read only if the manifest has no label for it, which is rare.
  ///
  /// - Parameter faults: receives the problems of its files, by the files' names.
  private func facts(of preset: Term, _ faults: inout [String: ScanRemark]) -> Facts {
    if manifest.literal(preset, .rdfsLabel) != nil { return manifest }
    let others = manifest.uris(preset, .rdfsSeeAlso).compactMap { uri in
      let reading = files.read(uri: uri)
      let name = bounded(files.relative(FileURI.path(uri) ?? uri))
      if let fault = reading.remark(on: name) { faults[name] = fault }
      return reading.number
    }
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

extension BundleFiles.Reading {
  /// The remark on a preset's file; nil if it has no problem.
  fileprivate func remark(on file: String) -> ScanRemark? {
    switch self {
    case .invalid(_, let problem): .invalidFile(file, problem)
    case .repaired(_, let problem): .repairedFile(file, problem)
    case .unusable(let problem): .unusableFile(file, problem)
    case .read, .ignored: nil
    }
  }
}
