import AudioComponents
import ICU
import TestSupport
import Testing

/// The page of the query language is true: everything in it that can be run is run.
@Suite struct LanguagePageTests {
  private let page = LanguagePage.shared
  private let catalog: LanguagePageCatalog
  private var manager: ComponentManager { catalog.manager }
  private let all: [Component]

  init() throws {
    catalog = try LanguagePageCatalog.shared.get()
    all = try catalog.manager.search(.constant(true), everything: true).components
  }

  @Test("every table and every block of code is of a kind that is run")
  func isRecognised() {
    let headers = [
      ["predicate", "finds"], ["words", "finds, best first", "points"], ["predicate", "column", "error"],
      ["key", "also", "kind", "what it is"], ["operator", "also", "true where the key's value"],
      ["kind of key", "operators"], ["limit", "the error beyond it"],
      ["name", "type", "manufacturer", "in, out", "tags", "your tags", "parameters", "presets"],
    ]
    for table in page.tables {
      #expect(headers.contains(table.header), "line \(table.line): no test runs a table of \(table.header)")
      for row in table.rows { #expect(row.cells.count == table.header.count, "line \(row.line)") }
    }
    for block in page.blocks {
      #expect(["console", "swift", "text"].contains(block.language), "line \(block.line): \(block.language)")
    }
    for (line, text) in page.prose { #expect(!text.hasPrefix("    ") && !text.contains("\t"), "line \(line)") }
    #expect(page.rows("predicate", "finds").count > 120)
    #expect(page.rows("words", "finds, best first", "points").count > 15)
    #expect(page.rows("predicate", "column", "error").count > 20)
  }

  @Test("a predicate in the prose is one that is run too")
  func proseIsRun() throws {
    let tables = page.rows("predicate", "finds") + page.rows("predicate", "column", "error")
    var run = Set(tables.compactMap { LanguagePage.code(of: $0.cells[0]) })
    run.formUnion(try manager.savedSearches().map(\.predicate))
    for (line, text) in page.prose {
      for code in LanguagePage.code(in: text) {
        guard let predicate = try? manager.predicate(code) else { continue }
        if TextReading(of: code) == .words { continue }
        if case .constant = predicate { continue }
        #expect(run.contains(code), "line \(line): `\(code)` is in no table")
      }
    }
  }

  @Test("links within the page lead to its headings")
  func links() {
    let headings = page.prose.map(\.text).filter { $0.hasPrefix("#") }.map { heading in
      let name = LanguagePage.trimmed(heading.drop { $0 == "#" }).lowercased()
      return String(name.filter { $0.isLetter || $0 == " " || $0 == "-" }.map { $0 == " " ? "-" : $0 })
    }
    var count = 0
    for (line, text) in page.prose {
      for link in text.split(separator: "](#").dropFirst() {
        #expect(headings.contains(String(link.prefix { $0 != ")" })), "line \(line)")
        count += 1
      }
    }
    #expect(count > 10)
  }

  @Test("the components are those of the first table")
  func fixture() throws {
    let rows = page.tables[0].rows
    #expect(rows.map { $0.cells[0] } == all.map(\.name))
    for (row, component) in zip(rows, all) {
      let details = try manager.details(of: component)
      let cells = [
        component.name, component.type.englishName, component.manufacturer ?? "",
        "\(component.audioInputs), \(component.audioOutputs)", component.systemTagNames.joined(separator: ", "),
        component.userTagNames.joined(separator: ", "), details.parameterNames.joined(separator: ", "),
        details.presets.map(\.name).joined(separator: ", "),
      ]
      #expect(row.cells == cells, "line \(row.line)")
    }
  }

  // MARK: Searches

  /// The names that a cell says: a list, `everything` that is not hidden, `all but` some of it, or `nothing`.
  private func names(_ cell: String) -> [String] {
    let visible = all.filter { !$0.isHidden }.map(\.name)
    if cell == "everything" { return visible }
    if cell == "nothing" { return [] }
    guard cell.hasPrefix("all but ") else { return LanguagePage.list(cell) }
    let others = LanguagePage.list(String(cell.dropFirst("all but ".count)))
    return visible.filter { !others.contains($0) }
  }

  /// That a predicate finds these components in this order, in SQL as in memory, and is what its text is parsed into.
  private func check(_ predicate: ComponentPredicate, finds names: [String], _ comment: Comment) throws {
    #expect(try manager.components(matching: predicate).map(\.name) == names, comment)
    #expect(try manager.prepare(predicate).count() == names.count, comment)
    #expect(try manager.predicate(predicate.description) == predicate, comment)
    let resolved = try manager.resolved(predicate)
    #expect(try manager.predicate(resolved.description) == resolved, comment)
    let test = try PreparedPredicate(resolved, rules: manager.textRules)
    let inMemory = try all.filter { component in
      try (!component.isHidden || resolved.keys.contains(.hidden))
        && test.matches(CatalogSubject(component) { try manager.details(of: component) })
    }
    #expect(inMemory.map(\.name) == names.sorted { sortKey($0).lexicographicallyPrecedes(sortKey($1)) }, comment)
  }

  private func sortKey(_ name: String) -> [UInt8] { manager.sortKey(name) }

  @Test("a predicate finds what its line says")
  func predicates() throws {
    for row in page.rows("predicate", "finds") {
      let text = try #require(LanguagePage.code(of: row.cells[0]), "line \(row.line)")
      do {
        let predicate = try manager.predicate(text)
        if TextReading(of: text) == .words { Issue.record("line \(row.line): `\(text)` is plain words") }
        try check(predicate, finds: names(row.cells[1]), "line \(row.line): \(text)")
      } catch {
        Issue.record("line \(row.line): \(text): \(error)")
      }
    }
  }

  @Test("plain words find what their line says, in its order and with its points")
  func plainWords() throws {
    for row in page.rows("words", "finds, best first", "points") {
      let text = try #require(LanguagePage.code(of: row.cells[0]), "line \(row.line)")
      let names = names(row.cells[1])
      let predicate = try manager.predicate(text)
      try check(predicate, finds: names, "line \(row.line): \(text)")
      #expect(TextReading(of: text) == .words, "line \(row.line): \(text)")
      let ranks = try names.compactMap { name in all.first { $0.name == name } }.map { component in
        let points = try manager.rank(of: component, for: predicate).reduce(0) { $0 + $1.points }
        return "\(Int(points.rounded()))"
      }
      #expect(ranks.joined(separator: ", ") == row.cells[2], "line \(row.line): \(text)")
    }
  }

  @Test("an error is at the column and in the words of its line")
  func errors() throws {
    for row in page.rows("predicate", "column", "error") {
      let text = try #require(LanguagePage.code(of: row.cells[0]), "line \(row.line)")
      let error = invalidPredicate("line \(row.line)") { try manager.typedPredicate(text, arguments: []) }
      #expect(error?.description == row.cells[2], "line \(row.line)")
      #expect(error?.column.map(String.init) == row.cells[1], "line \(row.line)")
    }
  }

  @Test("commands say what the page shows")
  func commands() {
    var count = 0
    for block in page.blocks where block.language == "console" {
      #expect(block.lines.first?.hasPrefix("$ ") == true, "line \(block.line)")
      var lines = block.lines[...]
      while let command = lines.popFirst() {
        let shown = lines.prefix { !$0.hasPrefix("$ ") }
        lines = lines.dropFirst(shown.count)
        let run = catalog.run(String(command.dropFirst(2)))
        #expect(run.lines.map(Self.comparable) == shown.map(Self.comparable), "line \(block.line): \(command)")
        count += 1
      }
    }
    #expect(count > 12)
  }

  /// A line as it is compared: without the times that it took, without the words of SQLite's plan, which are those of its
  /// version, and with one TAB between columns.
  private static func comparable(_ line: String) -> String {
    if line.hasPrefix("plan  ") { return "plan" }
    let timeless = line.replacing(#/[0-9]+\.[0-9]{3} ms/#, with: "… ms")
    guard !timeless.hasPrefix(" "), !timeless.contains("<-"), !timeless.hasPrefix("aucat:") else { return timeless }
    return timeless.replacing(#/\t+| {2,}/#, with: "\t")
  }
}

/// The tables of keys, operators and limits are complete.
@Suite struct LanguagePageTableTests {
  private let page = LanguagePage.shared

  @Test("keys in their order, with every other spelling and their kinds")
  func keys() throws {
    let rows = page.rows("key", "also", "kind", "what it is")
    let keys = rows.compactMap { LanguagePage.code(of: $0.cells[0]) }
    #expect(keys == Key.allCases.map(\.rawValue))
    var spellings = keys
    for row in rows {
      let key = LanguagePage.code(of: row.cells[0]).flatMap(Key.init(rawValue:))
      for other in LanguagePage.list(row.cells[1]) {
        let spelling = try #require(LanguagePage.code(of: other), "line \(row.line)")
        #expect(Key.Reference(spelling: spelling)?.key == key, "line \(row.line)")
        spellings.append(spelling)
      }
      #expect(key.map { $0.kind.name } == row.cells[2], "line \(row.line)")
      #expect(key?.declaration.documentation == row.cells[3], "line \(row.line)")
    }
    // A key whose own spelling differs from its name in Swift has that as another one.
    #expect(Set(spellings) == Set(Key.spellings) && Set(spellings).count == spellings.count)
  }

  @Test("operators in their order, with every other spelling")
  func operators() throws {
    let rows = page.rows("operator", "also", "true where the key's value")
    #expect(rows.compactMap { LanguagePage.code(of: $0.cells[0]) } == Comparison.Operator.allCases.map(\.rawValue))
    for row in rows where !row.cells[1].isEmpty {
      let spellings = try row.cells[0...1].map { try #require(LanguagePage.code(of: $0)) }
      let predicates = try spellings.map { try ComponentPredicate(parsing: "latency \($0) 1") }
      #expect(predicates[0] == predicates[1], "line \(row.line)")
    }
  }

  /// A key of each kind, with values that go with it.
  private static let samples: [(kind: String, key: String, value: String)] = [
    ("text", "name", "x"), ("version", "version", "2.1"), ("date", "addedAt", "\"2026-11-21T18:30:00Z\""),
    ("texts", "preset.name", "x"), ("tags", "tag", "x"), ("number", "presets", "2"), ("enumeration", "type", "Effect"),
    ("yes or no", "hidden", "yes"),
  ]

  @Test("which operators a kind of key has, and no other")
  func kinds() throws {
    let rows = page.rows("kind of key", "operators")
    #expect(Set(rows.map { $0.cells[0] }) == Set(Self.samples.map(\.kind)))
    for sample in Self.samples {
      let row = try #require(rows.first { $0.cells[0] == sample.kind })
      let possible = Comparison.Operator.allCases.filter { comparisonOperator in
        let value =
          switch comparisonOperator {
          case .in: "{\(sample.value)}"
          case .between: "{\(sample.value), \(sample.value)}"
          default: sample.value
          }
        return (try? ComponentPredicate(parsing: "\(sample.key) \(comparisonOperator.rawValue) \(value)")) != nil
      }
      #expect(LanguagePage.code(in: row.cells[1]) == possible.map(\.rawValue), "line \(row.line)")
    }
  }

  @Test("the words that enumerations have are all in the text")
  func enumerations() {
    let prose = page.prose.map(\.text).joined(separator: " ")
    for key in Key.allCases {
      for value in key.enumerationValues { #expect(prose.contains(" " + value), "\(value)") }
    }
    for type in ComponentType.allCases where type.rawValue == type.englishName {
      #expect(prose.contains(type.rawValue))
    }
  }

  @Test("limits, and the errors beyond them")
  func limits() throws {
    let rows = page.rows("limit", "the error beyond it")
    let tests: [(begins: String, test: () throws -> Void)] = [
      ("a text of \(ComponentPredicate.sizeLimit >> 20) MiB", textBeyondItsSize),
      ("\(ComponentPredicate.depthLimit) levels", parenthesesBeyondTheirDepth),
      ("\(ComponentPredicate.resolvedLimit / 1_000),000 comparisons", searchesBeyondTheirSize),
      ("10 ms, or 1 MiB of memory, for `MATCHES`", expressionBeyondItsTime),
    ]
    #expect(rows.count == tests.count)
    for (row, limit) in zip(rows, tests) {
      #expect(row.cells[0].hasPrefix(limit.begins), "line \(row.line)")
      let error = invalidPredicate("line \(row.line)") { try limit.test() }
      #expect(error?.description == row.cells[1], "line \(row.line)")
    }
  }

  private func textBeyondItsSize() throws {
    let frame = "name == ''".utf8.count
    let longest = String(repeating: "x", count: ComponentPredicate.sizeLimit - frame)
    _ = try ComponentPredicate(parsing: "name == '\(longest)'")
    _ = try ComponentPredicate(parsing: "name == '\(longest)x'")
  }

  private func parenthesesBeyondTheirDepth() throws {
    func nested(_ levels: Int) -> String { String(repeating: "NOT ", count: levels - 1) + "name == x" }
    _ = try ComponentPredicate(parsing: nested(ComponentPredicate.depthLimit))
    _ = try ComponentPredicate(parsing: nested(ComponentPredicate.depthLimit + 1))
  }

  private func searchesBeyondTheirSize() throws {
    let saved = try ComponentPredicate(parsing: Array(repeating: "name == x", count: 49_999).joined(separator: " or "))
    _ = try ComponentPredicate(parsing: "in a and in a").resolved { _ in saved }
    let larger = try ComponentPredicate(parsing: "in a and in a and in a")
    _ = try larger.resolved { _ in saved }
  }

  private func expressionBeyondItsTime() throws {
    var component = Component(rowID: 1, uri: "urn:x", name: "aaaa", type: .effect, bundle: "/x")
    let predicate = try ComponentPredicate(parsing: "name matches '(a+)+b'")
    func matches() throws -> Bool {
      try predicate.matches(
        CatalogSubject(component) { ComponentDetails() }, rules: UnicodeRules(locale: LocaleIdentifier("C")))
    }
    #expect(try !matches())
    component.name = String(repeating: "a", count: 60)
    let (result, time) = ProcessorTime.measure { Result { try matches() } }
    #expect(time < .runaway)
    _ = try result.get()
  }
}
