internal import AudioComponents

/// Prints what a search found.
struct SearchPrinter {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// nil for the format: URIs, each ended by a NUL byte.
  func bytes(_ found: ComponentManager.SearchResult, as format: SearchFormat?) -> [UInt8] {
    switch format {
    case .table: Array(table(found, as: session.terminal.isInteractive ? .terminal : .plain).utf8)
    case .json: array(objects(found))
    case .jsonl: lines(objects(found))
    case .csv: Array(CSV.text(found).utf8)
    case .uri: uris(found).flatMap { Array(Escaping.escaped($0).utf8) + [0x0A] }
    case nil: uris(found).flatMap { Array($0.utf8) + [0] }
    }
  }

  /// Each URI once: shadowed duplicates share theirs, and a bundle that is quarantined as a whole has none.
  private func uris(_ found: ComponentManager.SearchResult) -> [String] {
    var seen: Set<String> = []
    return (found.components.map(\.uri) + found.quarantined.compactMap(\.uri)).filter { seen.insert($0).inserted }
  }

  private func objects(_ found: ComponentManager.SearchResult) -> [JSON] {
    found.components.map { ComponentJSON.object($0) } + found.quarantined.map { ComponentJSON.object($0) }
  }

  /// One array with an object per line.
  private func array(_ objects: [JSON]) -> [UInt8] {
    var bytes: [UInt8] = Array("[".utf8)
    for (index, object) in objects.enumerated() {
      bytes.append(contentsOf: (index > 0 ? ",\n" : "\n").utf8)
      object.append(to: &bytes)
    }
    bytes.append(contentsOf: "\n]\n".utf8)
    return bytes
  }

  private func lines(_ objects: [JSON]) -> [UInt8] {
    var bytes: [UInt8] = []
    for object in objects {
      object.append(to: &bytes)
      bytes.append(0x0A)
    }
    return bytes
  }

  /// A list for people, with the number of components below it on a terminal.
  ///
  /// - Parameter total: how many components match where only some are listed.
  func list(_ found: ComponentManager.SearchResult, as layout: Table.Layout, total: Int) -> String {
    let table = table(found, as: layout)
    guard layout == .terminal, !table.isEmpty else { return table }
    let shown = found.components.count
    var count = (shown < total ? "\(shown) of " : "") + "\(total) component\(total == 1 ? "" : "s")"
    if !found.quarantined.isEmpty { count += ", \(found.quarantined.count) quarantined" }
    return table + session.terminal.dim(DisplayWidth.cut(count, to: session.terminal.width)) + "\n"
  }

  private func table(_ found: ComponentManager.SearchResult, as layout: Table.Layout) -> String {
    // In a pipe each column stays where scripts know it.
    let keys =
      layout == .plain
      ? ["name", "type", "manufacturer", "tags", "channels"] : ["name", "channels", "type", "manufacturer", "tags"]
    var table = Table(header: keys.map { session.manager.localizedText($0, in: "columns") })
    let rows = found.components.map(cells) + found.quarantined.map(cells)
    if rows.isEmpty { return "" }
    table.rows = rows.map { cells in keys.map { cells[$0] ?? "" } }
    table.whole = layout == .terminal ? [1] : []
    return table.lines(session.terminal, as: layout).map { $0 + "\n" }.joined()
  }

  private func cells(_ component: Component) -> [String: String] {
    let mark = component.verdict == .scanned ? "" : " (\(component.verdict.rawValue): \(component.bundle))"
    return [
      "name": component.name + mark, "channels": component.channels, "type": component.localizedType,
      "manufacturer": component.manufacturer ?? "", "tags": component.displayTags.map(\.name).joined(separator: ", "),
    ]
  }

  private func cells(_ bundle: QuarantinedBundle) -> [String: String] {
    ["name": bundle.uri ?? bundle.path, "type": bundle.verdict.rawValue, "tags": bundle.reason]
  }
}
