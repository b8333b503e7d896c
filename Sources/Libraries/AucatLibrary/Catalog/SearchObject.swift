// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
package import CAucat
internal import Synchronization

/// `aucat_search`
final class SearchObject: Sendable {
  let predicate: ComponentPredicate
  let matching: WordMatching
  private let text: String
  private let values: [ComponentPredicate.Argument]
  let findsEverything: Bool
  private let catalog: CatalogObject
  private let current = Mutex<(manager: ComponentManager, search: PreparedSearch)?>(nil)

  init(
    _ text: String, arguments values: [ComponentPredicate.Argument], in catalog: CatalogObject, flags: UInt32
  ) throws {
    self.catalog = catalog
    self.text = text
    self.values = values
    let known = UInt32(AUCAT_SEARCH_EVERYTHING) | UInt32(AUCAT_SEARCH_EXACT) | UInt32(AUCAT_SEARCH_TYPING)
    guard flags & ~known == 0 else { throw CallFailure.argument("flags has unknown bits") }
    findsEverything = flags & UInt32(AUCAT_SEARCH_EVERYTHING) != 0
    matching =
      flags & UInt32(AUCAT_SEARCH_EXACT) != 0
      ? .exact : flags & UInt32(AUCAT_SEARCH_TYPING) != 0 ? .typing : .interpreted
    let manager = try catalog.manager()
    predicate = try locating(text) { try manager.predicate(text, arguments: values) }
  }

  /// Calls `body` with the search; errors say where the predicate's text is wrong.
  func perform<Result>(_ body: (ComponentManager, PreparedSearch) throws -> Result) throws -> Result {
    let (manager, search) = try prepared()
    return try locating(text, arguments: values) { try body(manager, search) }
  }

  /// The manager and the search of this process: see ``CatalogObject/manager``.
  private func prepared() throws -> (ComponentManager, PreparedSearch) {
    let manager = try catalog.manager()
    return current.withLock { current in
      if let current, current.manager === manager { return current }
      // Never released in a child of fork(2), like the manager.
      // SAFETY: The retain is one too many on purpose: this process leaks the search, and frees nothing of it.
      if let current { _ = Unmanaged.passRetained(current.search) }
      let search = manager.prepare(predicate, everything: findsEverything, words: matching)
      current = (manager, search)
      return (manager, search)
    }
  }
}

/// Runs `body`; an error in the predicate gets its place in the text.
func locating<Result>(
  _ text: String, arguments values: [ComponentPredicate.Argument] = [], _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch ComponentManagerError.invalidPredicate(let error) {
    throw CallFailure(predicate: error, in: text, arguments: values)
  }
}

@c @implementation
package func aucat_prepare(
  _ catalog: OpaquePointer?, _ predicate: UnsafePointer<CChar>?, _ values: UnsafePointer<aucat_value>?, _ count: Int,
  _ flags: UInt32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    let catalog = try required(catalog, "catalog", as: CatalogObject.self)
    let text = try required(predicate, "predicate")
    guard count >= 0 else { throw CallFailure.argument("count is out of range") }
    guard count == 0 || values != nil else { throw CallFailure.argument("values is NULL") }
    // SAFETY: The caller passes an array of `count` values.
    let arguments = try UnsafeBufferPointer(start: values, count: count).map { try argument($0) }
    return handle(try SearchObject(text, arguments: arguments, in: catalog, flags: flags))
  }
}

/// The value that stands for a `%@`.
private func argument(_ value: aucat_value) throws -> ComponentPredicate.Argument {
  switch value.kind {
  case AUCAT_VALUE_NULL: .null
  case AUCAT_VALUE_TEXT: .text(try required(value.text, "a value's text"))
  case AUCAT_VALUE_NUMBER: .number(value.number)
  case AUCAT_VALUE_FLAG: .flag(value.flag)
  default: throw CallFailure.argument("\(value.kind.rawValue) is not a kind of value")
  }
}

/// Calls `body` with a search.
func withSearch<Result>(
  _ search: OpaquePointer?, _ error: ErrorSlot, otherwise failure: Result,
  _ body: (SearchObject) throws -> Result
) -> Result {
  attempt(error, otherwise: failure) { try body(try required(search, "search")) }
}

@c @implementation
package func aucat_search_free(_ search: OpaquePointer?) { release(search, SearchObject.self) }
