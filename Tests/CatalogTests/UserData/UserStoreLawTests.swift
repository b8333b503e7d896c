import ComponentModel
import ComponentQuery
import Foundation
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore
@testable import StoreFiles
@testable import UserDataStore

/// Whatever happens to the file: no crash, no damage of its structure is told nobody, and what the backup holds stays.
struct UserStoreLawTests {
  private let store: SmallStore
  private let catalog: String

  init() throws {
    store = try SmallStore.filled()
    catalog = store.folder("catalog.sqlite")
    try SmallCatalog.write(to: catalog)
    let tags = try (0..<120).map { try UserLabel(.tag, "Nº \($0)") }
    try store.open().apply(tags.enumerated().map { .add($1, to: "urn:of a person \($0 % 40)") })
  }

  /// One way to damage a file.
  private static func damage(_ sound: [UInt8], _ random: inout SeededGenerator) -> (bytes: [UInt8], what: String) {
    var bytes = sound
    let pages = sound.count / 4_096
    let (from, to) = (Int.random(in: 0..<pages, using: &random), Int.random(in: 0..<pages, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      bytes.replaceSubrange(to * 4_096..<(to + 1) * 4_096, with: sound[from * 4_096..<(from + 1) * 4_096])
      return (bytes, "page \(from) over \(to)")
    case 1:
      bytes.replaceSubrange(to * 4_096..<(to + 1) * 4_096, with: Array(repeating: 0, count: 4_096))
      return (bytes, "zeros over \(to)")
    case 2:
      let count = Int.random(in: 0..<sound.count, using: &random)
      return (Array(sound.prefix(count)), "cut at \(count)")
    case let way:
      let bit = Int.random(in: 0..<(way == 3 ? 800 : sound.count * 8), using: &random)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      return (bytes, "bit \(bit)")
    }
  }

  private func facts(_ data: UserData) -> Set<[String]> {
    Set(data.facts.map { [$0.label.kind.rawValue, $0.label.name.lowercased(), $0.uri ?? ""] })
  }

  @Test("bits, pages and ends of the file") func law() throws { try checkLaw(cases: 3) }

  @Test("the same of more", .part(.faults)) func fullLaw() throws { try checkLaw(cases: 50) }

  private func checkLaw(cases: Int) throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "damaged user stores")
    let sound = Child.contents(store.path)
    let name = "user.sqlite.backups/" + store.backups[0]
    let backup = Child.contents(store.folder(name))
    let whole = try store.data()
    let kept = facts(try UserStore.data(store.folder(name), rules: SmallStore.rules) { _ in })
    for _ in 0..<SeededGenerator.cases(cases) {
      let (bytes, what) = Self.damage(sound, &random)
      for name in store.folder.names(in: "") where name.hasPrefix("user.sqlite") { store.folder.remove(name) }
      store.folder.write(bytes, to: "user.sqlite")
      store.folder.write(backup, to: name)
      store.folder.write("aucat user store\n", to: "user.sqlite.lock")
      do {
        let opened = try demand(Catalog.openForReading(catalog, userStore: store.path))
        _ = try opened.search(.constant(true), view: SmallCatalog.view, everything: true)
      } catch let error as StoreError {
        verify([.damaged, .newer].contains(error.code) && error.store == .userStore, "\(what): \(error)")
        // Damage of its version alone can't be told from a newer store.
        if error.code == .newer { continue }
      }
      let notes = Notes()
      let omitted = Notes()
      let found = try UserStore.data(
        store.path, rules: SmallStore.rules, shortfall: { omitted.add($0) }, notice: { notes.add($0) })
      if notes.all.isEmpty {
        guard omitted.all.isEmpty else { continue }
        // Names and predicates have no index.
        verify(found.facts.map(\.uri), equals: whole.facts.map(\.uri), "\(what)")
        verify(found.searches.count, equals: whole.searches.count, "\(what)")
        // Nor have counts: the page of an empty table in place of theirs is a sound store without counts.
        verify(found.uses.isEmpty || found.uses.count == whole.uses.count, "\(what)")
      } else {
        verify(facts(found).isSuperset(of: kept), "\(what)")
      }
      try store.add("afterwards")
      try verify(facts(store.data()).contains(["tag", "afterwards", "urn:a"]), "\(what): \(notes.all)")
      // Whatever is left, the complete check before a backup finds.
      try store.recover()
      verify(store.health.state, equals: .sound, "\(what)")
      try verify(facts(store.data()).isSuperset(of: kept), "\(what)")
    }
  }
}
