// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
package import CAucat

@c @implementation
package func aucat_search_count(
  _ search: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  withSearch(search, error, otherwise: false) { search in
    let found = try search.perform { try $1.count() }
    // SAFETY: `count` is NULL or, by the header, points to a `size_t` of the caller's. It is only written.
    count?.pointee = found
    return true
  }
}

@c @implementation
package func aucat_search_components(
  _ search: OpaquePointer?, _ most: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withSearch(search, error, otherwise: nil) { search in
    handle(ComponentsObject(try search.perform { try $1.components(limit: limit(most)) }))
  }
}

/// The number of matches from which on nothing near is wanted, so that no more need to be read.
private let fewMatches = 10

@c @implementation
package func aucat_search_near(
  _ search: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withSearch(search, error, otherwise: nil) { search in
    let found = try search.perform { manager, _ in
      try manager.search(
        search.predicate, everything: search.findsEverything, words: search.matching, near: true, limit: fewMatches)
    }
    return handle(ComponentsObject(found.near))
  }
}

@c @implementation
package func aucat_search_uris(
  _ search: OpaquePointer?, _ most: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withSearch(search, error, otherwise: nil) { search in
    handle(StringsObject(try search.perform { try $1.uris(limit: limit(most)) }))
  }
}

@c @implementation
package func aucat_search_passing(
  _ search: OpaquePointer?, _ test: aucat_test_fn?, _ context: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withSearch(search, error, otherwise: nil) { search in
    guard let test else { throw CallFailure.argument("test is NULL") }
    var accepted: [Component] = []
    var isEnough = false
    for component in try search.perform({ try $1.components() }) {
      let subject = ComponentObject(component)
      // SAFETY: The component lives until the host's function has looked at it, and `isEnough` throughout the call.
      // `context` is not touched here.
      if withExtendedLifetime(subject, { test(borrowedHandle(subject), &isEnough, context) }) {
        accepted.append(component)
      }
      if isEnough { break }
    }
    return handle(ComponentsObject(accepted))
  }
}

@c @implementation
package func aucat_find(
  _ catalog: OpaquePointer?, _ uri: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    try manager.component(uri: required(uri, "uri")).map { handle(ComponentObject($0)) }
  }
}

@c @implementation
package func aucat_choose(
  _ catalog: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ candidates: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  // SAFETY: `candidates` is NULL or, by the header, points to a pointer of the caller's. It is only written.
  candidates?.pointee = nil
  return withCatalog(catalog, error, otherwise: nil) { manager in
    switch try manager.choice(of: required(text, "text")) {
    case .one(let component, _, _): return handle(ComponentObject(component))
    case .candidates(let found, _): candidates?.pointee = handle(ComponentsObject(found))
    case .none: candidates?.pointee = handle(ComponentsObject([]))
    }
    return nil
  }
}

@c @implementation
package func aucat_similar(
  _ catalog: OpaquePointer?, _ component: OpaquePointer?, _ most: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    let component = try required(component, "component", as: ComponentObject.self).component
    return handle(ComponentsObject(try manager.similar(to: component, limit: limit(most)).map(\.component)))
  }
}

@c @implementation
package func aucat_variants(
  _ catalog: OpaquePointer?, _ component: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    let component = try required(component, "component", as: ComponentObject.self).component
    return handle(ComponentsObject(try manager.variants(of: component)))
  }
}
