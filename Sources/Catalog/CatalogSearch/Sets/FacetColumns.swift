internal import CatalogStore
internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// The values that facets count. For a small set of components they are looked up. For a large set, or the
/// second medium one, every component's values are read once and kept as small numbers.
final class FacetColumns {
  private let connection: Connection
  private let largestRow: Int
  private var hasBeenAsked = false
  private var columns: Columns?

  /// Maximum number of rows whose values are kept, at 44 bytes each.
  private static let rowLimit = 4_000_000
  /// For no more components than this, reading the values of all is not worthwhile.
  private static let few = 64

  init(_ connection: Connection, largestRow: Int) {
    self.connection = connection
    self.largestRow = largestRow
  }

  /// Adds the counts of a set of components.
  func count(_ set: ComponentSet, into facets: inout Facets) throws {
    let isSmall = set.count <= Self.few || set.count * ComparisonSets.lookupCost <= largestRow && !hasBeenAsked
    if columns == nil, isSmall || largestRow > Self.rowLimit {
      hasBeenAsked = hasBeenAsked || set.count > Self.few
      let columns = try lookUp(set)
      return Self.count(columns, Array(0..<Int64(columns.count)), into: &facets)
    }
    let columns = try columns ?? readAll()
    self.columns = columns
    Self.count(columns, set.rows(), into: &facets)
  }

  private static func count(_ columns: Columns, _ rows: [Int64], into facets: inout Facets) {
    facets.manufacturers = columns.manufacturers.counts(of: rows)
    facets.licenses = columns.licenses.counts(of: rows)
    facets.channels = columns.channels.counts(of: rows)
    facets.userInterfaces = columns.views.counts(of: rows)
    facets.realtime = columns.realtime.counts(of: rows)
    facets.determinism = columns.determinism.counts(of: rows)
    facets.validations = columns.validations.counts(of: rows)
    facets.costs = FacetRanges.cost.counted(columns.costs.counts(of: rows))
    facets.latencies = FacetRanges.latency.counted(columns.latencies.counts(of: rows))
    facets.loadTimes = FacetRanges.loadTime.counted(columns.loadTimes.counts(of: rows))
    facets.memory = FacetRanges.memory.counted(columns.memory.counts(of: rows))
  }

  private static let names = """
    c.id, c.manufacturer, c.license, c.audio_inputs, c.audio_outputs, c.custom_view,
    \(ValidationColumns.realtime) AS realtime, c.deterministic, c.validation, c.cost,
    c.measured_latency AS latency, c.load_time, c.memory
    """

  /// The values of a set's components, which are numbered from 0.
  private func lookUp(_ set: ComponentSet) throws -> Columns {
    var columns = Columns()
    let rows = try connection.rows(
      "SELECT \(Self.names) FROM json_each(?) AS j CROSS JOIN component AS c ON c.id = j.value",
      [Value(rows: set.rows())])
    while let row = try rows.next() { try columns.add(row, as: Int64(columns.count)) }
    return columns
  }

  private func readAll() throws -> Columns {
    var columns = Columns()
    let rows = try connection.rows("SELECT \(Self.names) FROM component AS c")
    while let row = try rows.next() {
      let id = try ComponentSet.checked(try row.rowID("id"))
      if id >= 0 { try columns.add(row, as: id) }
    }
    return columns
  }
}

/// The values of components, by their rows' numbers.
private struct Columns {
  private(set) var count = 0
  private(set) var manufacturers = Codes<String>()
  private(set) var licenses = Codes<String>()
  private(set) var channels = Codes<ChannelCounts>()
  private(set) var views = Codes<Bool>()
  private(set) var realtime = Codes<String>()
  private(set) var determinism = Codes<Bool>()
  private(set) var validations = Codes<String>()
  /// The numbers of ranges in ``FacetRanges``, as in the properties that follow.
  private(set) var costs = Codes<Int>()
  private(set) var latencies = Codes<Int>()
  private(set) var loadTimes = Codes<Int>()
  private(set) var memory = Codes<Int>()

  mutating func add(_ row: Row, as id: Int64) throws {
    count += 1
    manufacturers.set(try row.optionalText("manufacturer"), of: id)
    licenses.set(try row.optionalText("license").map(License.name), of: id)
    channels.set(
      ChannelCounts(inputs: try row.integer("audio_inputs"), outputs: try row.integer("audio_outputs")), of: id)
    views.set(try row.flag("custom_view"), of: id)
    realtime.set(try row.optionalText("realtime"), of: id)
    determinism.set(try row.optionalInteger("deterministic").map { $0 != 0 }, of: id)
    validations.set(try row.optionalText("validation"), of: id)
    costs.set(try row.optionalNumber("cost").map(FacetRanges.cost.number), of: id)
    latencies.set(try row.optionalNumber("latency").map(FacetRanges.latency.number), of: id)
    loadTimes.set(try row.optionalNumber("load_time").map(FacetRanges.loadTime.number), of: id)
    memory.set(try row.optionalNumber("memory").map(FacetRanges.memory.number), of: id)
  }
}

/// A value for each row, as its number in a list of distinct values, counted from 1; 0 for none.
private struct Codes<Value: Hashable> {
  private var values: [Value] = []
  private var numbers: [Value: UInt32] = [:]
  private var codes: [UInt32] = []

  mutating func set(_ value: Value?, of row: Int64) {
    guard let value else { return }
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

/// The ranges in which facets count a number: below each of some bounds, and from the last one up.
struct FacetRanges {
  /// The upper bounds, in ascending order.
  private let bounds: [Double]
  private let names: [String]

  /// - Parameter bounds: the bounds in ascending order, as predicates write them.
  init(_ bounds: KeyValuePairs<String, Double>) {
    self.bounds = bounds.map(\.value)
    names = bounds.map { "< \($0.key)" } + (bounds.last.map { [">= \($0.key)"] } ?? [])
  }

  /// The ranges for natural numbers: zero, and more.
  private init() {
    bounds = [1]
    names = ["== 0", "> 0"]
  }

  static let cost = Self(["0.1": 0.1, "1": 1, "10": 10])
  static let latency = Self()
  static let loadTime = Self(["10": 10, "100": 100, "1000": 1_000])
  static let memory = Self(["1": 1, "10": 10, "100": 100])

  /// The number of the narrowest range that a value is in.
  func number(of value: Double) -> Int { bounds.firstIndex { value < $0 } ?? bounds.count }

  /// - Parameter counts: the numbers of components, by the number of the narrowest range that they are in.
  func counted(_ counts: [Int: Int]) -> [CountedRange] {
    var below = 0
    return names.indices.compactMap { number in
      let count = counts[number, default: 0]
      below += count
      let all = number < bounds.count ? below : count
      return all > 0 ? CountedRange(names[number], count: all) : nil
    }
  }
}
