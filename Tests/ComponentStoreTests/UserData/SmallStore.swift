import ComponentModel
import Glibc
import TestSupport

@testable import ComponentStore

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

  /// Overwrites a part of the file, whose log is complete in it.
  func write(_ bytes: [UInt8], at offset: Int) {
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    var content = Child.contents(path)
    content.replaceSubrange(offset..<min(offset + bytes.count, content.count), with: bytes)
    folder.write(content, to: "user.sqlite")
  }
}
