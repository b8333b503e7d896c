internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// The parameters of components, read together.
struct ParameterReader {
  /// The parameters of one component: distinct numbers of names in a vocabulary, in ascending order, and units.
  struct Parameters {
    var names: [Int] = []
    var units: Set<String> = []
  }

  private(set) var vocabulary: ParameterVocabulary
  /// The parameters, by the component's row.
  private(set) var parameters: [Int64: Parameters] = [:]
  /// How one component spells its names, by their numbers.
  private(set) var spellings: [Int: String] = [:]

  /// - Parameters:
  ///   - rows: the rows of the components to read.
  ///   - speller: the row of the component whose spelling is kept.
  init(_ connection: Connection, rows: [Int64], speller: Int64, rules: any TextRules) throws {
    vocabulary = ParameterVocabulary(rules: rules)
    let list = Value(rows: rows.sorted())
    try read(
      """
      SELECT p.component, p.name, p.unit FROM json_each(?) AS j CROSS JOIN port AS p ON p.component = j.value
      WHERE p.kind = 'control' AND p.direction = 'input'
      """, list: list, on: connection, speller: speller)
    try read(
      """
      SELECT p.component, p.name, p.unit FROM json_each(?) AS j CROSS JOIN patch_parameter AS p ON p.component = j.value
      WHERE p.writable
      """, list: list, on: connection, speller: speller)
    for row in rows {
      guard let names = parameters[row]?.names else { continue }
      let distinct = Set(names).sorted()
      parameters[row]?.names = distinct
      vocabulary.count(distinct)
    }
  }

  private mutating func read(_ sql: String, list: Value, on connection: Connection, speller: Int64) throws {
    let found = try connection.rows(sql, [list])
    while let row = try found.next() {
      let (component, name) = (try row.rowID("component"), try row.text("name"))
      if let number = vocabulary.number(of: name) {
        parameters[component, default: Parameters()].names.append(number)
        if component == speller, spellings[number] == nil { spellings[number] = name }
      }
      if let unit = try row.optionalText("unit") { parameters[component, default: Parameters()].units.insert(unit) }
    }
  }
}
