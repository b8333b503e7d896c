import ComponentModel
import Glibc
import Linux
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import CatalogStore
@testable import StoreFiles

/// The machine's catalog: who must own it, and how it is replaced.
struct SystemCatalogTests {
  private let folder = TemporaryFolder()
  private var system: SystemCatalog { SystemCatalog(folder("shared/catalog.sqlite")) }

  private func replace() throws {
    try verify(system.replace(isCancelled: { false }) { try SmallCatalog.write(to: $0) } != nil)
  }

  private func isRead() throws -> Bool { try Catalog.openForReading(system) != nil }

  private func permissions(_ path: String) -> UInt32? { (try? FileStatus(path))?.permissions }

  /// Checks that it is refused because of a file, or of its folder.
  private func expectRefusal(_ name: String, _ reason: String) throws {
    verify(system.standing, equals: .refused(path: folder(name), reason: reason))
    verify(try !isRead())
  }

  @Test("it is one file without a log that everybody may read, in a folder that everybody may enter")
  func madeWhole() throws {
    verify(system.standing, equals: .absent)
    verify(try !isRead())
    let mask = umask(0o077)
    defer { umask(mask) }
    try replace()
    verify(system.standing, equals: .trusted)
    verify(permissions(system.path) == 0o644 && permissions(folder("shared")) == 0o755)
    verify(folder.names(in: "shared").sorted(), equals: ["catalog.sqlite", "catalog.sqlite.lock"])
    verify(Array(Child.contents(system.path)[18...19]), equals: [1, 1], "a rollback journal, not there at rest")
    let catalog = try demand(Catalog.openForReading(system, isPooled: true))
    try verify(catalog.roots() == [SmallCatalog.root] && catalog.path == system.path)
    try verify(catalog.knownBundles().count == 2 && !catalog.isSnapshot)
    verify(folder.names(in: "shared").count, equals: 2, "reading leaves nothing beside it")
    // In its usual place only root's is read.
    verify(SystemCatalog(SystemCatalog.usualPath).isReplaceable == (geteuid() == 0) && system.isReplaceable)
    // With a log it was changed in place.
    folder.write("x", to: "shared/catalog.sqlite-wal")
    verify(try !isRead())
  }

  @Test("what others than root could have written is refused, and so are links and what is no file")
  func refused() throws {
    try replace()
    let writable = "users other than its owner may write to it"
    for (name, permissions, right) in [
      ("shared", 0o775, 0o755), ("shared", 0o757, 0o755), ("shared/catalog.sqlite", 0o664, 0o644),
      ("shared/catalog.sqlite", 0o646, 0o644),
    ] as [(String, mode_t, mode_t)] {
      chmod(folder(name), permissions)
      try expectRefusal(name, writable)
      chmod(folder(name), right)
      try verify(isRead())
    }
    rename(system.path, folder("elsewhere.sqlite"))
    symlink(folder("elsewhere.sqlite"), system.path)
    try expectRefusal("shared/catalog.sqlite", "it is a symbolic link")
    unlink(system.path)
    mkfifo(system.path, 0o600)
    try expectRefusal("shared/catalog.sqlite", "it is not a regular file")
    rename(folder("shared"), folder("other"))
    symlink(folder("other"), folder("shared"))
    verify(system.standing, equals: .refused(path: folder("shared"), reason: "it is a symbolic link"))
    verify(throws: StoreError.self) { try replace() }
  }

  @Test("what belongs to somebody else is refused", .enabled(if: geteuid() == 0, "this needs root"))
  func foreignOwner() throws {
    try replace()
    for name in ["shared/catalog.sqlite", "shared"] {
      chown(folder(name), 65_534, 65_534)
      try expectRefusal(name, "it belongs to user 65534, not to root")
      if name != "shared" { chown(folder(name), 0, 0) }
    }
    let error = verify(throws: StoreError.self) { try replace() }
    verify(error?.code == .unwritable && error?.detail.contains("65534") == true, "\(String(describing: error))")
  }

  @Test("another schema is not read; an older one is replaced, a newer one and another program's file are not")
  func otherSchemas() throws {
    _ = try system.replace(isCancelled: { false }) { path in
      try SmallCatalog.write(to: path)
      try Connection(path, for: .writing).execute("PRAGMA user_version = 11")
    }
    try verify(system.standing == .trusted && !isRead())
    let origin = system
    try verify(Catalog.openForWriting(folder("own.sqlite"), copying: { origin }).knownBundles().isEmpty)
    try replace()
    try verify(isRead())
    try Connection(system.path, for: .writing).execute("PRAGMA user_version = 99")
    let before = Child.contents(system.path)
    verify(try !isRead())
    let error = verify(throws: StoreError.self) { try replace() }
    verify(error?.code == .newer && Child.contents(system.path) == before)
    let other = SystemCatalogTests()
    other.folder.write("notes", to: "shared/catalog.sqlite")
    let failure = verify(throws: StoreError.self) { try other.replace() }
    verify(failure?.code == .foreign && Child.contents(other.system.path) == Array("notes".utf8))
  }

  @Test("a scan that fails leaves the former catalog, what a killed one has left goes, and processes take turns")
  func interrupted() throws {
    try replace()
    let before = Child.contents(system.path)
    struct Failure: Error {}
    verify(throws: Failure.self) {
      _ = try system.replace(isCancelled: { false }) { path in
        try SmallCatalog.write(to: path)
        throw Failure()
      }
    }
    verify(Child.contents(system.path) == before && folder.names(in: "shared").count == 2)
    folder.write("half", to: "shared/catalog.sqlite.unfinished/catalog.sqlite")
    folder.write("half", to: "shared/catalog.sqlite.unfinished/catalog.sqlite-wal")
    try verify(isRead())
    try replace()
    folder.write("half", to: "shared/catalog.sqlite.unfinished")
    // A wait for another process can be cancelled.
    let waits = Mutex(0)
    func isTooLong() -> Bool {
      waits.withLock { count in
        count += 1
        return count > 2
      }
    }
    _ = try system.replace(isCancelled: { false }) { path in
      try SmallCatalog.write(to: path)
      try verify(system.replace(isCancelled: isTooLong) { _ in Issue.record("two at once") } == nil)
    }
    verify(waits.withLock { $0 }, equals: 3)
    try verify(isRead() && folder.names(in: "shared").count == 2)
  }
}
