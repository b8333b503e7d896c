/// Columns of text: aligned and cut to the terminal's width for people, separated by TABs for programs.
struct Table {
  let header: [String]
  var rows: [[String]] = []

  init(header: [String]) { self.header = header }

  /// The lines, without line breaks. In a pipe there is no header and nothing is cut.
  func lines(_ terminal: Terminal) -> [String] {
    let cells = rows.map { $0.map(Escaping.escaped) }
    guard terminal.isInteractive else { return cells.map { $0.joined(separator: "\t") } }
    let widths = widths(cells, terminal.width)
    // If the terminal is too narrow even for the minimum widths, the last columns are cut off.
    return [terminal.bold(DisplayWidth.cut(line(header, widths), to: terminal.width))]
      + cells.map { DisplayWidth.cut(line($0, widths), to: terminal.width) }
  }

  /// The space between columns.
  private static let gap = 2
  /// No column shrinks below this to make room for another.
  private static let least = 8

  /// The natural widths; if the terminal is narrower, the widest column shrinks first.
  private func widths(_ cells: [[String]], _ available: Int) -> [Int] {
    var widths = header.map(DisplayWidth.of)
    for row in cells {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], DisplayWidth.of(cell)) }
    }
    let room = available - Self.gap * (widths.count - 1)
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > Self.least,
      let column = widths.lastIndex(of: widest)
    {
      let second = widths.filter { $0 < widest }.max() ?? Self.least
      let excess = widths.reduce(0, +) - room
      widths[column] = max(Self.least, min(widest - 1, max(second, widest - excess)))
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let text = DisplayWidth.cut(cell, to: widths[column])
      line += text
      if column < cells.count - 1 {
        line += String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(text)) + Self.gap)
      }
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
