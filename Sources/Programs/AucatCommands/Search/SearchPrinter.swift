internal import AucatProgram
internal import AudioComponents

/// Prints what a search found.
struct SearchPrinter {
  let session: Session

  /// nil for the format: URIs, each ended by a NUL byte.
  func bytes(_ found: SearchResult, as format: SearchFormat?) -> [UInt8] {
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
  private func uris(_ found: SearchResult) -> [String] {
    var seen: Set<String> = []
    return (found.components.map(\.uri) + found.quarantined.compactMap(\.uri)).filter { seen.insert($0).inserted }
  }

  private func objects(_ found: SearchResult) -> [JSON] {
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

  /// A list for people: on a terminal with what is quarantined below it, and then the number of components.
  ///
  /// - Parameter total: how many components match where only some are listed.
  func list(_ found: SearchResult, as layout: Table.Layout, total: Int) -> String {
    let table = table(found, as: layout)
    guard layout == .terminal, !table.isEmpty else { return table }
    let shown = found.components.count
    let count = (shown < total ? "\(shown) of " : "") + Count.text(total, "component")
    let counts =
      (total > 0 || found.quarantined.isEmpty ? [count] : [])
      + (found.quarantined.isEmpty ? [] : ["\(found.quarantined.count) quarantined"])
    let line = DisplayWidth.cut(counts.joined(separator: ", "), to: session.terminal.width)
    return table + session.terminal.dim(line) + "\n"
  }

  private func table(_ found: SearchResult, as layout: Table.Layout) -> String {
    // In a pipe each column stays where scripts know it.
    let columns: [Column] =
      layout == .plain
      ? [.name, .type, .manufacturer, .tags, .channels] : [.name, .channels, .type, .manufacturer, .tags]
    var table = Table(header: columns.map { session.manager.columnTitle($0.rawValue) })
    let isInPlace = layout != .terminal
    table.rows = found.components.map { component in columns.map { cell($0, of: component, as: layout) } }
    if isInPlace { table.rows += found.quarantined.map { bundle in columns.map { cell($0, of: bundle) } } }
    if layout == .terminal { (table.whole, table.extra) = ([1], [4]) }
    let lines = table.rows.isEmpty ? [] : table.lines(session.terminal, as: layout)
    let groups = isInPlace ? [] : QuarantinedGroup.groups(of: found.quarantined)
    return (lines + groups.flatMap(paragraph)).map { $0 + "\n" }.joined()
  }

  /// A quarantined bundle or its plugins, with the whole reason below it.
  private func paragraph(_ group: QuarantinedGroup) -> [String] {
    let width = session.terminal.width
    let reason = "\(group.first.verdict.rawValue): \(group.first.reason)"
    return DisplayWidth.lines(Escaping.escaped(group.name), width: width)
      + DisplayWidth.lines(Escaping.escaped(reason), indent: 4, width: width)
  }

  private enum Column: String { case name, channels, type, manufacturer, tags }

  private func cell(_ column: Column, of component: Component, as layout: Table.Layout) -> String {
    switch column {
    case .name where component.verdict != .scanned:
      "\(component.name) (\(component.verdict.rawValue): \(component.bundle))"
    // People choose by the name; scripts know it by what stands there.
    case .name where layout == .terminal && component.requiredFeatures.contains(LV2.isLive):
      "\(component.name) (live only)"
    case .name: component.name
    case .channels: component.channels
    case .type: component.localizedType
    case .manufacturer: component.manufacturer ?? ""
    case .tags: component.displayTags.map(\.name).joined(separator: ", ")
    }
  }

  private func cell(_ column: Column, of bundle: QuarantinedBundle) -> String {
    switch column {
    case .name: bundle.uri ?? bundle.path
    case .type: bundle.verdict.rawValue
    case .tags: bundle.reason
    case .channels, .manufacturer: ""
    }
  }
}

extension Component {
  /// What goes in and comes out at a glance: `2→2`, `MIDI→2`, `MIDI+1→1`, `1 CV→1`. Side chains are not counted.
  var channels: String {
    let needsMIDI = hasMIDIInput && (type == .musicEffect || type == .musicDevice)
    let input = Self.side(audio: audioInputs, hasMIDI: hasMIDIInput, cv: cvInputs)
    let isPlain = audioInputs == 0 || !needsMIDI
    return (isPlain ? input : "MIDI+" + input) + "→"
      + Self.side(audio: audioOutputs, hasMIDI: hasMIDIOutput, cv: cvOutputs)
  }

  /// Audio, else MIDI, else CV: what matters most in a mixer.
  private static func side(audio: Int, hasMIDI: Bool, cv: Int) -> String {
    if audio == 0 && hasMIDI { return "MIDI" }
    return audio == 0 && cv > 0 ? "\(cv) CV" : "\(audio)"
  }
}
