internal import ComponentModel

/// The ranges of a component's parameters in SQL, with the same limits as `ComponentDetails.parameterRanges(of:)`.
enum ParameterRanges {
  /// A table whose columns `low` and `high` have the limits of the parameters of a component `c` with a quantity.
  static func source(of quantity: ParameterQuantity) -> String {
    let units = ParameterUnit.all.filter { $0.quantity == quantity }
    let scale = "CASE WHEN instr(properties, '\"sampleRate\"') THEN \(ParameterRange.sampleRate) ELSE 1.0 END"
    return """
      (SELECT \(converted("minimum", units)) AS low, \(converted("maximum", units)) AS high FROM
       (SELECT unit, minimum * scale AS minimum, maximum * scale AS maximum FROM
        (SELECT unit, minimum, maximum, \(scale) AS scale FROM port
         WHERE component = c.id AND kind = 'control' AND direction = 'input')
        UNION ALL SELECT unit, minimum, maximum FROM patch_parameter WHERE component = c.id AND writable)
       WHERE unit IN (\(symbols(units))) AND minimum IS NOT NULL AND maximum IS NOT NULL)
      """
  }

  /// A value of one of some units, in the unit of their quantity.
  private static func converted(_ value: String, _ units: [ParameterUnit]) -> String {
    let cases = Set(units.map(\.conversion)).map { conversion in
      let own = units.filter { $0.conversion == conversion }
      return "WHEN unit IN (\(symbols(own))) THEN \(converted(value, conversion))"
    }
    return "CASE \(cases.sorted().joined(separator: " ")) END"
  }

  private static func converted(_ value: String, _ conversion: ParameterUnit.Conversion) -> String {
    switch conversion {
    case .times(let factor): "\(value) * \(factor)"
    case .dividedBy(let divisor): "\(value) / \(divisor)"
    case .decibels: "aucat_decibels(\(value))"
    }
  }

  private static func symbols(_ units: [ParameterUnit]) -> String {
    units.map { "'\($0.symbol)'" }.joined(separator: ", ")
  }
}
