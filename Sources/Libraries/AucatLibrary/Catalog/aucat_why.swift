// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import CAucat

@c @implementation
package func aucat_search_predicate(
  _ search: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> UnsafeMutablePointer<CChar>? {
  withSearch(search, error, otherwise: nil) { search in
    CText.forCaller(try interpreted(search).predicate.description)
  }
}

@c @implementation
package func aucat_search_notes(
  _ search: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withSearch(search, error, otherwise: nil) { search in
    handle(StringsObject(try interpreted(search).notes.map(\.description)))
  }
}

private func interpreted(_ search: SearchObject) throws -> (predicate: ComponentPredicate, notes: [SearchNote]) {
  try search.perform { manager, _ in
    try manager.interpreted(search.predicate, everything: search.findsEverything, words: search.matching)
  }
}

@c @implementation
package func aucat_search_plan(
  _ search: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withSearch(search, error, otherwise: nil) { search in
    handle(StringsObject(try search.perform { try $1.plan() }.steps.map(line)))
  }
}

/// A step of a search: `sql: audioInputs == 2, 38 left, 120 µs`.
private func line(_ step: QueryPlan.Step) -> String {
  let parts = step.parts.map(\.description) + step.conditions
  let time = step.seconds.map { ", \(Int(($0 * 1e6).rounded())) µs" } ?? ""
  return "\(step.method.rawValue): \(parts.joined(separator: ", ")), \(step.remaining) left\(time)"
}

@c @implementation
package func aucat_search_why_nothing(
  _ search: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> UnsafeMutablePointer<CChar>? {
  withSearch(search, error, otherwise: nil) { search in
    let result = try search.perform { manager, _ in
      try manager.whyNothing(
        matches: search.predicate, everything: search.findsEverything, words: search.matching)
    }
    return result.map { CText.forCaller($0.description) }
  }
}

@c @implementation
package func aucat_search_why(
  _ search: OpaquePointer?, _ component: OpaquePointer?, _ found: UnsafeMutablePointer<Bool>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withSearch(search, error, otherwise: nil) { search in
    let component = try required(component, "component", as: ComponentObject.self).component
    let reason = try search.perform { manager, _ in
      try manager.why(
        component, matches: search.predicate, everything: search.findsEverything, words: search.matching)
    }
    // SAFETY: `found` is NULL or, by the header, points to a `bool` of the caller's. It is only written.
    found?.pointee = reason.isFound
    return handle(StringsObject(lines(of: reason.truth)))
  }
}

@c @implementation
package func aucat_why(
  _ catalog: OpaquePointer?, _ component: OpaquePointer?, _ predicate: UnsafePointer<CChar>?,
  _ found: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    let component = try required(component, "component", as: ComponentObject.self).component
    let text = try required(predicate, "predicate")
    let reason = try locating(text) { try manager.why(component, matches: try manager.predicate(text)) }
    // SAFETY: `found` is NULL or, by the header, points to a `bool` of the caller's. It is only written.
    found?.pointee = reason.isFound
    return handle(StringsObject(lines(of: reason.truth)))
  }
}

/// A line for each part of a predicate, indented by its depth.
private func lines(of truth: PredicateTruth, depth: Int = 0) -> [String] {
  let indent = String(repeating: "  ", count: depth)
  let line = "\(truth.isTrue ? "yes" : "no") \(indent)\(truth.text)\(truth.value.map { "\t\($0)" } ?? "")"
  return [line] + truth.children.flatMap { lines(of: $0, depth: depth + 1) }
}
