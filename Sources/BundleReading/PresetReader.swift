internal import ComponentModel
internal import ComponentScan
internal import Lilv

/// Reads the presets that a bundle declares, for its own plugins or those of another bundle.
struct PresetReader {
  static let presetClass = "http://lv2plug.in/ns/ext/presets#Preset"
  private let world: World
  private var loadedFiles: Set<String> = []
  private var bankLabels: [String: String?] = [:]

  init(world: World) { self.world = world }

  mutating func presets() -> [PresetRecord] {
    var records: [PresetRecord] = []
    for preset in world.resources(ofClass: Self.presetClass).prefix(ScanLimits.presets) {
      guard let uri = preset.uri else { continue }
      for plugin in preset.uris(.lv2AppliesTo).prefix(ScanLimits.values) {
        var record = PresetRecord(uri: bounded(uri), appliesTo: bounded(plugin))
        record.label = label(of: preset)
        readBank(of: preset, into: &record)
        records.append(record)
      }
    }
    return records.sorted { ($0.appliesTo, $0.uri) < ($1.appliesTo, $1.uri) }
  }

  /// The label is nearly always in the manifest. Where it is not, the preset's files are read, each of them once.
  private mutating func label(of preset: Resource) -> String? {
    if let label = preset.literal(.rdfsLabel) { return bounded(label) }
    let files = preset.uris(.rdfsSeeAlso)
    if !files.allSatisfy({ loadedFiles.contains($0) }) {
      loadedFiles.formUnion(files)
      world.loadData(of: preset)
    }
    return preset.literal(.rdfsLabel).map(bounded)
  }

  private mutating func readBank(of preset: Resource, into record: inout PresetRecord) {
    guard let bank = preset.value(.presetBank), let uri = bank.uri else { return }
    record.bank = bounded(uri)
    if let known = bankLabels[uri] {
      record.bankLabel = known
    } else {
      record.bankLabel = bank.literal(.rdfsLabel).map(bounded)
      bankLabels[uri] = record.bankLabel
    }
  }
}
