internal import ComponentModel
internal import SQLite

/// Presets of bundles, and the components that they apply to.
extension ScanWriter {
  func write(_ presets: [PresetRecord], bundle row: Int64, _ batch: inout Batch) throws {
    guard !presets.isEmpty else { return }
    let writer = try presetWriter(row, batch)
    for uri in Set(presets.map(\.appliesTo)) { try batch.words.willChange(uri: uri) }
    try writer.write(presets)
    // Not only at the end of the bundle, which an interrupted scan never reaches.
    try logPresets(try writer.changedPlugins(), batch.connection)
  }

  /// Removes the presets of a bundle.
  func removePresets(of row: Int64, _ batch: Batch) throws {
    try batch.words.willChangePresets(ofBundle: row)
    try logPresets(try PresetWriter(replacingPresetsOf: row, batch.connection).changedPlugins(), batch.connection)
  }

  /// The writer of a bundle's presets, which replaces those in the catalog.
  private func presetWriter(_ row: Int64, _ batch: Batch) throws -> PresetWriter {
    if let writer = progress.presetWriters[row] { return writer }
    try batch.words.willChangePresets(ofBundle: row)
    let writer = try PresetWriter(replacingPresetsOf: row, batch.connection)
    progress.presetWriters[row] = writer
    return writer
  }
}
