import ComponentModel
import ComponentQuery
import Foundation
import SQLite
import TestSupport
import Testing

@testable import ComponentStore

/// Whatever happens to the file: no crash, no answer that is wrong in silence, and no entry is lost that the file or a backup
/// still holds.
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

  private func search() throws -> [String] {
    let opened = try #require(try Catalog.openForReading(catalog, userStore: store.path))
    return try opened.search(.constant(true), view: SmallCatalog.view, everything: true).components.map {
      "\($0.uri) \($0.tags.filter(\.isUser).map(\.name)) \($0.isFavorite) \($0.isHidden)"
    }
  }

  @Test("bits, pages and ends of the file")
  func law() throws {
    let environment = ProcessInfo.processInfo.environment
    var random = SeededGenerator(environment: environment, purpose: "damaged user stores")
    let sound = Child.contents(store.path)
    let name = try #require(store.folder.names(in: "user.sqlite.backups").first { $0.hasSuffix(".sqlite") })
    let backup = (name: name, bytes: Child.contents(store.folder("user.sqlite.backups/\(name)")))
    let (whole, answer) = (try store.data(), try search())
    let kept = facts(try UserStore.data(store.path + ".backups/" + name, rules: SmallStore.rules) { _ in })
    for _ in 0..<(environment["AUCAT_FUZZ_CASES"].flatMap(Int.init) ?? 150) {
      let (bytes, what) = Self.damage(sound, &random)
      reset(bytes, backup)
      do {
        #expect(try search() == answer, "\(what)")
      } catch let error as StoreError {
        #expect(error.code == .damaged && error.store == .userStore, "\(what): \(error)")
      }
      let notes = Notes()
      let found = try store.data { notes.add($0) }
      if found != whole {
        #expect(!notes.all.isEmpty, "\(what): silent")
        #expect(facts(found).isSuperset(of: kept), "\(what)")
        #expect(facts(found).isSubset(of: facts(whole)), "\(what)")
      }
      try store.open { notes.add($0) }.apply([.add(try UserLabel(.tag, "afterwards"), to: "urn:a")])
      #expect(try facts(store.data()).contains(["tag", "afterwards", "urn:a"]), "\(what): \(notes.all)")
      // What nobody reads, such as an index of the log, is only noticed by the complete check before a backup.
      let answers = facts(try store.data())
      try UserStoreRecovery(store.path, SmallStore.rules).recover { notes.add($0) }
      #expect(UserStore.health(store.path).state == .sound, "\(what)")
      #expect(try facts(store.data()) == answers, "\(what)")
    }
  }
}
