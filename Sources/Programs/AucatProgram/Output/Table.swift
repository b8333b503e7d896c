internal import AudioComponents

/// Columns of text: aligned for people, separated by TABs for programs.
package struct Table {
  /// The layout of a table.
  package enum Layout {
    /// Under a heading, and cut to the terminal's width.
    case terminal
    /// Aligned and whole, without a heading.
    case aligned
    /// Separated by TABs, without a heading.
    case plain
  }

  let header: [String]
  package var rows: [[String]] = []
  /// The columns that are never cut, but left out if there is no room for them.
  package var whole: Set<Int> = []
  /// The columns that are cut, but left out only after all others: rows can't be told apart without them.
  package var kept: Set<Int> = []
  /// The widths to which columns are cut before the first one is.
  package var comfortable: [Int: Int] = [:]
  /// Text after each row on a terminal, if there is room; empty for none.
  package var remarks: [String] = []

  package init(header: [String]) { self.header = header }

  /// The lines, without line breaks: for a terminal, or for a program.
  package func lines(_ terminal: Terminal) -> [String] {
    lines(terminal, as: terminal.isInteractive ? .terminal : .plain)
  }

  /// The lines for a terminal or a program, each followed by a line break.
  package func text(_ terminal: Terminal) -> String { lines(terminal).map { $0 + "\n" }.joined() }

  /// The lines, without line breaks; in the layout for a terminal, the heading first.
  package func lines(_ terminal: Terminal, as layout: Layout) -> [String] {
    let cells = rows.map { $0.map(Escaping.escaped) }
    switch layout {
    case .plain: return cells.map { $0.joined(separator: "\t") }
    case .aligned:
      let widths = natural(cells)
      return cells.map { line($0, widths) }
    case .terminal:
      let widths = fitting(natural([header] + cells), in: terminal.width)
      let lines = cells.map { line($0, widths) }
      return [terminal.bold(line(header, widths))] + (remarks.isEmpty ? lines : remarked(lines, terminal))
    }
  }

  private func remarked(_ lines: [String], _ terminal: Terminal) -> [String] {
    zip(lines, remarks.map(Escaping.escaped)).map { line, remark in
      let hasRoom = DisplayWidth.of(line) + Self.gap + DisplayWidth.of(remark) <= terminal.width
      return remark.isEmpty || !hasRoom ? line : line + String(repeating: " ", count: Self.gap) + terminal.dim(remark)
    }
  }

  /// Rows of one line each, aligned and uncut, without headings.
  package static func aligned(_ rows: [[String]]) -> String {
    let table = Table(header: rows.first ?? [])
    let widths = table.natural(rows)
    return rows.map { table.line($0, widths) + "\n" }.joined()
  }

  /// The space between columns.
  private static let gap = 2
  /// No column but the first is cut to less than this width, or to less than its heading's width.
  private static let least = 8
  /// The first column is not cut below this as long as another one can be left out.
  private static let leastOfFirst = 32

  private func natural(_ cells: [[String]]) -> [Int] {
    var widths = Array(repeating: 0, count: header.count)
    for row in cells {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], DisplayWidth.of(cell)) }
    }
    return widths
  }

  /// Widths that fit a terminal. A column matters more than those after it: the last is cut or left out first. The first,
  /// which names things, is cut to keep others: one long name must not cost a column of all rows.
  private func fitting(_ natural: [Int], in width: Int) -> [Int] {
    let floors = zip(natural, header).map { min($0, max(Self.least, DisplayWidth.of($1))) }
    let order = natural.indices.dropFirst().reversed()
    let cuttable = order.filter { !whole.contains($0) }
    var widths = natural
    let lasting = cuttable.filter(kept.contains)
    for column in cuttable.filter({ !kept.contains($0) }) + order.filter(whole.contains) + lasting {
      var least = widths.indices.map { cuttable.contains($0) ? min(widths[$0], floors[$0]) : widths[$0] }
      least[0] = min(widths[0], Self.leastOfFirst)
      if excess(of: least, over: width) > 0 { widths[column] = 0 }
    }
    for column in order {
      guard let least = comfortable[column], widths[column] > least else { continue }
      widths[column] = max(least, floors[column], widths[column] - max(0, excess(of: widths, over: width)))
    }
    if !comfortable.isEmpty {
      widths[0] = max(min(widths[0], Self.leastOfFirst), widths[0] - max(0, excess(of: widths, over: width)))
    }
    for column in cuttable where widths[column] > 0 {
      widths[column] = max(floors[column], widths[column] - max(0, excess(of: widths, over: width)))
    }
    widths[0] -= max(0, excess(of: widths, over: width))
    return widths
  }

  private func excess(of widths: [Int], over width: Int) -> Int {
    let shown = widths.filter { $0 > 0 }
    return shown.reduce(0, +) + Self.gap * (shown.count - 1) - width
  }

  /// The line of a row; a column without a width is left out.
  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    var blanks = 0
    for (column, (cell, width)) in zip(cells, widths).enumerated() where width > 0 {
      // The end of a name distinguishes variants.
      let text = column == 0 ? DisplayWidth.cutInside(cell, to: width) : DisplayWidth.cut(cell, to: width)
      if !text.isEmpty { line += String(repeating: " ", count: blanks) + text }
      blanks = (text.isEmpty ? blanks : 0) + width - DisplayWidth.of(text) + Self.gap
    }
    return line
  }
}
