import AudioComponents
import ICU
import TestSupport
import Testing

/// The page of the query language is true: everything in it that can be run is run.
struct LanguagePageTests {
  private let page = LanguagePage.shared
  private let catalog: LanguagePageCatalog
  private var manager: ComponentManager { catalog.manager }
  private let all: [Component]

  init() throws {
    catalog = try LanguagePageCatalog.shared.get()
    all = try catalog.manager.search(.constant(true), everything: true).components
  }

  @Test("every table, block of code and predicate in the prose is run, and links within the page lead to its headings")
  func structure() throws {
    let headers = [
      ["predicate", "finds"], ["words", "finds, best first", "points"], ["predicate", "column", "error"],
      ["key", "also", "kind", "what it is"], ["operator", "also", "true where the key's value"],
      ["kind of key", "operators"], ["limit", "the error beyond it"],
      ["name", "type", "manufacturer", "in, out", "tags", "your tags", "parameters", "presets"],
    ]
    for table in page.tables {
      verify(headers.contains(table.header), "line \(table.line): no test runs a table of \(table.header)")
      for row in table.rows { verify(row.cells.count, equals: table.header.count, "line \(row.line)") }
    }
    for block in page.blocks {
      verify(["console", "swift", "text"].contains(block.language), "line \(block.line): \(block.language)")
    }
    for (line, text) in page.prose { verify(!text.hasPrefix("    ") && !text.contains("\t"), "line \(line)") }
    verify(page.rows("predicate", "finds").count > 120)
    verify(page.rows("words", "finds, best first", "points").count > 15)
    verify(page.rows("predicate", "column", "error").count > 20)

    let tables = page.rows("predicate", "finds") + page.rows("predicate", "column", "error")
    var run = Set(tables.compactMap { LanguagePage.code(of: $0.cells[0]) })
    run.formUnion(try manager.savedSearches().map(\.predicate))
    for (line, text) in page.prose {
      for code in LanguagePage.code(in: text) {
        guard let predicate = try? manager.predicate(code) else { continue }
        if TextReading(of: code) == .words { continue }
        if case .constant = predicate { continue }
        verify(run.contains(code), "line \(line): `\(code)` is in no table")
      }
    }

    let headings = page.prose.map(\.text).filter { $0.hasPrefix("#") }.map { heading in
      let name = LanguagePage.trimmed(heading.drop { $0 == "#" }).lowercased()
      return String(name.filter { $0.isLetter || $0 == " " || $0 == "-" }.map { $0 == " " ? "-" : $0 })
    }
    var count = 0
    for (line, text) in page.prose {
      for link in text.split(separator: "](#").dropFirst() {
        verify(headings.contains(String(link.prefix { $0 != ")" })), "line \(line)")
        count += 1
      }
    }
    verify(count > 10)
  }

  @Test("the components are those of the first table")
  func fixture() throws {
    let rows = page.tables[0].rows
    verify(rows.map { $0.cells[0] }, equals: all.map(\.name))
    for (row, component) in zip(rows, all) {
      let details = try manager.details(of: component)
      let cells = [
        component.name, component.type.englishName, component.manufacturer ?? "",
        "\(component.audioInputs), \(component.audioOutputs)", component.systemTagNames.joined(separator: ", "),
        component.userTagNames.joined(separator: ", "), details.parameterNames.joined(separator: ", "),
        details.presets.map(\.name).joined(separator: ", "),
      ]
      verify(row.cells, equals: cells, "line \(row.line)")
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
    try verify(manager.components(matching: predicate).map(\.name), equals: names, comment)
    try verify(manager.prepare(predicate).count(), equals: names.count, comment)
    try verify(manager.predicate(predicate.description), equals: predicate, comment)
    let resolved = try manager.resolved(predicate)
    try verify(manager.predicate(resolved.description), equals: resolved, comment)
    let test = try PreparedPredicate(resolved, rules: manager.textRules)
    let inMemory = try all.filter { component in
      try (!component.isHidden || resolved.keys.contains(.hidden))
        && test.matches(CatalogSubject(component) { try manager.details(of: component) })
    }
    verify(inMemory.map(\.name), equals: names.sorted { sortKey($0).lexicographicallyPrecedes(sortKey($1)) }, comment)
  }

  private func sortKey(_ name: String) -> [UInt8] { manager.sortKey(name) }

  @Test("predicates and plain words find what their line says, in its order and with its points, or have its error")
  func searches() throws {
    for row in page.rows("predicate", "finds") {
      let text = try demand(LanguagePage.code(of: row.cells[0]), "line \(row.line)")
      do {
        if TextReading(of: text) == .words { Issue.record("line \(row.line): `\(text)` is plain words") }
        try check(manager.predicate(text), finds: names(row.cells[1]), "line \(row.line): \(text)")
      } catch {
        Issue.record("line \(row.line): \(text): \(error)")
      }
    }
    for row in page.rows("words", "finds, best first", "points") {
      let text = try demand(LanguagePage.code(of: row.cells[0]), "line \(row.line)")
      let names = names(row.cells[1])
      let predicate = try manager.predicate(text)
      try check(predicate, finds: names, "line \(row.line): \(text)")
      verify(TextReading(of: text), equals: .words, "line \(row.line): \(text)")
      let ranks = try names.compactMap { name in all.first { $0.name == name } }.map { component in
        let points = try manager.rank(of: component, for: predicate).reduce(0) { $0 + $1.points }
        return "\(Int(points.rounded()))"
      }
      verify(ranks.joined(separator: ", "), equals: row.cells[2], "line \(row.line): \(text)")
    }
    for row in page.rows("predicate", "column", "error") {
      let text = try demand(LanguagePage.code(of: row.cells[0]), "line \(row.line)")
      let error = invalidPredicate("line \(row.line)") { try manager.typedPredicate(text, arguments: []) }
      verify(error?.description, equals: row.cells[2], "line \(row.line)")
      verify(error?.column.map(String.init), equals: row.cells[1], "line \(row.line)")
    }
  }

  @Test("commands say what the page shows")
  func commands() {
    var count = 0
    for block in page.blocks where block.language == "console" {
      verify(block.lines.first?.hasPrefix("$ "), equals: true, "line \(block.line)")
      var lines = block.lines[...]
      while let command = lines.popFirst() {
        let shown = lines.prefix { !$0.hasPrefix("$ ") }
        lines = lines.dropFirst(shown.count)
        let run = catalog.run(String(command.dropFirst(2)))
        verify(run.lines.map(Self.comparable), equals: shown.map(Self.comparable), "line \(block.line): \(command)")
        count += 1
      }
    }
    verify(count > 12)
  }

  /// A line as it is compared: without the times that it took, without the words of SQLite's plan, which are those of its
  /// version, and with one TAB between columns.
  private static func comparable(_ line: String) -> String {
    if line.hasPrefix("plan  ") { return "plan" }
    let timeless = line.replacing(#/[0-9]+\.[0-9]{3} ms/#, with: "… ms")
    guard !timeless.hasPrefix(" "), !timeless.contains("<-"), !timeless.hasPrefix("aucat:") else { return timeless }
    return timeless.replacing(#/\t+| {2,}/#, with: "\t")
  }

  // MARK: Tables

  /// A key of each kind, with values that go with it.
  private static let samples: [(kind: String, key: String, value: String)] = [
    ("text", "name", "x"), ("version", "version", "2.1"), ("date", "addedAt", "\"2026-11-21T18:30:00Z\""),
    ("texts", "preset.name", "x"), ("tags", "tag", "x"), ("number", "presets", "2"), ("enumeration", "type", "Effect"),
    ("yes or no", "hidden", "yes"), ("ranges", "parameter.time", "2"),
  ]

  @Test("the tables of keys, operators and enumerations are complete, in order, with every other spelling")
  func tables() throws {
    let rows = page.rows("key", "also", "kind", "what it is")
    let keys = rows.compactMap { LanguagePage.code(of: $0.cells[0]) }
    verify(keys, equals: Key.allCases.map(\.rawValue))
    var spellings = keys
    for row in rows {
      let key = LanguagePage.code(of: row.cells[0]).flatMap(Key.init(rawValue:))
      for other in LanguagePage.list(row.cells[1]) {
        let spelling = try demand(LanguagePage.code(of: other), "line \(row.line)")
        verify(Key.Reference(spelling: spelling)?.key, equals: key, "line \(row.line)")
        spellings.append(spelling)
      }
      verify(key.map { $0.kind.name }, equals: row.cells[2], "line \(row.line)")
      verify(key?.declaration.documentation, equals: row.cells[3], "line \(row.line)")
    }
    // A key whose own spelling differs from its name in Swift has that as another one.
    verify(Set(spellings) == Set(Key.spellings) && Set(spellings).count == spellings.count)

    let operators = page.rows("operator", "also", "true where the key's value")
    verify(
      operators.compactMap { LanguagePage.code(of: $0.cells[0]) }, equals: Comparison.Operator.allCases.map(\.rawValue))
    for row in operators where !row.cells[1].isEmpty {
      let spellings = try row.cells[0...1].map { try demand(LanguagePage.code(of: $0)) }
      let predicates = try spellings.map { try ComponentPredicate(parsing: "latency \($0) 1") }
      verify(predicates[0], equals: predicates[1], "line \(row.line)")
    }

    let kinds = page.rows("kind of key", "operators")
    verify(Set(kinds.map { $0.cells[0] }), equals: Set(Self.samples.map(\.kind)))
    for sample in Self.samples {
      let row = try demand(kinds.first { $0.cells[0] == sample.kind })
      let possible = Comparison.Operator.allCases.filter { comparisonOperator in
        let value =
          switch comparisonOperator {
          case .in: "{\(sample.value)}"
          case .between: "{\(sample.value), \(sample.value)}"
          default: sample.value
          }
        return (try? ComponentPredicate(parsing: "\(sample.key) \(comparisonOperator.rawValue) \(value)")) != nil
      }
      verify(LanguagePage.code(in: row.cells[1]), equals: possible.map(\.rawValue), "line \(row.line)")
    }

    let prose = page.prose.map(\.text).joined(separator: " ")
    for key in Key.allCases {
      for value in key.enumerationValues { verify(prose.contains(" " + value), "\(value)") }
    }
    for type in ComponentType.allCases where type.rawValue == type.englishName {
      verify(prose.contains(type.rawValue))
    }
  }

  @Test("limits, and the errors beyond them")
  func limits() throws {
    let rows = page.rows("limit", "the error beyond it")
    // `ComponentQueryTests` look for what is just within them.
    let tests: [(begins: String, test: () throws -> Void)] = [
      (
        "a text of \(ComponentPredicate.sizeLimit >> 20) MiB",
        { _ = try ComponentPredicate(parsing: String(repeating: "x", count: ComponentPredicate.sizeLimit + 1)) }
      ),
      (
        "\(ComponentPredicate.depthLimit) levels",
        {
          let nots = String(repeating: "NOT ", count: ComponentPredicate.depthLimit)
          _ = try ComponentPredicate(parsing: nots + "name == x")
        }
      ),
      ("\(ComponentPredicate.resolvedLimit / 1_000),000 comparisons", searchesBeyondTheirSize),
      ("10 ms, or 1 MiB of memory, for `MATCHES`", expressionBeyondItsTime),
    ]
    verify(rows.count, equals: tests.count)
    for (row, limit) in zip(rows, tests) {
      verify(row.cells[0].hasPrefix(limit.begins), "line \(row.line)")
      let error = invalidPredicate("line \(row.line)") { try limit.test() }
      verify(error?.description, equals: row.cells[1], "line \(row.line)")
    }
  }

  private func searchesBeyondTheirSize() throws {
    let saved = ComponentPredicate.or(
      Array(repeating: try ComponentPredicate(parsing: "name == x"), count: 49_999))
    _ = try ComponentPredicate(parsing: "in a and in a").resolved { _ in saved }
    _ = try ComponentPredicate(parsing: "in a and in a and in a").resolved { _ in saved }
  }

  private func expressionBeyondItsTime() throws {
    var component = Component(rowID: 1, uri: "urn:x", name: "aaaa", type: .effect, bundle: "/x")
    let predicate = try ComponentPredicate(parsing: "name matches '(a+)+b'")
    func matches() throws -> Bool {
      try predicate.matches(
        CatalogSubject(component) { ComponentDetails() }, rules: UnicodeRules(locale: LocaleIdentifier("C")))
    }
    verify(try !matches())
    component.name = String(repeating: "a", count: 60)
    let (result, time) = ProcessorTime.measure { Result { try matches() } }
    verify(time < .runaway)
    _ = try result.get()
  }
}
