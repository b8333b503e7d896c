internal import ComponentModel
internal import ComponentQuery

extension ConditionLowering {
  /// The query language's equivalent of a node, if any.
  func operand(_ node: ExpressionNode) -> Operand? {
    switch node.kind {
    case .variable(let variable): parameters[variable]
    case .property(let base, let property): operand(base, property)
    case .operation(.infix(.coalesce), let operands): operand(operands[0], or: operands[1])
    default: nil
    }
  }

  private func operand(_ base: ExpressionNode, _ property: Property) -> Operand? {
    if case .component = base.kind {
      return ComponentProperty.named(by: property.keyPath)?.key.map { Operand(reference: Key.Reference($0)) }
    }
    guard let inner = operand(base), inner.fallback == nil, inner.quantifier == nil else { return nil }
    if inner.isWholeList {
      guard property.common == .count, isCounted(base) else { return nil }
      return Operand(reference: Key.Reference(inner.key, isCount: true))
    }
    return InnerProperty.key(inner.key, property.keyPath).map { Operand(reference: Key.Reference($0)) }
  }

  private func isCounted(_ list: ExpressionNode) -> Bool {
    guard case .property(_, let property) = list.kind else { return false }
    return ComponentProperty.named(by: property.keyPath)?.isCounted == true
  }

  private func operand(_ node: ExpressionNode, or fallback: ExpressionNode) -> Operand? {
    guard var operand = operand(node), operand.fallback == nil, let value = fallback.constant?.value,
      let argument = argument(value)
    else { return nil }
    operand.fallback = argument
    return operand
  }

  /// A comparison of a node with a value; nil if the language has no equivalent.
  func comparison(
    of node: ExpressionNode, by comparisonOperator: Comparison.Operator, with value: ExpressionNode
  ) throws -> ComponentPredicate? {
    guard let value = value.constant, let operand = operand(node), let argument = argument(value.value) else {
      return nil
    }
    return try comparison(of: operand, by: comparisonOperator, with: argument)
  }

  /// The comparison. It is parsed from the text of a predicate, so that it means exactly what that predicate does.
  func comparison(
    of operand: Operand, by comparisonOperator: Comparison.Operator, with argument: ComponentPredicate.Argument
  ) throws -> ComponentPredicate? {
    guard operand.allows(comparisonOperator) else { return nil }
    let quantifier = operand.quantifier.map { $0.rawValue + " " } ?? ""
    let query = try parsed("\(quantifier)\(operand.reference.spelling) \(comparisonOperator.rawValue) %@", argument)
    return try operand.fallback.map { try replacingMissing(query, of: operand.key, with: $0) } ?? query
  }

  /// A comparison in which a default replaces a missing value.
  private func replacingMissing(_ query: ComponentPredicate, of key: Key, with value: ComponentPredicate.Argument)
    throws -> ComponentPredicate
  {
    let isTrueOfMissing = try query.matches(SingleValue(.null), rules: rules)
    let isTrueOfValue = try query.matches(SingleValue(value), rules: rules)
    if isTrueOfMissing == isTrueOfValue { return query }
    let isMissing = ComponentPredicate.isMissing(key)
    return isTrueOfValue ? .any([query, isMissing]) : .all([isMissing.negated, query])
  }

  /// The predicate of a text with one argument. Errors name neither, since no user typed them.
  private func parsed(_ text: String, _ argument: ComponentPredicate.Argument) throws -> ComponentPredicate {
    do {
      return try ComponentPredicate(parsing: text, arguments: [argument], rules: rules)
    } catch {
      throw InvalidPredicate(error.message, suggestion: error.suggestion)
    }
  }
}

// MARK: Properties and collections

extension ConditionLowering {
  /// A property that is true or false.
  func propertyQuery(_ node: ExpressionNode, base: ExpressionNode, property: Property) throws -> ComponentPredicate? {
    if property.common == .isEmpty { return try operand(base).flatMap(emptiness) }
    guard let operand = operand(node), operand.key.kind == .boolean else { return nil }
    return try comparison(of: operand, by: .equal, with: .flag(true))
  }

  private func emptiness(_ operand: Operand) throws -> ComponentPredicate? {
    if operand.isWholeList {
      let count = Operand(reference: Key.Reference(operand.key, isCount: true))
      return try comparison(of: count, by: .equal, with: .number(0))
    }
    guard operand.key.kind == .text || operand.quantifier != nil else { return nil }
    return try comparison(of: operand, by: .equal, with: .text(""))
  }

  /// `collection.contains(element)` for a list of a component, a text, or known values or a known range.
  func contains(_ collection: ExpressionNode, _ element: ExpressionNode) throws -> ComponentPredicate? {
    if let values = collection.constant { return try operand(element).flatMap { try membership($0, values) } }
    guard let operand = operand(collection), let value = element.constant?.value else { return nil }
    if operand.isWholeList { return try listContains(operand.key, value) }
    return value is Character ? try comparison(of: collection, by: .contains, with: element) : nil
  }

  private func listContains(_ list: Key, _ value: Any) throws -> ComponentPredicate? {
    guard let argument = argument(value) else { return nil }
    // The language has no key for the whole list of these tags.
    return try list == .systemTag
      ? parsed("ANY systemTag == %@", argument) : parsed("\(list.rawValue) CONTAINS %@", argument)
  }

  private func membership(_ operand: Operand, _ values: Constant) throws -> ComponentPredicate? {
    if let range = values.value as? any BoundedValue { return try isWithin(operand, range.bounds) }
    guard let sequence = values.value as? any Sequence, !(sequence is any StringProtocol) else { return nil }
    let elements = Self.elements(sequence)
    let known = elements.compactMap { $0 }
    let arguments = known.compactMap(argument)
    guard arguments.count == known.count, operand.allows(.in) else { return nil }
    let isMember = try arguments.isEmpty ? .constant(false) : comparison(of: operand, by: .in, with: .list(arguments))
    let takesNil = known.count < elements.count && operand.fallback == nil
    return isMember.map { takesNil ? .any([$0, .isMissing(operand.key)]) : $0 }
  }

  private static func elements(_ sequence: some Sequence) -> [Any?] { sequence.map { unwrapped($0) } }

  private func isWithin(_ operand: Operand, _ bounds: RangeBounds) throws -> ComponentPredicate? {
    if let lower = bounds.lower, let upper = bounds.upper, bounds.includesUpper {
      guard let low = argument(lower), let high = argument(upper) else { return nil }
      return try comparison(of: operand, by: .between, with: .list([low, high]))
    }
    let limits: [(Any?, Comparison.Operator)] = [
      (bounds.lower, .greaterOrEqual), (bounds.upper, bounds.includesUpper ? .lessOrEqual : .less),
    ]
    var queries: [ComponentPredicate] = []
    for case (let limit?, let comparisonOperator) in limits {
      guard let argument = argument(limit),
        let query = try comparison(of: operand, by: comparisonOperator, with: argument)
      else {
        return nil
      }
      queries.append(query)
    }
    return .all(queries)
  }
}
