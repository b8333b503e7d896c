// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
package import CAucat
internal import Linux

/// `aucat_changes`; for one thread at a time.
final class ChangesObject {
  let changes: PolledChanges
  private let process = CurrentProcess.identifier
  private(set) var batch: [ComponentChange] = []
  private(set) var texts = OwnedTexts()

  /// The strings that callers can ask for.
  enum Field: Int {
    case uri, label, position
  }

  init(_ changes: PolledChanges) { self.changes = changes }

  func read() throws -> Int {
    // Both processes would take each other's notifications.
    guard process == CurrentProcess.identifier else {
      throw CallFailure.argument(
        "only the process that called aucat_follow can read these changes; call it here, too")
    }
    let batch = try changes.read()
    self.batch = batch
    texts = OwnedTexts()
    return batch.count
  }
}

@c @implementation
package func aucat_follow(
  _ catalog: OpaquePointer?, _ position: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    guard let text = try optional(position, "position") else {
      // Not the default, which is everything if the position can't be read.
      return handle(ChangesObject(manager.polledChanges(since: try manager.changePosition())))
    }
    guard let position = ChangePosition(text) else { throw CallFailure.argument("`\(text)` is not a position") }
    return handle(ChangesObject(manager.polledChanges(since: position)))
  }
}

@c @implementation
package func aucat_changes_descriptor(_ changes: OpaquePointer?) -> Int32 {
  object(changes, ChangesObject.self)?.changes.descriptor ?? -1
}

@c @implementation
package func aucat_changes_read(
  _ changes: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    // SAFETY: `count` is NULL or, by the header, points to a `size_t` of the caller's. It is only written.
    count?.pointee = 0
    let read = try required(changes, "changes", as: ChangesObject.self).read()
    count?.pointee = read
  }
}

@c @implementation
package func aucat_changes_kind(_ changes: OpaquePointer?, _ index: Int) -> aucat_change_kind {
  switch object(changes, ChangesObject.self)?.batch.element(at: index)?.kind {
  case .added: AUCAT_CHANGE_ADDED
  case .changed: AUCAT_CHANGE_CHANGED
  case .removed: AUCAT_CHANGE_REMOVED
  case .tags: AUCAT_CHANGE_TAGS
  case .favorite: AUCAT_CHANGE_FAVORITE
  case .hidden: AUCAT_CHANGE_HIDDEN
  case .collection: AUCAT_CHANGE_COLLECTION
  case .search: AUCAT_CHANGE_SEARCH
  case .reset: AUCAT_CHANGE_RESET
  case nil: AUCAT_CHANGE_NONE
  }
}

/// A text of a change.
private func text(
  _ changes: OpaquePointer?, _ field: ChangesObject.Field, at index: Int, _ value: (ComponentChange) -> String?
) -> UnsafePointer<CChar>? {
  guard let owner = object(changes, ChangesObject.self) else { return nil }
  // SAFETY: `owner.texts` has the text until `read` replaces it: the header says that texts are valid until the next
  // call.
  return owner.texts.text(field.rawValue, index: index) { owner.batch.element(at: index).flatMap(value) }
}

@c @implementation
package func aucat_changes_uri(_ changes: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(changes, .uri, at: index, \.uri)
}

@c @implementation
package func aucat_changes_label(_ changes: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  text(changes, .label, at: index, \.label)
}

@c @implementation
package func aucat_changes_position(_ changes: OpaquePointer?) -> UnsafePointer<CChar>? {
  guard let owner = object(changes, ChangesObject.self) else { return nil }
  // SAFETY: As for the texts of a change.
  return owner.texts.text(ChangesObject.Field.position.rawValue) { owner.changes.position.description }
}

@c @implementation
package func aucat_changes_free(_ changes: OpaquePointer?) { release(changes, ChangesObject.self) }
