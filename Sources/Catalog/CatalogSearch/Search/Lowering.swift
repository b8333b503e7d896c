internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Lowers a predicate to an SQL condition on `component AS c JOIN bundle AS b`.
///
/// Every leaf is 0 or 1 and never NULL, so that NOT means the same as in memory. Exact comparisons are SQLite's own;
/// those that fold case or accents or match a pattern call back into the test that in-memory evaluation uses.
struct Lowering {
  /// Maximum number of tests in a condition. A predicate with more is evaluated in memory, because SQLite limits the
  /// depth of a statement and the number of its arguments.
  static let testLimit = 2_000

  let rows: ComponentRows
  private(set) var arguments: [Value] = []
  private(set) var tests: [TextTest] = []
  private(set) var sets: [ComponentSet] = []
  /// Decides what no table has.
  private let componentSets: ComponentSets
  private var namesVariants = false
  private var namesLevels = false

  /// Whether the condition calls `aucat_test`, `aucat_has`, `aucat_variant` or `aucat_decibels`.
  var needsFunctions: Bool { !tests.isEmpty || !sets.isEmpty || namesVariants || namesLevels }

  init(_ componentSets: ComponentSets) {
    rows = componentSets.state.rows
    self.componentSets = componentSets
  }

  /// The number of tests that a predicate becomes.
  static func testCount(_ predicate: ComponentPredicate) -> Int {
    var tests = 0
    predicate.visitLeaves { _ in tests += 1 }
    return tests
  }

  mutating func condition(_ predicate: ComponentPredicate) throws -> String {
    switch predicate {
    case .constant(let value): return value ? "1" : "0"
    case .not(let operand): return "NOT (\(try condition(operand)))"
    case .and(let operands): return try Self.chain(operands[...], joinedBy: "AND", neutral: "1") { try condition($0) }
    case .or(let operands): return try Self.chain(operands[...], joinedBy: "OR", neutral: "0") { try condition($0) }
    case .comparison, .text:
      if componentSets.decide(predicate) { return has(try componentSets.set(of: predicate)) }
      guard case .comparison(let comparison) = predicate else { return "0" }
      return try condition(comparison)
    case .saved(let name): throw InvalidPredicate.unresolved(name)
    }
  }

  /// Joins conditions in a balanced tree: SQLite limits the depth of an expression, and a plain chain is as deep as it
  /// is long.
  private static func chain<Operand>(
    _ operands: ArraySlice<Operand>, joinedBy word: String, neutral: String, condition: (Operand) throws -> String
  ) rethrows -> String {
    guard let first = operands.first else { return neutral }
    if operands.count == 1 { return "(\(try condition(first)))" }
    let middle = operands.startIndex + operands.count / 2
    let left = try chain(operands[..<middle], joinedBy: word, neutral: neutral, condition: condition)
    return "(\(left) \(word) \(try chain(operands[middle...], joinedBy: word, neutral: neutral, condition: condition)))"
  }

  private mutating func condition(_ comparison: Comparison) throws -> String {
    if comparison.key.isList { return try listCondition(comparison) }
    if comparison.key == .variant { namesVariants = true }
    // Every count is verified before one is looked up.
    if comparison.key == .uses || comparison.key == .lastUsed { _ = try rows.userStore.uses() }
    let expression = expression(comparison.key)
    if comparison.value == .null {
      return comparison.comparisonOperator == .equal ? "\(expression) IS NULL" : "\(expression) IS NOT NULL"
    }
    let test: String
    switch comparison.key.kind {
    case .number: test = numeric(comparison, of: expression) { $0.number.map(Value.real) }
    case .boolean:
      test = "\(expression) \(comparison.comparisonOperator == .equal ? "=" : "<>") \(bound(comparison.value))"
    case .version where comparison.comparisonOperator.isOrder: test = version(comparison)
    case .text, .enumeration, .date, .version, .texts, .tags, .ranges: test = try text(comparison, expression)
    }
    guard comparison.key.declaration.isOptional else { return test }
    // The result is never NULL, and has a form for which SQLite still uses an index.
    return comparison.comparisonOperator == .notEqual
      ? "(\(expression) IS NULL OR \(test))" : "(\(expression) IS NOT NULL AND \(test))"
  }

  private func expression(_ key: Key) -> String {
    switch key.declaration.column {
    case .column(let name), .optional(let name): "c.\(name)"
    case .expression, .optionalExpression: ownExpression(key)
    }
  }

  /// The expression of a key without a column of its own. Lists are lowered separately.
  private func ownExpression(_ key: Key) -> String {
    switch key {
    case .name: rows.naming.nameExpression
    case .typeName: Self.typeCase(\.englishName)
    case .localizedType: Self.typeCase(rows.naming.localizedName)
    case .version: "(c.version_minor || '.' || c.version_micro)"
    case .bundle: "b.path"
    case .verdict: verdict
    case .presets: rows.presetCount
    case .variant:
      "aucat_variant(c.name, c.manufacturer, (SELECT path FROM bundle WHERE id = c.bundle))"
    case .uses:
      rows.labels.isAttached ? "ifnull((SELECT sum(count) FROM user.use_count WHERE uri = c.uri), 0)" : "0"
    case .lastUsed:
      rows.labels.isAttached ? "(SELECT max(last_used) FROM user.use_count WHERE uri = c.uri)" : "NULL"
    case .ui: "c.custom_view"
    case .realtime: ValidationColumns.realtime
    case .deterministic: "c.deterministic"
    case .passesAUVal: "ifnull(c.validation = 'passed', 0)"
    // Sets decide all but comparisons with NULL.
    case .favorite, .hidden, .isSandboxSafe: "0"
    default: "NULL"
    }
  }

  private static func typeCase(_ name: (ComponentType) -> String) -> String {
    let cases = ComponentType.allCases.map { "WHEN '\($0.rawValue)' THEN \(quoted(name($0)))" }
    return "CASE c.type \(cases.joined(separator: " ")) END"
  }

  private var verdict: String {
    guard !rows.visibility.shadowed.isEmpty else { return "'scanned'" }
    let list = rows.visibility.shadowed.sorted().map(String.init).joined(separator: ", ")
    return "CASE WHEN c.id IN (\(list)) THEN 'shadowed' ELSE 'scanned' END"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  // MARK: Tests of one value

  mutating func argument(_ value: Value) -> String {
    arguments.append(value)
    return "?\(arguments.count)"
  }

  private mutating func bound(_ value: Comparison.Value) -> String {
    switch value {
    case .flag(let flag): argument(Value(flag))
    case .number(let number): argument(.real(number))
    case .text(let text): argument(.text(text))
    case .null, .set, .range: "NULL"
    }
  }

  private mutating func numeric(
    _ comparison: Comparison, of expression: String, _ convert: (Comparison.Value) -> Value?
  ) -> String {
    let values = comparison.value.members.compactMap(convert)
    switch comparison.comparisonOperator {
    case .in: return "\(expression) IN (\(members(values)))"
    case .between where values.count == 2:
      return "\(expression) BETWEEN \(argument(values[0])) AND \(argument(values[1]))"
    case let simple:
      guard let sign = Self.sign(simple), let value = values.first else { return "0" }
      return "\(expression) \(sign) \(argument(value))"
    }
  }

  /// A subquery with the members of a set, which takes one argument for a set of any size.
  private mutating func members(_ values: [Value]) -> String {
    let json = values.map { value -> JSON in
      switch value {
      case .text(let text): .string(text)
      case .real(let number): .number(number)
      case .integer, .null, .blob: .null
      }
    }
    return "SELECT value FROM json_each(\(argument(.text(JSON.array(json).encoded))))"
  }

  private static func sign(_ comparisonOperator: Comparison.Operator) -> String? {
    switch comparisonOperator {
    case .equal: "="
    case .notEqual: "<>"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    default: nil
    }
  }

  private mutating func version(_ comparison: Comparison) -> String {
    func parts(_ value: Comparison.Value) -> [Value] {
      let numbers = (value.text ?? "").split(separator: ".").map { Int64($0) ?? Int64.max }
      return [.integer(numbers.first ?? 0), .integer(numbers.dropFirst().first ?? 0)]
    }
    let values = comparison.value.members.map(parts)
    func row(_ values: [Value]) -> String { "(\(argument(values[0])), \(argument(values[1])))" }
    let columns = "(c.version_minor, c.version_micro)"
    if comparison.comparisonOperator == .between, values.count == 2 {
      return "\(columns) >= \(row(values[0])) AND \(columns) <= \(row(values[1]))"
    }
    guard let sign = Self.sign(comparison.comparisonOperator), let value = values.first else { return "0" }
    return "\(columns) \(sign) \(row(value))"
  }

  /// A test of one text.
  private mutating func text(_ comparison: Comparison, _ expression: String) throws -> String {
    let texts = comparison.value.members.compactMap(\.text)
    let elementOperator = comparison.key.isList ? comparison.listReading.elementOperator : comparison.comparisonOperator
    let isExact = comparison.options.isEmpty && !comparison.composesTexts && texts.allSatisfy { !$0.utf8.contains(0) }
    guard isExact, let exact = exactTest(elementOperator, of: expression, texts: texts) else {
      tests.append(try TextTest(comparison, rules: rows.rules))
      return "aucat_test(\(tests.count - 1), \(expression))"
    }
    return exact
  }

  private mutating func exactTest(
    _ comparisonOperator: Comparison.Operator, of expression: String, texts: [String]
  ) -> String? {
    if comparisonOperator == .in { return "\(expression) IN (\(members(texts.map(Value.text))))" }
    guard let text = texts.first else { return nil }
    let value = Value(text)
    switch comparisonOperator {
    case .contains: return "instr(\(expression), \(argument(value))) > 0"
    case .beginsWith: return "substr(\(expression), 1, \(text.unicodeScalars.count)) = \(argument(value))"
    case .endsWith where !text.isEmpty:
      return "substr(\(expression), -\(text.unicodeScalars.count)) = \(argument(value))"
    case .between where texts.count == 2:
      return "\(expression) BETWEEN \(argument(value)) AND \(argument(.text(texts[1])))"
    default: return Self.sign(comparisonOperator).map { "\(expression) \($0) \(argument(value))" }
    }
  }

  // MARK: Lists

  private mutating func listCondition(_ comparison: Comparison) throws -> String {
    if comparison.key.kind == .tags { return tagCount(comparison) }
    if comparison.key == .usableIn { return try hostCount(comparison) }
    if case .ranges(let quantity) = comparison.key.declaration.value { return rangeCondition(comparison, quantity) }
    let source = listSource(comparison.key)
    if comparison.isCount {
      return numeric(comparison, of: "(SELECT count(*) FROM \(source))") { $0.number.map(Value.real) }
    }
    let candidates = try candidates(for: comparison)
    let test = try text(comparison, "value")
    switch comparison.listReading.quantifier {
    case .any: return "(\(candidates)EXISTS (SELECT 1 FROM \(source) WHERE \(test)))"
    case .none: return "NOT EXISTS (SELECT 1 FROM \(source) WHERE \(test))"
    case .all: return "NOT EXISTS (SELECT 1 FROM \(source) WHERE NOT (\(test)))"
    }
  }

  /// A cheap condition that rules out most components before their ports are read.
  private mutating func candidates(for comparison: Comparison) throws -> String {
    try componentSets.candidates(for: comparison).map { "\(has($0)) AND " } ?? ""
  }

  /// A table whose column `value` has the elements of a list.
  private func listSource(_ key: Key) -> String {
    switch key {
    case .requiredFeatures: return "json_each(c.required_features)"
    case .portSymbol: return "(SELECT symbol AS value FROM port WHERE component = c.id)"
    case .portDesignation:
      return "(SELECT designation AS value FROM port WHERE component = c.id AND designation IS NOT NULL)"
    case .portProperty:
      return "(SELECT j.value FROM port AS p, json_each(p.properties) AS j WHERE p.component = c.id)"
    case .presetBank:
      let visible = rows.visibility.lookup(on: "preset.bundle").map { " AND \($0)" } ?? ""
      return """
        (SELECT bank AS value FROM
         (SELECT min(name), coalesce(bank_name, bank) AS bank FROM preset WHERE applies_to = c.uri\(visible) GROUP BY uri)
         WHERE bank IS NOT NULL)
        """
    case .parameterUnit:
      return """
        (SELECT unit AS value FROM port
         WHERE component = c.id AND kind = 'control' AND direction = 'input' AND unit IS NOT NULL
         UNION ALL SELECT unit FROM patch_parameter WHERE component = c.id AND writable AND unit IS NOT NULL)
        """
    case .presetName:
      let visible = rows.visibility.lookup(on: "preset.bundle").map { " AND \($0)" } ?? ""
      return "(SELECT min(name) AS value FROM preset WHERE applies_to = c.uri\(visible) GROUP BY uri)"
    default:
      return """
        (SELECT name AS value FROM port WHERE component = c.id AND kind = 'control' AND direction = 'input'
         UNION ALL SELECT name FROM patch_parameter WHERE component = c.id AND writable)
        """
    }
  }

  // MARK: Ranges

  private mutating func rangeCondition(_ comparison: Comparison, _ quantity: ParameterQuantity) -> String {
    // The unit of a level may be a factor.
    if quantity == .level { namesLevels = true }
    let source = ParameterRanges.source(of: quantity)
    if comparison.isCount {
      return numeric(comparison, of: "(SELECT count(*) FROM \(source))") { $0.number.map(Value.real) }
    }
    let test = rangeTest(comparison)
    switch comparison.listReading.quantifier {
    case .any: return "EXISTS (SELECT 1 FROM \(source) WHERE \(test))"
    case .none: return "NOT EXISTS (SELECT 1 FROM \(source) WHERE \(test))"
    case .all: return "NOT EXISTS (SELECT 1 FROM \(source) WHERE NOT (\(test)))"
    }
  }

  /// Whether the columns `low` and `high` are the limits of a range with a value that compares so.
  private mutating func rangeTest(_ comparison: Comparison) -> String {
    let values = comparison.value.members.compactMap(\.number).map(Value.real)
    let elementOperator = comparison.listReading.elementOperator
    if elementOperator == .in { return "EXISTS (\(members(values)) WHERE value BETWEEN low AND high)" }
    guard let first = values.first, let last = values.last else { return "0" }
    switch elementOperator {
    case .equal: return "\(argument(first)) BETWEEN low AND high"
    case .notEqual: return "(low <> \(argument(first)) OR high <> \(argument(first)))"
    case .less, .lessOrEqual: return "low \(elementOperator.rawValue) \(argument(first))"
    case .greater, .greaterOrEqual: return "high \(elementOperator.rawValue) \(argument(first))"
    case .between where values.count == 2:
      let (from, to) = (argument(first), argument(last))
      return "(\(from) <= \(to) AND high >= \(from) AND low <= \(to))"
    default: return "0"
    }
  }

  /// The condition for the number of a component's tags; sets decide all others.
  private mutating func tagCount(_ comparison: Comparison) -> String {
    let isUser = comparison.key == .userTag || comparison.key == .userTagNames
    let hasUserTags = isUser || comparison.key == .tag || comparison.key == .tags
    let source = comparison.key == .authorTag ? " AND source = 'author'" : ""
    let system = "(SELECT count(DISTINCT tag) FROM component_tag WHERE component = c.id\(source))"
    let count = "(\(isUser ? "0" : system) + \(hasUserTags ? rows.labels.tagCount : "0"))"
    return numeric(comparison, of: count) { $0.number.map(Value.real) }
  }

  /// The condition for the number of hosts that can run a component; sets decide all others.
  private mutating func hostCount(_ comparison: Comparison) throws -> String {
    let counted = try componentSets.state.catalog.hosts.entries().map { has($0.components) }
    return numeric(comparison, of: "(\((["0"] + counted).joined(separator: " + ")))") { $0.number.map(Value.real) }
  }

  private mutating func has(_ set: ComponentSet) -> String {
    sets.append(set)
    return "aucat_has(\(sets.count - 1), c.id)"
  }
}
