import AudioComponents
import Dispatch
import Glibc
import Linux
import SQLite
import TestSupport
import Testing

/// What `ComponentManager.changes` tells, and when.
struct ChangeTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }
  private let notices = Notices()

  init() {
    bundles.effect("a.lv2", uri: "urn:a", name: "Alpha")
  }

  /// A manager with connections of its own, as another process has.
  private func manager(path: String? = nil) throws -> ComponentManager {
    try bundles.manager(path: path, pooled: true, notice: { [notices] in notices.add($0) })
  }

  /// A manager that has scanned, and a follower of what comes then.
  private func following() throws -> (ComponentManager, ChangeFollower) {
    let manager = try manager()
    try self.manager().scan()
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
    let (_, follower) = try following()
    let other = try manager()
    func scan(_ expected: String..., note: String = "", line: Int = #line) throws {
      try other.scan()
      try verify(news(follower).sorted(), equals: expected, "\(note)", line: line)
    }
    try verify(news(follower), equals: [])
    bundles.effect("moved.lv2", uri: "urn:a", name: "Alpha")
    folder.remove("lv2/a.lv2")
    try scan("changed urn:a", note: "the same component in another place")
    let log = try Connection(folder("catalog.sqlite"), for: .reading).number(
      "SELECT count(*) FROM latest_change WHERE uri = 'urn:a'")
    verify(log, equals: 1, "the log does not grow with every path")

    bundles.effect("moved.lv2", uri: "urn:a", name: "Alpha Two")
    bundles.effect("b.lv2", uri: "urn:b", name: "Beta")
    try scan("added urn:b", "changed urn:a")
    bundles.presets("presets.lv2", of: "urn:b", names: ["One"])
    try scan("changed urn:b", note: "other presets are another description")
    folder.remove("lv2/presets.lv2")
    folder.remove("lv2/moved.lv2")
    try scan("changed urn:b", "removed urn:a")
    try scan(note: "nothing has changed")
    try Connection(folder("catalog.sqlite"), for: .writing).execute(
      """
      UPDATE catalog SET tag_rules = 'older';
      DELETE FROM component_tag WHERE component = (SELECT id FROM component WHERE uri = 'urn:b')
      """)
    try scan("changed urn:b", note: "other rules are news of what they change")

    bundles.effect("a.lv2", uri: "urn:a", name: "Alpha")
    try scan("added urn:a")
    bundles.effect("newer.lv2", uri: "urn:a", name: "Alpha New", version: (2, 0))
    try scan("changed urn:a", note: "a second bundle of a component is no second component")
    folder.remove("lv2/a.lv2")
    try scan("changed urn:a")
    folder.remove("lv2/newer.lv2")
    try scan("removed urn:a")
  }

  @Test func whatPeopleEnterIsToldWithItsNamesAndManyChangesOfOneThingAreOne() throws {
    let (_, follower) = try following()
    let other = try manager()
    try other.setUserTagNames(["Warm", "Old"], of: "urn:a")
    try other.apply([.add(.favorite, to: "urn:a"), .add(.hidden, to: "urn:gone")])
    try verify(news(follower), equals: ["tags urn:a", "favorite urn:a", "hidden urn:gone"])
    let live = try UserLabel(.collection, "Live")
    try other.apply([.create(live), .add(live, to: "urn:a")])
    try verify(news(follower), equals: ["collection Live", "collection urn:a Live"])
    try other.apply([.rename(live, to: try UserLabel(.collection, "Stage"))])
    let renamed = ["collection urn:a Live", "collection Live", "collection urn:a Stage", "collection Stage"]
    try verify(news(follower), equals: renamed)
    try other.save(try SavedSearch("verbs", predicate: "tag == Reverb"))
    try other.apply([.rename(try UserLabel(.tag, "old"), to: try UserLabel(.tag, "Vintage"))])
    try verify(news(follower), equals: ["search verbs", "tags urn:a"])
    try other.save(try SavedSearch("VERBS", predicate: "tag == Reverb"))
    try verify(news(follower).sorted(), equals: ["search VERBS", "search verbs"], "by the name that it had, too")
    try verify(other.apply([.add(.favorite, to: "urn:a")]), equals: [0])
    try verify(news(follower), equals: [], "what was so already is no change")
    let writer = try other.userDataWriter()
    for number in 0..<50 { try writer.apply([.add(try UserLabel(.tag, "t\(number)"), to: "urn:a")]) }
    for _ in 0..<3 { try writer.apply([.remove(.favorite, from: "urn:a"), .add(.favorite, to: "urn:a")]) }
    try verify(news(follower), equals: ["tags urn:a", "favorite urn:a"])
    _ = try other.merge(UserData(), replacing: true)
    verify(
      Set(try news(follower)).isSuperset(of: ["tags urn:a", "favorite urn:a", "search VERBS", "collection Stage"]))
  }

  @Test func onlyTheCallersDirectoriesAreToldOf() throws {
    let others = HandmadeBundles(folder, root: "others")
    others.effect("o.lv2", uri: "urn:o", name: "Other")
    let (mine, follower) = try following()
    let theirs = try manager(path: others.path)
    try theirs.scan()
    try verify(news(follower), equals: [])
    // A link makes the other directory's bundle one of mine.
    verify(symlink(folder("others/o.lv2"), folder("lv2/linked.lv2")), equals: 0)
    try mine.scan()
    try verify(news(follower), equals: ["added urn:o"])
    others.effect("o.lv2", uri: "urn:o", name: "Other Two")
    try theirs.scan()
    try verify(news(follower), equals: ["changed urn:o"])
    folder.remove("lv2/linked.lv2")
    let their = theirs.follower()
    try mine.scan()
    try verify(news(follower), equals: ["removed urn:o"])
    try verify(news(their), equals: ["changed urn:o"], "it is still one of theirs")
  }

  @Test func aUserStoreThatGoesIsForgottenAndARestoredOneIsReadAgain() throws {
    let (manager, _) = try following()
    try manager.setUserTagNames(["Warm"], of: "urn:a")
    let follower = manager.follower()
    folder.removeStore("catalog.sqlite.user")
    folder.remove("catalog.sqlite.user.backups")
    try verify(news(follower), equals: ["reset"])
    try verify(news(follower), equals: [])
    try self.manager().apply([.add(.favorite, to: "urn:a")])
    try verify(news(follower), equals: ["favorite urn:a"])

    folder.removeLog(of: "catalog.sqlite.user")
    folder.write("this is no database", to: "catalog.sqlite.user")
    try self.manager().apply([.add(.hidden, to: "urn:a")])
    try verify(news(follower).contains("reset"))
    verify(follower.position.userStore > 0)
  }

  @Test func aCatalogThatIsMadeAnewIsFollowedOn() throws {
    let (_, follower) = try following()
    let kept = follower.position
    folder.removeStore()
    try verify(news(follower), equals: [], "the follower waits for it")
    bundles.effect("b.lv2", uri: "urn:b", name: "Beta")
    try manager().scan()
    let later = ChangePosition(catalog: kept.catalog + 1 << 40, userStore: 0)
    for follower in [follower, try manager().follower(since: kept), try manager().follower(since: later)] {
      let news = try news(follower)
      verify(news.first == "reset" && news.dropFirst().sorted() == ["added urn:a", "added urn:b"])
    }
  }

  @Test("a change wakes a waiting follower, with the system's help and without")
  func waking() throws {
    let (manager, _) = try following()
    let writer = try self.manager().userDataWriter()
    for (isDeaf, change) in [
      (false, UserChange.add(.favorite, to: "urn:a")), (true, .remove(.favorite, from: "urn:a")),
    ] {
      let start = try manager.changePosition()
      // A thread of its own: those of tasks may all be busy with other tests.
      DispatchQueue(label: "writer").async {
        usleep(200_000)
        _ = try? writer.apply([change])
      }
      let follower = ChangeFollower(manager, after: start, watch: FileWatch(isDeaf: isDeaf))
      try verify(follower.next(waiting: 60).map(\.kind), equals: [.favorite])
    }
  }

  @Test func whoIsCancelledHearsNothingMore() async throws {
    let (manager, follower) = try following()
    let following = Task {
      var count = 0
      for await _ in manager.changes { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(50))
    following.cancel()
    await verify(following.value, equals: 0)
    follower.stop()
    try manager.setUserTagNames(["Warm"], of: "urn:a")
    try verify(follower.next(waiting: 5).isEmpty)
  }

  @Test func aDamagedCatalogIsReportedAndTheNextOneFollowed() throws {
    let (_, follower) = try following()
    folder.removeStore()
    folder.write(Array(repeating: 0x41, count: 8_192), to: "catalog.sqlite")
    try verify(news(follower), equals: [])
    verify(notices.all.count == 1 && notices.all.first?.contains("is damaged") == true, "\(notices.all)")
    try manager().scan()
    try verify(news(follower), equals: ["reset", "added urn:a"])
  }

  @Test func whatCantBeReadIsSaidAndTheRestFollows() async throws {
    let (manager, _) = try following()
    let changes = manager.changes
    folder.removeLog()
    verify(rename(folder("catalog.sqlite"), folder("kept.sqlite")), equals: 0)
    folder.write("", to: "catalog.sqlite/readme")
    let first = Task { () -> ComponentChange? in
      var iterator = changes.makeAsyncIterator()
      return await iterator.next()
    }
    while notices.all.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    verify(notices.all.first?.contains("changes can't be followed"), equals: true, "\(notices.all)")
    folder.remove("catalog.sqlite")
    verify(rename(folder("kept.sqlite"), folder("catalog.sqlite")), equals: 0)
    try self.manager().setUserTagNames(["Warm"], of: "urn:a")
    await verify(first.value?.kind, equals: .tags)
  }
}
