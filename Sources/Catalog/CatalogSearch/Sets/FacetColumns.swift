internal import CatalogStore
internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Counts the values that facets show of a set of components.
struct FacetColumns {
  let connection: Connection

  private static let columns = """
    c.manufacturer, c.license, c.audio_inputs, c.audio_outputs, c.custom_view,
    \(ValidationColumns.realtime) AS realtime, c.deterministic, c.validation, c.cost,
    c.measured_latency AS latency, c.load_time, c.memory
    """

  /// Adds the counts of a set of components.
  func count(_ set: ComponentSet, into facets: inout Facets) throws {
    let rows = try connection.rows(
      "SELECT \(Self.columns) FROM json_each(?) AS j CROSS JOIN component AS c ON c.id = j.value",
      [Value(rows: set.rows())])
    var licenses: [String: Int] = [:]
    // The numbers of ranges.
    var (costs, latencies, loadTimes, memory) = ([Int: Int](), [Int: Int](), [Int: Int](), [Int: Int]())
    while let row = try rows.next() {
      let channels = ChannelCounts(inputs: try row.integer("audio_inputs"), outputs: try row.integer("audio_outputs"))
      Self.count(try row.optionalText("manufacturer"), in: &facets.manufacturers)
      Self.count(try row.optionalText("license"), in: &licenses)
      Self.count(channels, in: &facets.channels)
      Self.count(try row.flag("custom_view"), in: &facets.userInterfaces)
      Self.count(try row.optionalText("realtime"), in: &facets.realtime)
      Self.count(try row.optionalInteger("deterministic").map { $0 != 0 }, in: &facets.determinism)
      Self.count(try row.optionalText("validation"), in: &facets.validations)
      Self.count(try row.optionalNumber("cost").map(FacetRanges.cost.number), in: &costs)
      Self.count(try row.optionalNumber("latency").map(FacetRanges.latency.number), in: &latencies)
      Self.count(try row.optionalNumber("load_time").map(FacetRanges.loadTime.number), in: &loadTimes)
      Self.count(try row.optionalNumber("memory").map(FacetRanges.memory.number), in: &memory)
    }
    // One license has several names.
    for (license, count) in licenses { facets.licenses[License.name(of: license), default: 0] += count }
    facets.costs = FacetRanges.cost.counted(costs)
    facets.latencies = FacetRanges.latency.counted(latencies)
    facets.loadTimes = FacetRanges.loadTime.counted(loadTimes)
    facets.memory = FacetRanges.memory.counted(memory)
  }

  private static func count<Value: Hashable>(_ value: Value?, in counts: inout [Value: Int]) {
    if let value { counts[value, default: 0] += 1 }
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
