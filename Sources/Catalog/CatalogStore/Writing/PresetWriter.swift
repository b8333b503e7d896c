internal import ComponentModel
internal import SQLite

/// Writes the presets that one bundle declares, and finds the plugins whose presets have changed.
struct PresetWriter {
  private let connection: Connection
  private let bundle: Int64
  private let before: [String: UInt64]

  /// Deletes the bundle's presets from the catalog.
  init(replacingPresetsOf bundle: Int64, _ connection: Connection) throws {
    self.connection = connection
    self.bundle = bundle
    before = try Self.digests(bundle, connection)
    if !before.isEmpty { try connection.run("DELETE FROM preset WHERE bundle = ?", [Value(bundle)]) }
  }

  func writePresets(_ presets: [PresetRecord]) throws {
    for preset in presets {
      try connection.run(
        "INSERT OR REPLACE INTO preset (applies_to, uri, bundle, name, bank, bank_name) VALUES (?, ?, ?, ?, ?, ?)",
        [
          Value(preset.appliesTo), Value(preset.uri), Value(bundle),
          Value(preset.label ?? URIPart.last(of: preset.uri)), Value(preset.bank), Value(preset.bankLabel),
        ])
    }
  }

  /// The plugins whose presets in this bundle have changed.
  func changedPlugins() throws -> [String] {
    let after = try Self.digests(bundle, connection)
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  /// Digests of a bundle's presets, by the plugin they apply to.
  private static func digests(_ bundle: Int64, _ connection: Connection) throws -> [String: UInt64] {
    var hashes: [String: StableHash] = [:]
    let rows = try connection.rows(
      "SELECT applies_to, uri, name, bank, bank_name FROM preset WHERE bundle = ? ORDER BY applies_to, uri",
      [Value(bundle)])
    while let row = try rows.next() {
      let plugin = try row.text("applies_to")
      for text in [
        try row.text("uri"), try row.text("name"), try row.optionalText("bank"), try row.optionalText("bank_name"),
      ] {
        hashes[plugin, default: StableHash()].add(text ?? "\0")
      }
    }
    return hashes.mapValues(\.value)
  }
}

/// Writes the presets of bundles, and logs the components that they apply to.
extension ScanWriter {
  func writePresets(_ presets: [PresetRecord], bundle row: Int64, _ batch: inout Batch) throws {
    guard !presets.isEmpty else { return }
    let writer = try presetWriter(row, batch)
    for uri in Set(presets.map(\.appliesTo)) { try batch.words.willChange(uri: uri) }
    try writer.writePresets(presets)
    // The changes are not only logged at the end of the bundle, which an interrupted scan never reaches.
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
