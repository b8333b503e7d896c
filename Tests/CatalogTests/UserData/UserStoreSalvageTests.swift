import ComponentModel
import SQLite
import TestSupport
import Testing

@testable import UserDataStore

/// What plain SQL still reads of a damaged store is not lost.
struct UserStoreSalvageTests {
  @Test("a sound table replaces the backup's, so that what was deleted stays so; of another, readable rows are added")
  func tables() throws {
    for (part, source) in [
      ("latest_change", "one with all of its"), ("sqlite_autoindex_saved_search_1", "read from the damaged one"),
    ] {
      let store = try SmallStore.filled()
      try store.open().apply([
        .delete(try UserLabel(.tag, "warm")), .add(try UserLabel(.tag, "new"), to: "urn:n"), .deleteSearch("halls"),
        .save(try SavedSearch("later", predicate: "tag == Reverb")),
      ])
      var expected = try store.data()
      try store.damage(part)
      try store.recover()
      // The search comes back from the backup.
      let halls = try SavedSearch("halls", predicate: "name contains a")
      if part != "latest_change" { expected.searches.insert(halls, at: 0) }
      try verify(store.data(), equals: expected)
      store.verifyNote(source)
    }
  }

  @Test("of a table that is not sound, only rows that follow the rules are added")
  func rules() throws {
    let store = try SmallStore.filled()
    try store.edit(
      """
      INSERT INTO label (id, kind, name, key) VALUES (70, 'tag', 'Good', 'good'), (71, 'tag', 'Bad', 'other');
      INSERT INTO labelled (label, uri) VALUES (70, 'urn:z'), (71, 'urn:z'), (70, CAST(x'75FF' AS TEXT));
      INSERT INTO saved_search (name, key, predicate) VALUES ('Good', 'good', 'effect'), ('Bad', 'other', 'effect'),
        ('worse', 'worse', 'presets > ('), ('bytes', 'bytes', CAST(x'75FF' AS TEXT));
      """)
    try store.damage("sqlite_autoindex_saved_search_1")
    try store.recover()
    let after = try store.data()
    verify(Set(after.facts), equals: Set(store.content.facts + [UserFact(try UserLabel(.tag, "Good"), uri: "urn:z")]))
    verify(Set(after.searches), equals: Set(store.content.searches + [try SavedSearch("Good", predicate: "effect")]))
    verify(after.uses == store.content.uses && store.health.state == .sound)
  }

  @Test("what a person writes with another program by the rules is taken")
  func otherPrograms() throws {
    for sql in [
      "INSERT INTO label (id, kind, name, key) VALUES (70, 'tag', 'n', 'n'); INSERT INTO labelled VALUES (70, 'urn:z')",
      "UPDATE labelled SET uri = 'urn:c' WHERE uri = 'urn:b'", "DELETE FROM label WHERE kind = 'tag'", "VACUUM",
      "INSERT OR REPLACE INTO saved_search VALUES (1, 'halls', 'halls', 'effect'); UPDATE use_count SET count = 9",
      "UPDATE saved_search SET predicate = 'of a newer language'; REINDEX",
      "CREATE TABLE mine (x); CREATE INDEX i ON label (name); DELETE FROM saved_search",
    ] {
      let store = try SmallStore.filled()
      try store.edit(sql)
      verify(store.health.state, equals: .sound, "\(sql)")
      let data = try store.data()
      try store.add("later", to: "urn:later")
      try store.open().backUpNow()
      try verify(Set(data.facts).isSubset(of: store.data().facts))
      verify(store.notes.all.isEmpty, "\(store.notes.all)")
    }
  }

  @Test("a program that reads with stock SQLite and closes last, while a log is left, does no harm")
  func stockReader() throws {
    for isWritable in [true, false] {
      let store = try SmallStore.filled()
      let writer = try store.open()
      try writer.apply([.add(try UserLabel(.tag, "in the log"), to: "urn:a")])
      let before = try store.data()
      // As a writer leaves them that is killed.
      let killed = SmallStore()
      for ending in ["", "-wal", ".lock"] {
        killed.folder.write(Child.contents(store.path + ending), to: "user.sqlite" + ending)
      }
      try demand(Child.contents(killed.path + "-wal").count > 0)
      do {
        let reader = try Connection(killed.path, for: isWritable ? .writing : .reading)
        try verify(reader.number("SELECT count(*) FROM labels WHERE name = 'in the log'"), equals: 1)
      }
      try verify(killed.data() == before && killed.health.state == .sound)
      try killed.open().apply([.add(.favorite, to: "urn:z")])
      verify(killed.notes.all.isEmpty, "\(killed.notes.all)")
      withExtendedLifetime(writer) {}
    }
  }
}
