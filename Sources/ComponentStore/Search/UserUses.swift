internal import ComponentModel
internal import SQLite

/// How often the user has used each component, from the attached user store. All counts are read at once.
struct UserUses {
  /// The uses of one component, by all programs.
  struct Use {
    var count: Int
    var last: UTCTime?
  }

  /// In SQLite's text order. Few, so an array is cheaper than a dictionary, whose type is instantiated at run time.
  private var uses: [(uri: String, use: Use)] = []

  init(_ connection: Connection, isAttached: Bool) throws {
    guard isAttached else { return }
    // The rows of one component are adjacent.
    try UserRows(connection, schema: "user").read(.use) { row in
      let uri = try row.text("uri")
      let use = Use(
        count: max(0, try row.integer("count")), last: try row.optionalText("last_used").flatMap { UTCTime($0) })
      if let known = uses.last, known.uri == uri {
        uses[uses.count - 1].use = Self.joined(known.use, use)
      } else {
        uses.append((uri, use))
      }
    }
  }

  private static func joined(_ a: Use, _ b: Use) -> Use {
    let sum = a.count.addingReportingOverflow(b.count)
    return Use(count: sum.overflow ? .max : sum.partialValue, last: [a.last, b.last].compactMap(\.self).max())
  }

  /// Whether nothing has been used.
  var isEmpty: Bool { uses.isEmpty }

  /// The uses of a component; nil if there are none.
  func use(of uri: String) -> Use? {
    let place = uses.firstIndex(notBefore: { $0.uri.utf8.lexicographicallyPrecedes(uri.utf8) })
    return place < uses.count && uses[place].uri == uri ? uses[place].use : nil
  }

  /// Adds the uses to components.
  func add(to components: inout [Component]) {
    guard !uses.isEmpty else { return }
    for index in components.indices {
      guard let use = use(of: components[index].uri) else { continue }
      (components[index].uses, components[index].lastUsed) = (use.count, use.last)
    }
  }
}
