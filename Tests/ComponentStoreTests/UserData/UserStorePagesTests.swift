import ComponentModel
import Foundation
import Glibc
import SQLite
import TestSupport
import Testing

@testable import ComponentStore

/// A page that has come to be in another's place takes nothing along but what it has overwritten.
@Suite struct UserStorePagesTests {
  private let store = SmallStore()
  private static let page = 4_096

  /// Enters so much after the last backup that every table has pages of its own.
  private func fill() throws {
    try store.fill()
    var data = UserData()
    for number in 0..<220 {
      let uri = "urn:plugin:\(number)"
      data.facts.append(UserFact(try UserLabel(.tag, "Röhre Nº \(number % 120)"), uri: uri))
      if number % 9 == 0 { data.facts.append(UserFact(try UserLabel(.collection, "Set \(number)"), uri: uri)) }
      if number % 4 == 0 {
        data.searches.append(try SavedSearch("search \(number)", predicate: "presets > \(number) and tag == Reverb"))
      }
      if let use = UseCount(uri: uri, source: "ardour", count: number + 1, lastUsed: nil) { data.uses.append(use) }
    }
    _ = try store.open().merge(data, replacing: false)
  }

  private func facts(_ data: UserData) -> Set<String> {
    Set(data.facts.map { "\($0)" } + data.searches.map { "\($0)" } + data.uses.map { "\($0)" })
  }

  private func restored(_ bytes: [UInt8], _ notice: (String) -> Void = { _ in }) throws -> Set<String> {
    for ending in ["", "-wal", "-shm"] { unlink(store.path + ending) }
    store.folder.write(bytes, to: "user.sqlite")
    try UserStoreRecovery(store.path, SmallStore.rules).recover(notice)
    return facts(try store.data())
  }

  @Test("whichever two pages are swapped, nothing is lost and nothing is invented")
  func swapped() throws {
    try fill()
    let all = facts(try store.data())
    let sound = Child.contents(store.path)
    let count = sound.count / Self.page
    try #require(count > 20 && all.count > 450)
    var random = SeededGenerator(seed: 14)
    let pairs = (0..<count).map { ($0, Int.random(in: 0..<count, using: &random)) }
    for (a, b) in pairs where a != b {
      var bytes = sound
      bytes.replaceSubrange(a * Self.page..<(a + 1) * Self.page, with: sound[b * Self.page..<(b + 1) * Self.page])
      bytes.replaceSubrange(b * Self.page..<(b + 1) * Self.page, with: sound[a * Self.page..<(a + 1) * Self.page])
      let found = try restored(bytes)
      #expect(found.isSuperset(of: all), "\(a) and \(b): \(all.subtracting(found).sorted().prefix(3))")
      #expect(found.isSubset(of: all), "\(a) and \(b): \(found.subtracting(all).sorted().prefix(3))")
    }
  }

  @Test("a page that is copied over another takes only what that page had")
  func copied() throws {
    try fill()
    let all = facts(try store.data())
    let sound = Child.contents(store.path)
    let count = sound.count / Self.page
    let full = 2 * Self.page / 24
    var random = SeededGenerator(seed: 15)
    for to in 0..<count {
      let from = (to + Int.random(in: 1..<count, using: &random)) % count
      var bytes = sound
      bytes.replaceSubrange(
        to * Self.page..<(to + 1) * Self.page, with: sound[from * Self.page..<(from + 1) * Self.page])
      let found = try restored(bytes)
      #expect(found.count > all.count - full, "\(from) over \(to)")
    }
  }

  /// A row that differs from what it was in one byte, be it of the checksum, is found again by its checksum.
  @Test("one damaged byte takes nothing along", arguments: ["label", "labelled", "saved_search", "use_count"])
  func bytes(table: String) throws {
    try fill()
    let all = facts(try store.data())
    let sound = Child.contents(store.path)
    let sql = "SELECT checksum FROM \(table) ORDER BY checksum % 1009 LIMIT 2"
    let checksums = try Connection(store.path, for: .reading).numbers(sql)
    try #require(checksums.count == 2)
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "damaged bytes of \(table)")
    for checksum in checksums {
      let stored = withUnsafeBytes(of: checksum.bigEndian) { Array($0) }
      // The checksum ends the row.
      let end =
        try #require(
          sound.indices.dropLast(7).first { sound[$0] == stored[0] && sound[$0..<$0 + 8].elementsEqual(stored) }) + 8
      for _ in 0..<6 {
        let place = end - Int.random(in: 1...24, using: &random)
        let mask =
          Bool.random(using: &random)
          ? 1 << UInt8.random(in: 0..<8, using: &random) : UInt8.random(in: 1...255, using: &random)
        var bytes = sound
        bytes[place] ^= mask
        let found = try restored(bytes)
        #expect(found == all, "byte \(place) changed by \(mask), seed \(random.seed)")
      }
    }
  }

  /// Nothing says what the row was, so its components lose the tag; but nobody has to find that out alone.
  @Test("what goes with a row of two damaged bytes is counted")
  func counted() throws {
    try fill()
    let all = facts(try store.data())
    var bytes = Child.contents(store.path)
    let sql = "SELECT checksum FROM label ORDER BY id DESC LIMIT 1"
    let checksum = try #require(try Connection(store.path, for: .reading).number(sql))
    let stored = withUnsafeBytes(of: checksum.bigEndian) { Array($0) }
    let place = try #require(bytes.indices.dropLast(7).first { bytes[$0..<$0 + 8].elementsEqual(stored) })
    bytes[place + 3] ^= 0x11
    bytes[place + 6] ^= 0x22
    var notes: [String] = []
    let found = try restored(bytes) { notes.append($0) }
    #expect(found.count < all.count)
    let counts = "had \(all.count) tags, marks, searches and use counts, and the new one has \(found.count)"
    #expect(notes.count == 1 && notes[0].hasSuffix(counts), "\(notes)")
  }

  @Test("without its header and schema a store still has all of its rows")
  func headless() throws {
    try fill()
    let all = facts(try store.data())
    var bytes = Child.contents(store.path)
    for index in 0..<Self.page { bytes[index] = 0x5A }
    #expect(try restored(bytes) == all)
  }
}
