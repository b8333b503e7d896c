import AudioComponents
import Dispatch
import Linux
import SQLite
import Glibc
import TestSupport
import Testing

/// What `ComponentManager.changes` tells, and when.
@Suite struct ChangeTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }

  init() {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Alpha\"")
  }

  /// A manager with connections of its own, as another process has.
  private func manager(
    path: String? = nil, isNew: Bool = false, notice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> ComponentManager {
    try ScannedCatalog.manager(
      catalog: folder("catalog.sqlite"), path: path ?? bundles.path, pooled: true, isNew: isNew, notice: notice)
  }

  /// A manager that has scanned, and a follower of what comes then.
  private func following() throws -> (ComponentManager, ChangeFollower) {
    let manager = try manager()
    try manager.scan()
    return (manager, manager.follower())
  }

  private func news(_ follower: ChangeFollower) throws -> [String] {
    var news: [String] = []
    while case let changes = try follower.next(waiting: 0), !changes.isEmpty {
      news += changes.map { [$0.kind.rawValue, $0.uri, $0.label].compactMap(\.self).joined(separator: " ") }
    }
    return news
  }

  @Test func whatAScanFindsIsToldOnceAndByItsKind() throws {
    let (manager, other) = (try manager(), try manager())
    try other.scan()
    let follower = manager.follower()
    #expect(try news(follower) == [])
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Alpha Two\"")
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Beta\"")
    try other.scan()
    #expect(try news(follower).sorted() == ["added urn:b", "changed urn:a"])
    bundles.presets("presets.lv2", of: "urn:b", names: ["One"])
    try other.scan()
    #expect(try news(follower) == ["changed urn:b"], "other presets are another description")
    folder.remove("lv2/presets.lv2")
    folder.remove("lv2/a.lv2")
    try other.scan()
    #expect(try news(follower).sorted() == ["changed urn:b", "removed urn:a"])
    try other.scan()
    #expect(try news(follower) == [], "nothing has changed")
  }

  @Test func otherTagRulesAreNewsOfTheComponentsThatTheyChange() throws {
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Beta\"")
    let (_, follower) = try following()
    try Connection(folder("catalog.sqlite"), for: .writing).execute(
      """
      UPDATE catalog SET tag_rules = 'older';
      DELETE FROM component_tag WHERE component = (SELECT id FROM component WHERE uri = 'urn:b')
      """)
    try self.manager().scan()
    #expect(try news(follower) == ["changed urn:b"])
  }

  @Test func whatPeopleEnterIsToldWithItsNames() throws {
    let (manager, other) = (try manager(), try manager())
    try other.scan()
    let follower = manager.follower()
    try other.setUserTagNames(["Warm", "Old"], of: "urn:a")
    try other.apply([.add(.favorite, to: "urn:a"), .add(.hidden, to: "urn:gone")])
    #expect(try news(follower) == ["tags urn:a", "favorite urn:a", "hidden urn:gone"])
    let live = try UserLabel(.collection, "Live")
    try other.apply([.create(live), .add(live, to: "urn:a")])
    #expect(try news(follower) == ["collection Live", "collection urn:a Live"])
    try other.apply([.rename(live, to: try UserLabel(.collection, "Stage"))])
    #expect(
      try news(follower)
        == ["collection urn:a Live", "collection Live", "collection urn:a Stage", "collection Stage"])
    try other.save(try SavedSearch("verbs", predicate: "tag == Reverb"))
    try other.apply([.rename(try UserLabel(.tag, "old"), to: try UserLabel(.tag, "Vintage"))])
    #expect(try news(follower) == ["search verbs", "tags urn:a"])
    #expect(try other.apply([.add(.favorite, to: "urn:a")]) == [0])
    #expect(try news(follower) == [], "what was so already is no change")
    _ = try other.merge(UserData(), replacing: true)
    #expect(
      Set(try news(follower)).isSuperset(of: ["tags urn:a", "favorite urn:a", "search verbs", "collection Stage"]))
  }

  @Test func manyChangesOfOneThingAreOne() throws {
    let (manager, follower) = try following()
    let writer = try manager.userDataWriter()
    for number in 0..<100 { try writer.apply([.add(try UserLabel(.tag, "t\(number)"), to: "urn:a")]) }
    for _ in 0..<3 { try writer.apply([.add(.favorite, to: "urn:a"), .remove(.favorite, from: "urn:a")]) }
    #expect(try news(follower) == ["tags urn:a", "favorite urn:a"])
  }

  @Test func aPositionGoesOnWhereItWasInAnotherProcessToo() throws {
    let manager = try manager()
    try manager.scan()
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Beta\"")
    try manager.setUserTagNames(["Warm"], of: "urn:a")
    try manager.scan()
    try manager.apply([.add(.favorite, to: "urn:b")])
    let all = try manager.follower(since: .beginning).next(waiting: 0)
    #expect(all.map(\.kind) == [.added, .tags, .added, .favorite])
    #expect(all.map(\.name) == ["Alpha", "Alpha", "Beta", "Beta"])
    for (index, change) in all.enumerated() {
      let position = try #require(ChangePosition(change.position.description))
      let rest = try self.manager().follower(since: position).next(waiting: 0)
      #expect(rest == Array(all.dropFirst(index + 1)), "after \(position)")
    }
  }

  @Test func onlyTheCallersDirectoriesAreToldOf() throws {
    let others = HandmadeBundles(folder, root: "others")
    others.effect("o.lv2", uri: "urn:o", name: "\"Other\"")
    let (mine, theirs) = (try manager(), try manager(path: others.path))
    try mine.scan()
    let follower = mine.follower()
    try theirs.scan()
    #expect(try news(follower) == [])
    // A link makes the other directory's bundle one of mine.
    #expect(symlink(folder("others/o.lv2"), folder("lv2/linked.lv2")) == 0)
    try mine.scan()
    #expect(try news(follower) == ["added urn:o"])
    others.effect("o.lv2", uri: "urn:o", name: "\"Other Two\"")
    try theirs.scan()
    #expect(try news(follower) == ["changed urn:o"])
    folder.remove("lv2/linked.lv2")
    let their = theirs.follower()
    try mine.scan()
    #expect(try news(follower) == ["removed urn:o"])
    #expect(try news(their) == ["changed urn:o"], "it is still one of theirs")
  }

  @Test func aSecondBundleOfAComponentIsNoSecondComponent() throws {
    let (manager, follower) = try following()
    bundles.effect("newer.lv2", uri: "urn:a", name: "\"Alpha New\"", version: (2, 0))
    try manager.scan()
    #expect(try news(follower) == ["changed urn:a"])
    folder.remove("lv2/a.lv2")
    try manager.scan()
    #expect(try news(follower) == ["changed urn:a"])
    folder.remove("lv2/newer.lv2")
    try manager.scan()
    #expect(try news(follower) == ["removed urn:a"])
  }

  @Test func whoSeesOneOfTwoBundlesIsToldOfItsOwn() throws {
    let others = HandmadeBundles(folder, root: "others")
    others.effect("o.lv2", uri: "urn:a", name: "\"Other Alpha\"", version: (9, 0))
    others.effect("p.lv2", uri: "urn:p", name: "\"Other\"")
    let both = try manager(path: bundles.path + ":" + others.path)
    try both.scan()
    let (mine, theirs) = (try manager(), try manager(path: others.path))
    #expect(try news(mine.follower(since: .beginning)) == ["added urn:a"])
    let (my, their) = (mine.follower(), theirs.follower())
    folder.remove("lv2/a.lv2")
    others.effect("o.lv2", uri: "urn:a", name: "\"Other Alpha Two\"", version: (9, 1))
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Beta\"")
    try both.scan()
    #expect(try news(my).sorted() == ["added urn:b", "removed urn:a"])
    #expect(try news(their) == ["changed urn:a"])
  }

  @Test func aBundleThatMovesIsTheSameComponentInAnotherPlace() throws {
    let (manager, follower) = try following()
    bundles.effect("moved.lv2", uri: "urn:a", name: "\"Alpha\"")
    folder.remove("lv2/a.lv2")
    try manager.scan()
    #expect(try news(follower) == ["changed urn:a"])
    let log = try Connection(folder("catalog.sqlite"), for: .reading).number(
      "SELECT count(*) FROM latest_change WHERE uri = 'urn:a'")
    #expect(log == 1, "the log does not grow with every path")
  }

  @Test func aUserStoreThatGoesIsForgotten() throws {
    let manager = try manager()
    try manager.scan()
    try manager.setUserTagNames(["Warm"], of: "urn:a")
    let follower = manager.follower()
    for ending in ["", "-wal", "-shm"] { unlink(folder("catalog.sqlite.user" + ending)) }
    folder.remove("catalog.sqlite.user.backups")
    #expect(try news(follower) == ["reset"])
    #expect(try news(follower) == [])
    try self.manager().apply([.add(.favorite, to: "urn:a")])
    #expect(try news(follower) == ["favorite urn:a"])
  }

  @Test func aSavedSearchIsToldByTheNameThatItHad() throws {
    let manager = try manager()
    try manager.scan()
    try manager.save(try SavedSearch("Halls", predicate: "tag == Reverb"))
    let follower = manager.follower()
    try manager.save(try SavedSearch("HALLS", predicate: "tag == Reverb"))
    #expect(try news(follower).sorted() == ["search HALLS", "search Halls"])
    try manager.deleteSavedSearch(named: "halls")
    #expect(try news(follower) == ["search HALLS"])
  }

  @Test func aCatalogThatIsMadeAnewIsFollowedOn() throws {
    let (_, follower) = try following()
    let kept = follower.position
    for ending in ["", "-wal", "-shm"] { unlink(folder("catalog.sqlite" + ending)) }
    #expect(try news(follower) == [], "the follower waits for it")
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Beta\"")
    try self.manager(isNew: true).scan()
    let later = ChangePosition(catalog: kept.catalog + 1 << 40, userStore: 0)
    for follower in [follower, try self.manager().follower(since: kept), try self.manager().follower(since: later)] {
      let news = try news(follower)
      #expect(news.first == "reset" && news.dropFirst().sorted() == ["added urn:a", "added urn:b"])
    }
  }

  @Test func aRestoredUserStoreIsReadAgain() throws {
    let manager = try manager()
    try manager.scan()
    try manager.setUserTagNames(["Warm"], of: "urn:a")
    let follower = manager.follower()
    let store = folder("catalog.sqlite.user")
    for ending in ["-wal", "-shm"] { unlink(store + ending) }
    folder.write("this is no database", to: "catalog.sqlite.user")
    let other = try self.manager()
    try other.apply([.add(.favorite, to: "urn:a")])
    #expect(try news(follower).contains("reset"))
    #expect(follower.position.userStore > 0)
  }

  @Test func whatIsThereComesWhenThereIsACatalog() throws {
    let follower = try manager().follower()
    #expect(try news(follower) == [])
    let other = try manager()
    try other.setUserTagNames(["Warm"], of: "urn:a")
    try other.scan()
    #expect(try news(follower).sorted() == ["added urn:a", "tags urn:a"])
  }

  @Test("a change wakes a waiting follower, with the system's help and without", arguments: [false, true])
  func waking(isDeaf: Bool) throws {
    let manager = try manager()
    try manager.scan()
    let start = try manager.changePosition()
    let writer = try self.manager().userDataWriter()
    // A thread of its own: those of tasks may all be busy with other tests.
    DispatchQueue(label: "writer").async {
      usleep(300_000)
      _ = try? writer.apply([.add(.favorite, to: "urn:a")])
    }
    let follower = ChangeFollower(manager, after: start, watch: FileWatch(isDeaf: isDeaf))
    #expect(try follower.next(waiting: 60).map(\.kind) == [.favorite])
  }

  @Test func whoIsCancelledHearsNothingMore() async throws {
    let manager = try manager()
    try manager.scan()
    let following = Task {
      var count = 0
      for await _ in manager.changes { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(50))
    following.cancel()
    #expect(await following.value == 0)
    let follower = manager.follower()
    follower.stop()
    try manager.setUserTagNames(["Warm"], of: "urn:a")
    #expect(try follower.next(waiting: 5).isEmpty)
  }

  @Test func aDamagedCatalogIsReportedAndTheNextOneFollowed() throws {
    let notices = Notices()
    let manager = try manager { notices.add($0) }
    try manager.scan()
    let follower = manager.follower()
    for ending in ["-wal", "-shm"] { unlink(folder("catalog.sqlite" + ending)) }
    folder.remove("catalog.sqlite")
    folder.write(Array(repeating: 0x41, count: 8_192), to: "catalog.sqlite")
    #expect(try news(follower) == [])
    #expect(notices.all.count == 1 && notices.all.first?.contains("is damaged") == true, "\(notices.all)")
    try self.manager().scan()
    #expect(try news(follower) == ["reset", "added urn:a"])
  }

  @Test func whatCantBeReadIsSaidAndTheRestFollows() async throws {
    let notices = Notices()
    let manager = try manager { notices.add($0) }
    try manager.scan()
    let changes = manager.changes
    for ending in ["-wal", "-shm"] { unlink(folder("catalog.sqlite" + ending)) }
    #expect(rename(folder("catalog.sqlite"), folder("kept.sqlite")) == 0)
    folder.write("", to: "catalog.sqlite/readme")
    let first = Task { () -> ComponentChange? in
      var iterator = changes.makeAsyncIterator()
      return await iterator.next()
    }
    while notices.all.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    #expect(notices.all.first?.contains("changes can't be followed") == true, "\(notices.all)")
    folder.remove("catalog.sqlite")
    #expect(rename(folder("kept.sqlite"), folder("catalog.sqlite")) == 0)
    try self.manager().setUserTagNames(["Warm"], of: "urn:a")
    #expect(await first.value?.kind == .tags)
  }
}
