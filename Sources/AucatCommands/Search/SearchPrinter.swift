internal import AudioComponents

/// Prints what a search found.
struct SearchPrinter {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// nil for the format: URIs, each ended by a NUL byte.
  func bytes(_ found: ComponentManager.SearchResult, as format: SearchFormat?) -> [UInt8] {
    switch format {
    case .table: Array(table(found).utf8)
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

  private func table(_ found: ComponentManager.SearchResult) -> String {
    let keys = ["name", "type", "manufacturer", "tags"]
    var table = Table(header: keys.map { session.manager.localizedText($0, in: "columns") })
    table.rows = found.components.map(row) + found.quarantined.map(row)
    return table.lines(session.terminal).map { $0 + "\n" }.joined()
  }

  private func row(_ component: Component) -> [String] {
    let mark = component.verdict == .scanned ? "" : " (\(component.verdict.rawValue): \(component.bundle))"
    return [
      component.name + mark, component.localizedType, component.manufacturer ?? "",
      component.tags.map(\.name).joined(separator: ", "),
    ]
  }

  private func row(_ bundle: QuarantinedBundle) -> [String] {
    [bundle.uri ?? bundle.path, bundle.verdict.rawValue, "", bundle.reason]
  }
}
