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

  func write(_ presets: [PresetRecord]) throws {
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
