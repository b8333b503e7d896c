import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import ComponentStore

/// What is known of a user store and what lies beside it, without a change.
@Suite struct UserStoreHealthTests {
  private let store = SmallStore()

  @Test("a store that is sound, with its backup")
  func sound() throws {
    #expect(store.health == UserStoreHealth(path: store.path, state: .absent))
    try store.fill()
    let health = store.health
    #expect(health.state == .sound && health.setAside.isEmpty && health.leftovers.isEmpty)
    let content = try #require(health.content)
    #expect((content.tags, content.memberships, content.favorites, content.hidden) == (2, 1, 1, 1))
    #expect((content.collections, content.searches, content.uses) == (1, 1, 1))
    #expect(content.revision > 0 && content.schema == StoreKind.userStore.version)
    #expect(health.backups.count == 1 && health.backups.allSatisfy { $0.problem == nil && $0.content != nil })
  }

  @Test("damage of the store or a backup, and what lies beside it")
  func damaged() throws {
    try store.fill()
    // The last one is nobody's: a name that only begins like one of ours.
    let names = [
      "user.sqlite.damaged-1", "user.sqlite.restoring", "user.sqlite.backups/unfinished", "user.sqlite.restoring-x",
    ]
    for name in names {
      store.folder.write("x", to: name)
    }
    store.folder.write("no database", to: "user.sqlite.backups/20991231T000000Z-r000000999.sqlite")
    store.write(Array(repeating: 0x5A, count: 4_096), at: 4_096)
    let bytes = Child.contents(store.path)
    let health = store.health
    guard case .damaged = health.state else { return #expect(Bool(false), "\(health.state)") }
    #expect(health.backups.map { $0.problem == nil } == [true, false])
    #expect(health.setAside == [store.path + ".damaged-1"])
    #expect(Set(health.leftovers) == [store.path + ".restoring", store.path + ".backups/unfinished"])
    #expect(Child.contents(store.path) == bytes, "nothing is written")
  }
}
