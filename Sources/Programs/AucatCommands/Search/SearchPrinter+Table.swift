internal import AucatProgram
internal import AudioComponents

/// The contents of a search's table.
struct ComponentList {
  let found: SearchResult
  /// The number of further variants that each row stands for; empty if none are folded.
  let variants: [Int]
  /// The number of further components that match less well.
  let lesser: Int
  /// Why each component matched; empty if that isn't shown.
  let reasons: [String]

  init(_ found: SearchResult, folded: FoldedComponents? = nil, lesser: Int = 0, reasons: [String] = []) {
    self.found = found
    variants = folded.map { folded in found.components.map { folded.count(of: [$0]) } } ?? []
    self.lesser = lesser
    self.reasons = reasons
  }

  /// The number of components that the rows stand for.
  private var shown: Int { found.components.count + variants.reduce(0, +) }

  /// The lines below the table: how many there are, and how to see those without a row of their own.
  var counts: [String] {
    let all = Count.text(found.total, "component")
    var count = shown < found.total ? "\(shown) of \(all)" : all
    if shown > found.components.count {
      count += " in " + Count.text(found.components.count, "row") + " (--variants all lists each)"
    }
    let parts =
      (found.total > 0 || found.quarantined.isEmpty && found.near.isEmpty ? [count] : [])
      + (found.quarantined.isEmpty ? [] : ["\(found.quarantined.count) quarantined"])
    let more =
      lesser > 0 ? [Count.text(lesser, "more matches", plural: "more match") + " less well: --all-matches"] : []
    return (parts.isEmpty ? [] : [parts.joined(separator: ", ")]) + more
  }
}

extension SearchPrinter {
  /// A list for people: on a terminal with what is quarantined below it, and then the number of components.
  ///
  /// - Parameter showsReasons: whether reasons have a column of their own; otherwise they are shown where other columns
  ///   leave room.
  func list(_ list: ComponentList, as layout: Table.Layout, showsReasons: Bool = false) -> String {
    let table = table(list, as: layout, showsReasons).map { $0 + "\n" }.joined()
    guard layout == .terminal, !table.isEmpty else { return table }
    let counts = list.counts.flatMap { DisplayWidth.lines($0, width: session.terminal.width) }
    return table + counts.map { session.terminal.dim($0) + "\n" }.joined()
  }

  private func table(_ list: ComponentList, as layout: Table.Layout, _ showsReasons: Bool) -> [String] {
    let columns = columns(layout, showsReasons)
    var table = Table(header: columns.map { session.manager.columnTitle($0.rawValue) })
    let isInPlace = layout != .terminal
    table.rows = list.found.components.indices.map { index in columns.map { cell($0, at: index, of: list, layout) } }
    if isInPlace { table.rows += list.found.quarantined.map { bundle in columns.map { cell($0, of: bundle) } } }
    table.rows += list.found.near.map { component in columns.map { cell($0, of: component, layout) } }
    if layout == .terminal { fit(columns, &table) }
    if !showsReasons, !list.reasons.isEmpty {
      table.remarks = list.reasons.map { $0.isEmpty ? "" : "(\($0))" } + list.found.near.map { _ in "" }
    }
    var lines = table.rows.isEmpty ? [] : table.lines(session.terminal, as: layout)
    if !list.found.near.isEmpty { lines.insert(nearHeading(layout), at: lines.count - list.found.near.count) }
    let groups = isInPlace ? [] : QuarantinedGroup.groups(of: list.found.quarantined)
    return lines + groups.flatMap(paragraph)
  }

  /// The line between what matches and what is near.
  private func nearHeading(_ layout: Table.Layout) -> String {
    layout == .terminal ? session.terminal.bold("also near") : "also near"
  }

  private enum Column: String { case name, channels, type, manufacturer, tags, reason }

  private func columns(_ layout: Table.Layout, _ showsReasons: Bool) -> [Column] {
    let reason: [Column] = showsReasons ? [.reason] : []
    return switch layout {
    // In a pipe, each column stays where scripts expect it.
    case .plain: [.name, .type, .manufacturer, .tags, .channels] + reason
    case .aligned: [.name, .channels, .type, .manufacturer, .tags] + reason
    // Reasons that were asked for must be whole, unlike tags, which may be cut.
    case .terminal where showsReasons && session.terminal.width < Self.roomForAll:
      [.name, .channels, .reason, .manufacturer]
    case .terminal: [.name, .channels] + reason + [.manufacturer, .tags]
    }
  }

  /// The width of two tags, which have room beside a long name and a maker at 80 columns.
  private static let comfortableTags = 15
  /// The width of a field and two words.
  private static let comfortableReason = 24
  /// The width of a terminal that has room for reasons and tags.
  private static let roomForAll = 100
  /// The width of all makers' names except those of two or more people.
  private static let comfortableMaker = 17

  private func fit(_ columns: [Column], _ table: inout Table) {
    for (place, column) in columns.enumerated() {
      switch column {
      case .channels: table.whole.insert(place)
      case .tags: table.comfortable[place] = Self.comfortableTags
      case .reason: table.comfortable[place] = Self.comfortableReason
      case .manufacturer: table.comfortable[place] = Self.comfortableMaker
      case .name, .type: break
      }
    }
  }

  private func cell(_ column: Column, at index: Int, of list: ComponentList, _ layout: Table.Layout) -> String {
    cell(
      column, of: list.found.components[index], variants: list.variants.isEmpty ? 0 : list.variants[index],
      reason: list.reasons.isEmpty ? "" : list.reasons[index], layout)
  }

  private func cell(
    _ column: Column, of component: Component, variants: Int = 0, reason: String = "", _ layout: Table.Layout
  ) -> String {
    switch column {
    case .name where component.verdict != .scanned:
      return "\(component.name) (\(component.verdict.rawValue): \(component.bundle))"
    // People choose by the name; scripts need it unchanged.
    case .name where layout == .terminal:
      return name(of: component, variants: variants)
    case .name: return component.name
    case .channels: return component.channels
    case .type: return component.localizedType
    case .manufacturer: return component.manufacturer ?? ""
    case .tags where layout == .terminal: return component.kindsForPeople.joined(separator: ", ")
    case .tags: return component.displayTags.map(\.name).joined(separator: ", ")
    case .reason: return reason
    }
  }

  /// The width up to which a name is followed by the word for its variants, and is never cut for other columns; a
  /// longer one is followed only by their number.
  private static let comfortableName = 32

  private func name(of component: Component, variants: Int) -> String {
    let name = component.name + (component.requiredFeatures.contains(LV2.isLive) ? " (live only)" : "")
    guard variants > 0 else { return name }
    let named = "\(name) +\(Count.text(variants, "variant"))"
    return DisplayWidth.of(named) > Self.comfortableName ? "\(name) +\(variants)" : named
  }

  private func cell(_ column: Column, of bundle: QuarantinedBundle) -> String {
    switch column {
    case .name: bundle.uri ?? bundle.path
    case .type: bundle.verdict.rawValue
    case .tags: bundle.reason
    case .channels, .manufacturer, .reason: ""
    }
  }

  /// A quarantined bundle or its plugins, with the whole reason below it.
  private func paragraph(_ group: QuarantinedGroup) -> [String] {
    let width = session.terminal.width
    let reason = "\(group.first.verdict.rawValue): \(group.first.reason)"
    return DisplayWidth.lines(Escaping.escaped(group.name), width: width)
      + DisplayWidth.lines(Escaping.escaped(reason), indent: 4, width: width)
  }
}

extension Component {
  /// The component in a few words: the most specific tags, and its type if it isn't the usual one.
  fileprivate var kindsForPeople: [String] { tellingTags.map(\.name) + (type == .effect ? [] : [localizedType]) }
}
