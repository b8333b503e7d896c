internal import ComponentModel
internal import SQLite

/// The values that facets count. For a few components they are looked up; for many, and from the second use, every
/// component's values are read once and kept as small numbers.
final class FacetColumns {
  private let connection: Connection
  private let largestRow: Int
  private var hasBeenAsked = false
  private var columns: Columns?

  /// Maximum number of rows whose values are kept, at 20 bytes each.
  private static let rowLimit = 4_000_000
  /// For this few components, reading all is not worthwhile.
  private static let few = 64

  init(_ connection: Connection, largestRow: Int) {
    self.connection = connection
    self.largestRow = largestRow
  }

  /// Every component's values.
  private struct Columns {
    var manufacturers = Codes<String>()
    var licenses = Codes<String>()
    var channels = Codes<ChannelCounts>()
    var views = ComponentSet()
    var realtime = Codes<String>()
    var determinism = Codes<Bool>()
  }

  /// Adds the counts of a set of components.
  func count(_ set: ComponentSet, into facets: inout Facets) throws {
    let isSmall = set.count <= Self.few || set.count * ComparisonSets.lookupCost <= largestRow && !hasBeenAsked
    if columns == nil, isSmall || largestRow > Self.rowLimit {
      hasBeenAsked = hasBeenAsked || set.count > Self.few
      return try lookUp(set, &facets)
    }
    let columns = try columns ?? readAll()
    self.columns = columns
    let rows = set.rows()
    facets.manufacturers = columns.manufacturers.counts(of: rows)
    facets.licenses = columns.licenses.counts(of: rows)
    facets.channels = columns.channels.counts(of: rows)
    facets.realtime = columns.realtime.counts(of: rows)
    facets.determinism = columns.determinism.counts(of: rows)
    let withView = columns.views.intersectionCount(set)
    if withView > 0 { facets.userInterfaces[true] = withView }
    if rows.count > withView { facets.userInterfaces[false] = rows.count - withView }
  }

  private static let names = """
    c.id, c.manufacturer, c.license, c.audio_inputs, c.audio_outputs, c.custom_view,
    \(ValidationColumns.realtime) AS realtime, c.deterministic
    """

  private func lookUp(_ set: ComponentSet, _ facets: inout Facets) throws {
    let rows = try connection.rows(
      "SELECT \(Self.names) FROM json_each(?) AS j CROSS JOIN component AS c ON c.id = j.value",
      [Value(rows: set.rows())])
    while let row = try rows.next() {
      if let manufacturer = try row.optionalText("manufacturer") { facets.manufacturers[manufacturer, default: 0] += 1 }
      if let license = try row.optionalText("license") { facets.licenses[license, default: 0] += 1 }
      facets.channels[try Self.channels(row), default: 0] += 1
      facets.userInterfaces[try row.flag("custom_view"), default: 0] += 1
      if let realtime = try row.optionalText("realtime") { facets.realtime[realtime, default: 0] += 1 }
      if let determinism = try Self.determinism(row) { facets.determinism[determinism, default: 0] += 1 }
    }
  }

  private func readAll() throws -> Columns {
    var columns = Columns()
    let rows = try connection.rows("SELECT \(Self.names) FROM component AS c")
    while let row = try rows.next() {
      let id = try ComponentSet.checked(try row.rowID("id"))
      guard id >= 0 else { continue }
      if let manufacturer = try row.optionalText("manufacturer") { columns.manufacturers.set(manufacturer, of: id) }
      if let license = try row.optionalText("license") { columns.licenses.set(license, of: id) }
      columns.channels.set(try Self.channels(row), of: id)
      if try row.flag("custom_view") { columns.views.insert(id) }
      if let realtime = try row.optionalText("realtime") { columns.realtime.set(realtime, of: id) }
      if let determinism = try Self.determinism(row) { columns.determinism.set(determinism, of: id) }
    }
    return columns
  }

  private static func determinism(_ row: Row) throws -> Bool? {
    try row.optionalInteger("deterministic").map { $0 != 0 }
  }

  private static func channels(_ row: Row) throws -> ChannelCounts {
    ChannelCounts(inputs: try row.integer("audio_inputs"), outputs: try row.integer("audio_outputs"))
  }
}

/// A value for each row, as an index into a list of distinct values; 0 for none.
private struct Codes<Value: Hashable> {
  private var values: [Value] = []
  private var numbers: [Value: UInt32] = [:]
  private var codes: [UInt32] = []

  mutating func set(_ value: Value, of row: Int64) {
    var number = numbers[value, default: 0]
    if number == 0 {
      values.append(value)
      number = UInt32(values.count)
      numbers[value] = number
    }
    if codes.count <= Int(row) { codes.append(contentsOf: repeatElement(0, count: Int(row) + 1 - codes.count)) }
    codes[Int(row)] = number
  }

  func counts(of rows: [Int64]) -> [Value: Int] {
    var counts = Array(repeating: 0, count: values.count + 1)
    for row in rows where row < codes.count { counts[Int(codes[Int(row)])] += 1 }
    var named: [Value: Int] = [:]
    for (index, value) in values.enumerated() where counts[index + 1] > 0 { named[value] = counts[index + 1] }
    return named
  }
}
