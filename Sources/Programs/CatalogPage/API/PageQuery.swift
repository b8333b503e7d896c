internal import AudioComponents

/// The search that an address of the page describes. Its parameters: `q`, the text typed; `in`, a collection or saved search; `sort`;
/// `all`; `exact`; and values of facets, by the keys of the facets.
struct PageQuery {
  /// Facets with several values per component: all chosen values are required. For other facets, any chosen value is
  /// enough.
  private static let several: Set = ["tags", "usableIn"]
  private static let ranges: Set = ["cost", "latency", "loadTime", "memory"]
  private static let keys = [
    "type", "tags", "manufacturer", "channels", "license", "ui", "usableIn", "realtime", "deterministic", "validation",
    "cost", "latency", "loadTime", "memory",
  ]

  let text: String
  let predicate: ComponentPredicate
  let sort: String?
  let findsEverything: Bool
  let matching: WordMatching
  let folds: Bool
  /// The key by which results are cached.
  let key: String

  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` for a text that isn't a predicate.
  init(_ request: PageRequest, _ manager: ComponentManager) throws {
    text = request["q"] ?? ""
    sort = request["sort"].flatMap { $0.isEmpty ? nil : $0 }
    findsEverything = request["all"] == "1"
    matching = request["exact"] == "1" ? .exact : request["typing"] == "1" ? .typing : .interpreted
    folds = request["variants"] != "all"
    key = request.parameters.filter { $0.name != "from" && $0.name != "count" }
      .map { "\($0.name)=\($0.value)\n" }.joined()
    var parts: [ComponentPredicate] = []
    if text.contains(where: { !$0.isWhitespace }) { parts.append(try manager.typedPredicate(text, arguments: [])) }
    for name in request.values("in") { parts.append(.saved(name)) }
    if request["favorite"] == "1" { parts.append(try manager.predicate("favorite == yes")) }
    if request["hidden"] == "1" { parts.append(try manager.predicate("hidden == yes")) }
    for key in Self.keys {
      let values = try request.values(key).map { try Self.part(key, $0, of: manager) }
      guard !values.isEmpty else { continue }
      parts.append(values.count == 1 ? values[0] : Self.several.contains(key) ? .and(values) : .or(values))
    }
    predicate = parts.isEmpty ? .constant(true) : parts.count == 1 ? parts[0] : .and(parts)
  }

  private static func part(_ key: String, _ value: String, of manager: ComponentManager) throws -> ComponentPredicate {
    switch key {
    case "tags": return try manager.predicate("tag == %@", arguments: [value])
    case "channels":
      let counts = value.split(separator: "→").compactMap { Int($0) }
      guard counts.count == 2 else { throw PageRefusal(400, "`\(value)` isn't a number of channels") }
      return try manager.predicate("audioInputs == %@ and audioOutputs == %@", arguments: [counts[0], counts[1]])
    case "ui", "deterministic":
      guard value == "yes" || value == "no" else { throw PageRefusal(400, "`\(key)` must be yes or no") }
      return try manager.predicate("\(key) == \(value)")
    // Such as `< 0.1`.
    case _ where ranges.contains(key): return try manager.predicate("\(key) \(value)")
    default: return try manager.predicate("\(key) == %@", arguments: [value])
    }
  }
}
