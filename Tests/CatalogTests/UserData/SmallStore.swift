import ComponentModel
import Glibc
import SQLite
import Synchronization
import TestSupport

@testable import UserDataStore

/// A small user store with something in every table.
struct SmallStore {
  let folder = TemporaryFolder()
  var path: String { folder("user.sqlite") }
  static let rules = SmallCatalog.rules

  /// Enters something of each kind, which makes a backup.
  func fill() throws {
    let store = try open()
    try store.apply([
      .add(try UserLabel(.tag, "Röhre"), to: "urn:a"), .add(try UserLabel(.tag, "warm"), to: "urn:b"),
      .add(try UserLabel(.collection, "live"), to: "urn:a"), .add(.favorite, to: "urn:a"),
      .add(.hidden, to: "urn:b"), .save(try SavedSearch("halls", predicate: "name contains a")), .use(of: "urn:a"),
    ])
  }

  /// Opens the store as a writer.
  func open(_ notice: @escaping @Sendable (String) -> Void = { _ in }) throws -> UserStore {
    try UserStore(path, rules: Self.rules, notice: notice)
  }

  /// Everything in it.
  func data(_ notice: @escaping @Sendable (String) -> Void = { _ in }) throws -> UserData {
    try UserStore.data(path, rules: Self.rules, notice: notice)
  }

  /// What a complete check says of it.
  var health: UserStoreHealth { UserStore.health(path, rules: Self.rules) }

  /// Recovers it, if it is damaged.
  func recover(_ notice: (String) -> Void = { _ in }) throws {
    try UserStoreRecovery(path, Self.rules).recover(notice)
  }

  /// Changes it by SQL, as another program does.
  func edit(_ sql: String) throws { try Connection(path, for: .writing).execute(sql) }

  /// Overwrites the first page of a table or an index.
  func damage(_ name: String) throws {
    let root = try Connection(path, for: .reading).number(
      "SELECT rootpage FROM sqlite_schema WHERE name = ?", [Value(name)])
    write(Array(repeating: 0x5A, count: 4_096), at: (Int(root ?? 0) - 1) * 4_096)
  }

  /// Overwrites a part of the file, whose log is complete in it.
  func write(_ bytes: [UInt8], at offset: Int) {
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    var content = Child.contents(path)
    content.replaceSubrange(offset..<min(offset + bytes.count, content.count), with: bytes)
    folder.write(content, to: "user.sqlite")
  }
}

/// Collects messages from any thread.
final class Notes: Sendable {
  private let messages = Mutex<[String]>([])

  /// The messages so far.
  var all: [String] { messages.withLock { $0 } }

  func add(_ message: String) { messages.withLock { $0.append(message) } }
}
