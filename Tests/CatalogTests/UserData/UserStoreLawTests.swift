import ComponentModel
import ComponentQuery
import Foundation
import SQLite
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore
@testable import StoreFiles
@testable import UserDataStore

/// Whatever happens to the file: no crash, no damage of its structure is told nobody, and what the backup holds stays.
@Suite struct UserStoreLawTests {
  private let store = SmallStore()
  private let catalog: String

  init() throws {
    catalog = store.folder("catalog.sqlite")
    try SmallCatalog.write(to: catalog)
    try store.fill()
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
    case 3:
      let bit = Int.random(in: 0..<800, using: &random)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      return (bytes, "header's bit \(bit)")
    default:
      let bit = Int.random(in: 0..<sound.count * 8, using: &random)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      return (bytes, "bit \(bit)")
    }
  }

  private func facts(_ data: UserData) -> Set<[String]> {
    Set(data.facts.map { [$0.label.kind.rawValue, $0.label.name.lowercased(), $0.uri ?? ""] })
  }

  /// Puts the files back as they were, with the damage.
  private func reset(_ bytes: [UInt8], _ backup: (name: String, bytes: [UInt8])) {
    for name in store.folder.names(in: "") where name.hasPrefix("user.sqlite") { store.folder.remove(name) }
    store.folder.write(bytes, to: "user.sqlite")
    store.folder.write(backup.bytes, to: "user.sqlite.backups/\(backup.name)")
    store.folder.write("aucat user store\n", to: "user.sqlite.lock")
  }

  private func search() throws {
    let opened = try #require(try Catalog.openForReading(catalog, userStore: store.path))
    _ = try opened.search(.constant(true), view: SmallCatalog.view, everything: true)
  }

  @Test("bits, pages and ends of the file")
  func law() throws {
    let environment = ProcessInfo.processInfo.environment
    var random = SeededGenerator(environment: environment, purpose: "damaged user stores")
    let sound = Child.contents(store.path)
    let name = try #require(store.folder.names(in: "user.sqlite.backups").first { $0.hasSuffix(".sqlite") })
    let backup = (name: name, bytes: Child.contents(store.folder("user.sqlite.backups/\(name)")))
    let whole = try store.data()
    let kept = facts(try UserStore.data(store.path + ".backups/" + name, rules: SmallStore.rules) { _ in })
    for _ in 0..<SeededGenerator.cases(50) {
      let (bytes, what) = Self.damage(sound, &random)
      reset(bytes, backup)
      do {
        try search()
      } catch let error as StoreError {
        #expect([.damaged, .newer].contains(error.code) && error.store == .userStore, "\(what): \(error)")
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
        #expect(found.facts.map(\.uri) == whole.facts.map(\.uri), "\(what)")
        #expect(found.searches.count == whole.searches.count, "\(what)")
        // Nor have counts: the page of an empty table in place of theirs is a sound store without counts.
        #expect(found.uses.isEmpty || found.uses.count == whole.uses.count, "\(what)")
      } else {
        #expect(facts(found).isSuperset(of: kept), "\(what)")
      }
      try store.open { notes.add($0) }.apply([.add(try UserLabel(.tag, "afterwards"), to: "urn:a")])
      #expect(try facts(store.data()).contains(["tag", "afterwards", "urn:a"]), "\(what): \(notes.all)")
      // Whatever is left, the complete check before a backup finds.
      try store.recover { notes.add($0) }
      #expect(store.health.state == .sound, "\(what)")
      #expect(try facts(store.data()).isSuperset(of: kept), "\(what)")
    }
  }
}
