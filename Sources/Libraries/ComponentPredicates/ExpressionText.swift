internal import AudioComponents
internal import FoundationEssentials

/// An expression as its author may have written it, for people who read a search's plan.
struct ExpressionText {
  /// The names of closure parameters.
  private var names: [PredicateExpressions.VariableID: String] = [:]
  /// How deeply the expression is nested.
  private var level = 0

  /// Deeper nodes would be cut off anyway, and would cost stack space.
  private static let levels = 20

  /// The text of a node, truncated if long. Swift can't name every property.
  static func text(of node: ExpressionNode) -> String {
    var text = ExpressionText()
    return shortened(text.text(node), to: 200)
  }

  private mutating func text(_ node: ExpressionNode) -> String {
    if level == Self.levels { return "…" }
    level += 1
    defer { level -= 1 }
    switch node.kind {
    case .component: return "$0"
    case .variable(let variable): return names[variable] ?? "value"
    case .property(let base, let property): return "\(operandText(base)).\(Self.name(property))"
    case .value(let value): return Self.text(value)
    case .operation(let operation, let operands): return operationText(operation, operands)
    case .closure(let method, let base, let variable, let body):
      return closureText(method, of: base, variable: variable, body: body)
    case .opaque: return Self.name(of: type(of: node.expression))
    }
  }

  private mutating func operationText(_ operation: Operation, _ operands: [ExpressionNode]) -> String {
    var texts: [String] = []
    for operand in operands { texts.append(operandText(operand)) }
    let first = texts.removeFirst()
    let others = texts.joined(separator: ", ")
    switch operation {
    case .infix(let infix): return ([first] + texts).joined(separator: " \(infix.rawValue) ")
    case .not: return "!\(first)"
    case .contains, .containsPart: return "\(first).contains(\(others))"
    case .startsWith: return "\(first).starts(with: \(others))"
    case .conditional: return "\(first) ? \(texts.joined(separator: " : "))"
    case .method(let name): return "\(first).\(name)(\(others))"
    case .subscripting: return "\(first)[\(others)]"
    case .prefix(let sign): return "\(sign)\(first)"
    case .suffix(let text): return "\(first)\(text)"
    }
  }

  private mutating func closureText(
    _ method: ClosureMethod, of base: ExpressionNode, variable: PredicateExpressions.VariableID,
    body: ExpressionNode
  ) -> String {
    let name = names.isEmpty ? "value" : "value\(names.count + 1)"
    let receiver = operandText(base)
    names[variable] = name
    return "\(receiver).\(method.rawValue) { \(name) in \(text(body)) }"
  }

  /// A node as an operand.
  private mutating func operandText(_ node: ExpressionNode) -> String {
    switch node.kind {
    case .operation(.infix, _), .operation(.conditional, _): "(\(text(node)))"
    default: text(node)
    }
  }
}

extension ExpressionText {
  private static func name(_ property: Property) -> String {
    if let known = ComponentProperty.named(by: property.keyPath) { return known.name }
    if let common = property.common { return "\(common)" }
    if let inner = InnerProperty.name(property.keyPath) { return inner }
    // A key path prints stored properties by name, and others as an address.
    let spelling = String(reflecting: property.keyPath)
    let name = spelling.split(separator: ".").last.map(String.init) ?? ""
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !name.isEmpty ? name : "…"
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: return "nil"
    case let text as String: return shortened(text, to: 60).debugDescription
    case let tag as Tag: return tag.name.debugDescription
    case let type as ComponentType: return ".\(type)"
    case let verdict as Verdict: return ".\(verdict)"
    case let regex as PredicateExpressions.PredicateRegex: return "/\(regex.stringRepresentation)/"
    case let values as any Collection: return values is any BoundedValue ? "\(values)" : list(values)
    case let value?: return shortened(String(describing: value), to: 60)
    }
  }

  private static func list(_ values: some Collection) -> String {
    let first = values.prefix(4).map { text(unwrapped($0)) }.joined(separator: ", ")
    return values.count > 4 ? "[\(first), … \(values.count) in all]" : "[\(first)]"
  }

  /// The name of a type without its generic arguments.
  private static func name(of type: any Any.Type) -> String { String("\(type)".prefix { $0 != "<" }) }

  private static func shortened(_ text: String, to count: Int) -> String {
    text.count <= count ? text : text.prefix(count - 1) + "…"
  }
}
