import ComponentModel
import Glibc
import SQLite
import TestSupport
import Testing

@testable import UserDataStore

/// What plain SQL still reads of a damaged store is not lost.
@Suite struct UserStoreSalvageTests {
  private let store = SmallStore()
  private let notes = Notes()

  /// Enters so much after the backup that every table has pages of its own.
  private func fill() throws {
    var data = UserData()
    for number in 0..<220 {
      let uri = "urn:plugin:\(number)"
      data.facts.append(UserFact(try UserLabel(.tag, "Röhre Nº \(number % 120)"), uri: uri))
      data.searches.append(try SavedSearch("search \(number)", predicate: "presets > \(number) and tag == Reverb"))
      if let use = UseCount(uri: uri, source: "ardour", count: number + 1, lastUsed: nil) { data.uses.append(use) }
    }
    _ = try store.open().merge(data, replacing: false)
  }

  private func parts(_ data: UserData) -> [Set<String>] {
    [Set(data.facts.map { "\($0)" }), Set(data.searches.map { "\($0)" }), Set(data.uses.map { "\($0)" })]
  }

  @Test("a damaged page costs rows of one table, the backup's rows stay, and nothing is invented")
  func everyPage() throws {
    try store.fill()
    let backed = parts(try store.data())
    let backups = store.folder.names(in: "user.sqlite.backups").filter { $0.hasSuffix(".sqlite") }
    let backup = Child.contents(store.folder("user.sqlite.backups/\(backups[0])"))
    try fill()
    let all = parts(try store.data())
    let sound = Child.contents(store.path)
    let pages = sound.count / 4_096
    try #require(pages > 20)
    var lossless = 0
    for page in 1..<pages {
      for name in store.folder.names(in: "") where name.hasPrefix("user.sqlite") { store.folder.remove(name) }
      store.folder.write(backup, to: "user.sqlite.backups/\(backups[0])")
      store.folder.write(sound, to: "user.sqlite")
      store.write(Array(repeating: 0x5A, count: 4_096), at: page * 4_096)
      try store.recover { notes.add($0) }
      let found = parts(try store.data())
      for (found, all) in zip(found, all) { #expect(found.isSubset(of: all), "page \(page)") }
      for (found, backed) in zip(found, backed) { #expect(found.isSuperset(of: backed), "page \(page)") }
      #expect(zip(found, all).count { $0 != $1 } <= 1, "page \(page)")
      if found == all { lossless += 1 }
    }
    #expect(lossless > pages / 3 && lossless < pages - 1, "\(lossless) of \(pages)")
  }

  @Test("a table that is sound replaces the backup's, and of another one every row that can be read is added")
  func tables() throws {
    try store.fill()
    try store.open().apply([
      .delete(try UserLabel(.tag, "warm")), .add(try UserLabel(.tag, "new"), to: "urn:n"), .deleteSearch("halls"),
      .save(try SavedSearch("later", predicate: "tag == Reverb")),
    ])
    var expected = try store.data()
    try store.damage("sqlite_autoindex_saved_search_1")
    try store.recover { notes.add($0) }
    // The tag stays deleted; the search comes back from the backup.
    expected.searches.insert(try SavedSearch("halls", predicate: "name contains a"), at: 0)
    #expect(try store.data() == expected)
    #expect(notes.all.count == 1 && notes.all[0].contains("read from the damaged one"), "\(notes.all)")
  }

  @Test("of a table that is not sound, only rows that follow the rules are added")
  func rules() throws {
    try store.fill()
    let before = try store.data()
    try store.edit(
      """
      INSERT INTO label (id, kind, name, key) VALUES (70, 'tag', 'Good', 'good'), (71, 'tag', 'Bad', 'other');
      INSERT INTO labelled (label, uri) VALUES (70, 'urn:z'), (71, 'urn:z'), (70, CAST(x'75FF' AS TEXT));
      INSERT INTO saved_search (name, key, predicate) VALUES ('Good', 'good', 'effect'), ('Bad', 'other', 'effect'),
        ('worse', 'worse', 'presets > ('), ('bytes', 'bytes', CAST(x'75FF' AS TEXT));
      """)
    try store.damage("sqlite_autoindex_saved_search_1")
    try store.recover { notes.add($0) }
    let after = try store.data()
    #expect(Set(after.facts) == Set(before.facts + [UserFact(try UserLabel(.tag, "Good"), uri: "urn:z")]))
    #expect(Set(after.searches) == Set(before.searches + [try SavedSearch("Good", predicate: "effect")]))
    #expect(after.uses == before.uses && store.health.state == .sound)
  }

  @Test(
    "what a person writes with another program by the rules is taken",
    arguments: [
      "INSERT INTO label (id, kind, name, key) VALUES (70, 'tag', 'new', 'new'); INSERT INTO labelled VALUES (70, 'urn:z')",
      "UPDATE labelled SET uri = 'urn:c' WHERE uri = 'urn:b'", "DELETE FROM labelled WHERE uri = 'urn:b'",
      "DELETE FROM label WHERE kind = 'tag'", "DELETE FROM saved_search", "UPDATE use_count SET count = 9", "VACUUM",
      "INSERT OR REPLACE INTO saved_search VALUES (1, 'halls', 'halls', 'effect')", "REINDEX",
      "UPDATE saved_search SET predicate = 'of a newer language'",
      "CREATE TABLE mine (x); CREATE INDEX i ON label (name)",
    ])
  func otherPrograms(sql: String) throws {
    try store.fill()
    try store.edit(sql)
    #expect(store.health.state == .sound)
    let data = try store.data { Issue.record("\($0)") }
    try store.open { Issue.record("\($0)") }.apply([.add(try UserLabel(.tag, "later"), to: "urn:later")])
    try store.open { Issue.record("\($0)") }.backUpNow()
    #expect(try Set(data.facts).isSubset(of: store.data().facts))
  }

  @Test(
    "a program that reads with stock SQLite and closes last, while a log is left, does no harm",
    arguments: [true, false])
  func stockReader(isWritable: Bool) throws {
    try store.fill()
    let writer = try store.open()
    try writer.apply([.add(try UserLabel(.tag, "in the log"), to: "urn:a")])
    let before = try store.data()
    // As a writer leaves them that is killed.
    for ending in ["", "-wal"] { store.folder.write(Child.contents(store.path + ending), to: "killed.sqlite" + ending) }
    store.folder.write("aucat user store\n", to: "killed.sqlite.lock")
    let path = store.folder("killed.sqlite")
    try #require(Child.contents(path + "-wal").count > 0)
    do {
      let reader = try Connection(path, for: isWritable ? .writing : .reading)
      #expect(try reader.number("SELECT count(*) FROM labels WHERE name = 'in the log'") == 1)
    }
    #expect(try UserStore.data(path, rules: SmallStore.rules) { Issue.record("\($0)") } == before)
    #expect(UserStore.health(path, rules: SmallStore.rules).state == .sound)
    try UserStore(path, rules: SmallStore.rules) { Issue.record("\($0)") }.apply([.add(.favorite, to: "urn:z")])
  }
}
