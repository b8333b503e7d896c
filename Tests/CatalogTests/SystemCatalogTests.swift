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
@Suite struct SystemCatalogTests {
  private let folder = TemporaryFolder()
  private var system: SystemCatalog { SystemCatalog(folder("shared/catalog.sqlite")) }

  private func replace() throws {
    #expect(try system.replace(isCancelled: { false }) { try SmallCatalog.write(to: $0) } != nil)
  }

  private func isRead() throws -> Bool { try Catalog.openForReading(system) != nil }

  private func permissions(_ path: String) -> UInt32? { (try? FileStatus(path))?.permissions }

  @Test("it is one file without a log that everybody may read, in a folder that everybody may enter")
  func madeWhole() throws {
    #expect(system.standing == .absent)
    #expect(try !isRead())
    let mask = umask(0o077)
    defer { umask(mask) }
    try replace()
    #expect(system.standing == .trusted)
    #expect(permissions(system.path) == 0o644 && permissions(folder("shared")) == 0o755)
    #expect(folder.names(in: "shared").sorted() == ["catalog.sqlite", "catalog.sqlite.lock"])
    #expect(Array(Child.contents(system.path)[18...19]) == [1, 1], "a rollback journal, which is not there at rest")
    let catalog = try #require(try Catalog.openForReading(system, isPooled: true))
    #expect(try catalog.roots() == [SmallCatalog.root] && catalog.path == system.path)
    #expect(try catalog.knownBundles().count == 2 && !catalog.isSnapshot)
    #expect(folder.names(in: "shared").count == 2, "reading leaves nothing beside it")
  }

  @Test(
    "what others than root could have written is refused",
    arguments: [
      ("shared", 0o775), ("shared", 0o757), ("shared/catalog.sqlite", 0o664), ("shared/catalog.sqlite", 0o646),
    ])
  func writableByOthers(name: String, permissions: UInt32) throws {
    try replace()
    chmod(folder(name), permissions)
    #expect(system.standing == .refused(path: folder(name), reason: "users other than its owner may write to it"))
    #expect(try !isRead())
  }

  @Test(
    "what belongs to somebody else is refused", .enabled(if: geteuid() == 0, "this needs root"),
    arguments: ["shared", "shared/catalog.sqlite"])
  func foreignOwner(name: String) throws {
    try replace()
    chown(folder(name), 65_534, 65_534)
    #expect(system.standing == .refused(path: folder(name), reason: "it belongs to user 65534, not to root"))
    #expect(try !isRead())
    guard name == "shared" else { return }
    let error = #expect(throws: StoreError.self) { try replace() }
    #expect(error?.code == .unwritable && error?.detail.contains("65534") == true, "\(String(describing: error))")
  }

  @Test("a symbolic link is refused, and so is what is no file")
  func otherKinds() throws {
    try replace()
    rename(system.path, folder("elsewhere.sqlite"))
    symlink(folder("elsewhere.sqlite"), system.path)
    #expect(system.standing == .refused(path: system.path, reason: "it is a symbolic link"))
    #expect(try !isRead())
    unlink(system.path)
    mkfifo(system.path, 0o600)
    #expect(system.standing == .refused(path: system.path, reason: "it is not a regular file"))
    #expect(try !isRead())
    rename(folder("shared"), folder("other"))
    symlink(folder("other"), folder("shared"))
    #expect(system.standing == .refused(path: folder("shared"), reason: "it is a symbolic link"))
    #expect(throws: StoreError.self) { try replace() }
  }

  @Test("in its usual place only root's is read")
  func usualPlace() {
    #expect(SystemCatalog(SystemCatalog.usualPath).isReplaceable == (geteuid() == 0))
    #expect(system.isReplaceable)
  }

  @Test("another schema is not read; an older one is replaced, a newer one is not")
  func otherSchemas() throws {
    _ = try system.replace(isCancelled: { false }) { path in
      try SmallCatalog.write(to: path)
      try Connection(path, for: .writing).execute("PRAGMA user_version = 11")
    }
    #expect(try system.standing == .trusted && !isRead())
    let origin = system
    #expect(try Catalog.openForWriting(folder("own.sqlite"), copying: { origin }).knownBundles().isEmpty)
    try replace()
    #expect(try isRead())
    try Connection(system.path, for: .writing).execute("PRAGMA user_version = 99")
    let before = Child.contents(system.path)
    #expect(try !isRead())
    let error = #expect(throws: StoreError.self) { try replace() }
    #expect(error?.code == .newer && Child.contents(system.path) == before)
  }

  @Test("a catalog with a log was changed in place, and is not read")
  func log() throws {
    try replace()
    folder.write("x", to: "shared/catalog.sqlite-wal")
    #expect(try !isRead())
  }

  @Test("another program's file is not replaced")
  func foreign() throws {
    folder.write("notes", to: "shared/catalog.sqlite")
    let error = #expect(throws: StoreError.self) { try replace() }
    #expect(error?.code == .foreign)
    #expect(Child.contents(system.path) == Array("notes".utf8))
  }

  @Test("a scan that fails leaves the former catalog, and what a killed one has left goes")
  func interrupted() throws {
    try replace()
    let before = Child.contents(system.path)
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      _ = try system.replace(isCancelled: { false }) { path in
        try SmallCatalog.write(to: path)
        throw Failure()
      }
    }
    #expect(Child.contents(system.path) == before && folder.names(in: "shared").count == 2)
    folder.write("half", to: "shared/catalog.sqlite.unfinished/catalog.sqlite")
    folder.write("half", to: "shared/catalog.sqlite.unfinished/catalog.sqlite-wal")
    #expect(try isRead())
    try replace()
    folder.write("half", to: "shared/catalog.sqlite.unfinished")
    try replace()
    #expect(try isRead() && folder.names(in: "shared").count == 2)
  }

  @Test("processes take turns, and a wait can be cancelled")
  func turns() throws {
    let waits = Mutex(0)
    _ = try system.replace(isCancelled: { false }) { path in
      try SmallCatalog.write(to: path)
      let other = try system.replace(
        isCancelled: {
          waits.withLock {
            $0 += 1; return $0 > 2
          }
        }, by: { _ in Issue.record("two at once") })
      #expect(other == nil)
    }
    #expect(waits.withLock { $0 } == 3)
  }

  @Test("a new catalog begins as its copy, unless that is damaged")
  func copied() throws {
    try replace()
    let system = system
    for (name, isDamaged) in [("one", false), ("two", true)] {
      if isDamaged {
        var bytes = Child.contents(system.path)
        for index in 4_096..<20_000 { bytes[index] = UInt8(truncatingIfNeeded: index &* 7) }
        folder.write(bytes, to: "shared/catalog.sqlite")
      }
      let catalog = try Catalog.openForWriting(folder("\(name).sqlite"), copying: { system })
      #expect(try catalog.knownBundles().count == (isDamaged ? 0 : 2))
      #expect(try StoreFile(kind: .catalog, path: catalog.path).damage() == nil)
      #expect(Array(Child.contents(folder("\(name).sqlite"))[18...19]) == [2, 2], "with a write-ahead log")
      #expect(permissions(folder("\(name).sqlite")) == 0o600)
      // Only a new one asks.
      _ = try Catalog.openForWriting(
        folder("\(name).sqlite"),
        copying: {
          Issue.record("asked"); return nil
        })
    }
  }
}
