internal import AudioComponents
internal import Synchronization

/// Serializes all changes from the page.
final class Writing: Sendable {
  private let turn = Mutex(())

  func run<Result: Sendable>(_ body: () throws -> Result) throws -> Result { try turn.withLock { _ in try body() } }
}

/// Requests that change the user's data.
extension PageAPI {
  /// The maximum number of components in one change.
  private static let mostChanges = 10_000

  /// Applies all `changes` as one step, with one undo: `{"do": "add", "kind": "tag", "name": "Warm", "uris":
  /// […]}` and the like.
  func change(_ object: [String: JSON]) throws -> JSON {
    guard case .array(let wanted)? = object["changes"] else { throw PageRefusal(400, "`changes` isn't an array") }
    let changes = try wanted.flatMap(Self.changes)
    guard !changes.isEmpty, changes.count <= Self.mostChanges else {
      throw PageRefusal(400, "send 1 to \(Self.mostChanges) changes in a request")
    }
    return try writing.run {
      let touched = try manager.apply(changes).reduce(0, +)
      // Another process may have changed something since.
      let change = try manager.recordedChange.flatMap { number in
        try manager.recordedChanges().first { $0.number == number }
      }
      return .object([
        ("touched", .int(touched)), ("undo", .optional(change?.number)), ("title", .optional(change?.title)),
      ])
    }
  }

  private static func changes(_ value: JSON) throws -> [UserChange] {
    guard case .object(let members) = value else { throw PageRefusal(400, "a change must be an object") }
    let object = Dictionary(members.map { ($0.key, $0.value) }) { $1 }
    let (name, uris) = (object["name"]?.text ?? "", object["uris"]?.texts ?? [])
    switch object["do"]?.text {
    case "add":
      let label = try label(object)
      return uris.map { .add(label, to: $0) }
    case "remove":
      let label = try label(object)
      return uris.map { .remove(label, from: $0) }
    case "create": return [.create(try label(object))]
    case "delete": return [.delete(try label(object))]
    case "rename":
      guard let kind = kind(object), let other = object["to"]?.text else { throw PageRefusal(400, "`to` is missing") }
      return [.rename(try named(kind, name), to: try named(kind, other))]
    case "save":
      do throws(UserLabelError) {
        return [.save(try SavedSearch(name, predicate: object["predicate"]?.text ?? ""), replacing: true)]
      } catch {
        throw PageRefusal(400, "\(error)")
      }
    case "forget": return [.deleteSearch(name)]
    default: throw PageRefusal(400, "`do` must be add, remove, create, delete, rename, save or forget")
    }
  }

  private static func kind(_ object: [String: JSON]) -> UserLabel.Kind? {
    object["kind"]?.text.flatMap(UserLabel.Kind.init(rawValue:))
  }

  private static func label(_ object: [String: JSON]) throws -> UserLabel {
    guard let kind = kind(object) else { throw PageRefusal(400, "`kind` must be tag, collection, favorite or hidden") }
    return try named(kind, object["name"]?.text ?? "")
  }

  private static func named(_ kind: UserLabel.Kind, _ name: String) throws -> UserLabel {
    switch kind {
    case .favorite: return .favorite
    case .hidden: return .hidden
    case .tag, .collection:
      do throws(UserLabelError) {
        return try UserLabel(kind, name)
      } catch {
        throw PageRefusal(400, "\(error)")
      }
    }
  }

  /// Undoes a change by its number, or the last one.
  func undo(_ object: [String: JSON]) throws -> JSON {
    let number = try object["number"].flatMap { $0 == .null ? nil : $0 }.map { given in
      guard let number = given.double.flatMap({ Int(exactly: $0) }) else {
        throw PageRefusal(400, "`number` must be that of a change")
      }
      return number
    }
    return try writing.run {
      .object([("title", .optional(try manager.undo(number)?.title))])
    }
  }

  /// The changes that can be undone, latest first.
  func log() throws -> JSON {
    .object([
      (
        "list",
        .array(
          try manager.recordedChanges().prefix(50).map {
            .object([
              ("number", .int($0.number)), ("title", .string($0.title)), ("program", .string($0.program)),
              ("time", .string("\($0.time)")),
            ])
          })
      )
    ])
  }
}
