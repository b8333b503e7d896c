import TestSupport

/// The page of the query language, cut into what a reader sees: prose, tables, and blocks of code.
struct LanguagePage {
  struct Table {
    var line: Int
    var header: [String]
    var rows: [Row]
  }

  struct Row {
    var line: Int
    var cells: [String]
  }

  struct Block {
    var line: Int
    /// What stands behind the fence.
    var language: String
    var lines: [String]
  }

  private(set) var tables: [Table] = []
  private(set) var blocks: [Block] = []
  private(set) var prose: [(line: Int, text: String)] = []

  init() {
    let text = String(decoding: Child.contents(Repository.path("Sources/ComponentQuery/README.md")), as: UTF8.self)
    var openBlock: Block?
    var isInTable = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated() {
      let number = index + 1
      if var block = openBlock {
        if line == "```" { blocks.append(block) } else { block.lines.append(line) }
        openBlock = line == "```" ? nil : block
      } else if line.hasPrefix("```") {
        openBlock = Block(line: number, language: String(line.dropFirst(3)), lines: [])
      } else if line.hasPrefix("|") {
        add(Row(line: number, cells: Self.cells(line)), continues: isInTable)
      } else {
        prose.append((number, line))
      }
      isInTable = line.hasPrefix("|") && openBlock == nil
    }
  }

  static let shared = LanguagePage()

  private mutating func add(_ row: Row, continues: Bool) {
    if !continues {
      tables.append(Table(line: row.line, header: row.cells, rows: []))
    } else if !row.cells.allSatisfy({ $0 == "---" }) {
      tables[tables.count - 1].rows.append(row)
    }
  }

  /// The cells of a line; `\|` is a stroke in one of them.
  private static func cells(_ line: String) -> [String] {
    var cells = [""]
    var isEscaped = false
    for character in line.dropFirst() {
      if character == "|", !isEscaped {
        cells.append("")
      } else {
        if character == "|" { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return cells.dropLast().map(Self.trimmed)
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while text.last == " " { text.removeLast() }
    return String(text.drop { $0 == " " })
  }

  /// The rows of all tables with a header.
  func rows(_ header: String...) -> [Row] { tables.filter { $0.header == header }.flatMap(\.rows) }

  /// What stands between back quotes, one after the other.
  static func code(in text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  /// A cell whose content is code as a whole; nil for any other.
  static func code(of cell: String) -> String? {
    guard cell.count > 2, cell.hasPrefix("`"), cell.hasSuffix("`") else { return nil }
    return String(cell.dropFirst().dropLast())
  }

  /// The parts of a list with commas; none of an empty text.
  static func list(_ cell: String) -> [String] { cell.split(separator: ",").map { trimmed($0) } }
}
