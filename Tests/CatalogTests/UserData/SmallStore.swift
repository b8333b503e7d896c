import ComponentModel
import Glibc
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import UserDataStore

/// A small user store with something in every table.
struct SmallStore {
  static let rules = SmallCatalog.rules

  /// The files of a store with something of each kind and of its backup, and what is in it.
  private static let made = Result {
    let store = SmallStore()
    try store.open().apply([
      .add(try UserLabel(.tag, "Röhre"), to: "urn:a"), .add(try UserLabel(.tag, "warm"), to: "urn:b"),
      .add(try UserLabel(.collection, "live"), to: "urn:a"), .add(.favorite, to: "urn:a"),
      .add(.hidden, to: "urn:b"), .save(try SavedSearch("halls", predicate: "name contains a")), .use(of: "urn:a"),
    ])
    let backups = store.folder.names(in: "user.sqlite.backups").map { "user.sqlite.backups/" + $0 }
    let files = (["user.sqlite", "user.sqlite.lock"] + backups).map { ($0, Child.contents(store.folder($0))) }
    return (files: files, content: try store.data())
  }

  let folder = TemporaryFolder()
  /// What has been said of it.
  let notes = Notes()
  /// What it begins with.
  private(set) var content = UserData()
  var path: String { folder("user.sqlite") }

  /// The names of its backups, the oldest first.
  var backups: [String] {
    folder.names(in: "user.sqlite.backups").filter { $0.hasSuffix(".sqlite") }.sorted()
  }

  /// What a complete check says of it.
  var health: UserStoreHealth { UserStore.health(path, rules: Self.rules) }

  /// A store with something of each kind, and a backup.
  static func filled() throws -> SmallStore {
    let made = try made.get()
    var store = SmallStore()
    for (name, bytes) in made.files { store.folder.write(bytes, to: name) }
    store.content = made.content
    return store
  }

  /// Checks that one thing has been said of it, with some words.
  func verifyNote(_ words: String = "", fileID: String = #fileID, filePath: String = #filePath, line: Int = #line) {
    let isSaid = notes.all.count == 1 && (words.isEmpty || notes.all[0].contains(words))
    verify(isSaid, "\(notes.all)", fileID: fileID, filePath: filePath, line: line)
  }

  /// Opens the store as a writer.
  func open() throws -> UserStore { try UserStore(path, rules: Self.rules) { [notes] in notes.add($0) } }

  /// Gives a component tags.
  func add(_ tags: String..., to uri: String = "urn:a") throws {
    for tag in tags { try open().apply([.add(try UserLabel(.tag, tag), to: uri)]) }
  }

  /// Everything in it.
  func data() throws -> UserData { try UserStore.data(path, rules: Self.rules) { [notes] in notes.add($0) } }

  /// The names of all tags.
  func tags() throws -> Set<String> { Set(try data().facts.filter { $0.label.kind == .tag }.map(\.label.name)) }

  /// The changes that can be undone.
  func changes() throws -> [RecordedChange] {
    try UserStore.recordedChanges(path, rules: Self.rules) { [notes] in notes.add($0) }
  }

  /// Recovers it, if it is damaged.
  func recover() throws { try UserStoreRecovery(path, Self.rules).recover { notes.add($0) } }

  /// Makes a backup, whether one is due or not.
  func backUp() throws { try open().reading { try UserStoreBackup(path, Self.rules).make(of: $0) } }

  /// Changes it, or another file, by SQL, as another program does.
  func edit(_ sql: String, in file: String = "user.sqlite") throws {
    try Connection(folder(file), for: .writing).execute(sql)
  }

  /// Deletes its file, or puts another in its place.
  func lose(_ content: String? = nil) {
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    if let content { folder.write(content, to: "user.sqlite") }
  }

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
