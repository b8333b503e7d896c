import AudioComponents
import Glibc
import ICU
import TestSupport
import Testing

@testable import ComponentStore

/// Saved searches of a damaged user store.
@Suite struct UserStoreSalvageTests {
  private let folder = TemporaryFolder()
  private var store: String { folder("catalog.sqlite.user") }

  private func manager() throws -> ComponentManager {
    let bundles = HandmadeBundles(folder)
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A\"")
    return try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
  }

  private func damage(_ sound: [UInt8], page: Int) throws {
    var bytes = sound
    for index in page * 4_096..<(page + 1) * 4_096 { bytes[index] = 0x5A }
    for ending in ["-wal", "-shm"] { unlink(store + ending) }
    folder.write(bytes, to: "catalog.sqlite.user")
    try UserStoreTraces(store).removeEarlierRecoveries()
    try UserStoreRecovery(store, UnicodeRules(locale: LocaleIdentifier("en"))).recover { _ in }
  }

  @Test("whichever page is damaged, searches that can still be read come back whole, and nothing is invented")
  func everyPage() throws {
    try manager().save(try SavedSearch("of the first day", predicate: "effect"))
    let long = String(repeating: "x", count: 9_000)
    // Some have pages of their own, the last of which nothing checks.
    let searches = try (0..<150).map { number in
      let text = number % 15 == 0 ? long + "\(number)" : "Röhre \(number)"
      return try SavedSearch("Nº \(number)", predicate: "name == \"\(text)\" or in \"of the first day\"")
    }
    try manager().apply(searches.map { .save($0) })
    let all = Set(try manager().savedSearches())
    let sound = Child.contents(store)
    var counts: [Int] = []
    for page in 1..<sound.count / 4_096 {
      try damage(sound, page: page)
      let found = try manager().savedSearches()
      #expect(Set(found).isSubset(of: all), "page \(page)")
      #expect(found.contains { $0.name == "of the first day" }, "page \(page)")
      counts.append(found.count)
    }
    // A page has some 30 of them; a page that only leads to others, or says what tables there are, has none.
    #expect(counts.count > 20 && counts.allSatisfy { $0 > 110 }, "\(counts)")
    #expect(counts.contains { $0 < 151 }, "no page mattered: \(counts)")
  }

  @Test("a search that was changed after the backup comes back as it was last, also where what it names is lost")
  func newerThanTheBackup() throws {
    let names = ["changed", "other"]
    try manager().apply(names.map { .save(try SavedSearch($0, predicate: "effect")) })
    try manager().apply([
      .create(try UserLabel(.collection, "live")), .save(try SavedSearch("Changed", predicate: "in live")),
    ])
    let sound = Child.contents(store)
    var seen: [String: Int] = [:]
    for page in 1..<sound.count / 4_096 {
      try damage(sound, page: page)
      let found = try manager().savedSearches()
      #expect(found.count == 2, "page \(page)")
      seen[found.map(\.predicate).joined(separator: "|"), default: 0] += 1
      // Whatever is lost, other searches can be saved.
      try manager().save(try SavedSearch("more", predicate: "in other"))
    }
    #expect(seen["in live|effect", default: 0] > seen["effect|effect", default: 0], "\(seen)")
    #expect(seen.count == 2, "\(seen)")
  }
}
