/// A page of documentation in Markdown as a page of the manual.
struct MarkdownPage {
  private var page: ManualPage
  private var paragraph: [Substring] = []
  private var header: [String] = []
  private var isCode = false
  private var code: [Substring] = []

  /// Appends all of a text below its title, but its table of contents.
  static func append(_ markdown: String, to page: ManualPage) -> ManualPage {
    var writer = MarkdownPage(page: page)
    writer.page.heading("DESCRIPTION")
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() { writer.add(line) }
    writer.finishParagraph()
    return writer.page
  }

  private init(page: ManualPage) { self.page = page }

  private mutating func add(_ line: Substring) {
    if line.hasPrefix("```") || isCode { return addCode(line) }
    let isRow = line.hasPrefix("|")
    let isNew =
      line.isEmpty || isRow || line.hasPrefix("#") || line.hasPrefix("    ") && paragraph.isEmpty || Self.isItem(line)
    if isNew { finishParagraph() }
    if !isRow { header = [] }
    if isRow { return addRow(line) }
    if line.hasPrefix("### ") { return page.subheading(String(line.dropFirst(4))) }
    if line.hasPrefix("## ") { return page.heading(String(line.dropFirst(3))) }
    if !line.isEmpty { paragraph.append(line) }
  }

  private static func isItem(_ line: Substring) -> Bool {
    line.hasPrefix("- ") || line.prefixMatch(of: /\d+\.\s/) != nil
  }

  private mutating func addCode(_ line: Substring) {
    finishParagraph()
    guard line.hasPrefix("```") else { return code.append(line) }
    if isCode { page.verbatim(code) }
    code = []
    isCode.toggle()
  }

  private mutating func finishParagraph() {
    guard let first = paragraph.first else { return }
    defer { paragraph = [] }
    if first.hasPrefix("    ") { return page.verbatim(paragraph.map { $0.dropFirst(4) }) }
    let text = paragraph.map { $0.drop { $0 == " " } }.joined(separator: " ")
    guard Self.isItem(first) else { return page.paragraph(text) }
    // An entry of a table of contents leads to a part of this page.
    if text.contains("](#") { return }
    page.item(String(text.drop { $0 != " " }.dropFirst()))
  }

  /// A row becomes an entry: its first cell, with other spellings of it, and what the others say of that.
  private mutating func addRow(_ line: Substring) {
    let cells = Self.cells(line)
    if header.isEmpty {
      header = cells
    } else if !cells.allSatisfy({ $0.allSatisfy { "-:".contains($0) } }) {
      let others = zip(header, cells).dropFirst().filter { !$1.isEmpty }
      let spellings = others.filter { $0.0 == "also" }.map(\.1)
      let rest = others.filter { $0.0 != "also" }
      let text = rest.map { rest.count > 2 ? "\($0): \($1)" : $1 }.joined(separator: "; ")
      page.entry(([cells[0]] + spellings).joined(separator: ", "), text)
    }
  }

  /// The cells of a row, in which `\|` isn't a border.
  private static func cells(_ line: Substring) -> [String] {
    let protected = line.replacing("\\|", with: "\u{0}")
    return protected.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
      let text = cell.drop { $0 == " " }
      return String(text.reversed().drop { $0 == " " }.reversed()).replacing("\u{0}", with: "|")
    }
  }
}
