import AudioComponents
import Glibc
import TestSupport
import Testing

/// The user store can't be made anew: it is backed up, restored, and never written where that could lose something.
struct UserStoreLifeTests {
  private static let name = "catalog.sqlite.user"

  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }
  private var store: String { folder(Self.name) }
  private let notices = Notices()

  init() { bundles.effect("a.lv2", uri: "urn:a", name: "A") }

  private func manager() throws -> ComponentManager { try bundles.manager { [notices] in notices.add($0) } }

  private func setTags(_ names: String...) throws { try manager().setUserTagNames(names, of: "urn:a") }

  /// Whether a search finds the component.
  private func finds(_ predicate: String, by manager: ComponentManager? = nil) throws -> Bool {
    try (manager ?? self.manager()).components(matching: predicate).map(\.uri) == ["urn:a"]
  }

  private var backups: [String] { folder.names(in: Self.name + ".backups").filter { $0.hasSuffix(".sqlite") } }

  private func overwrite(_ range: Range<Int>, with bytes: [UInt8] = [0x5A]) {
    var content = Child.contents(store)
    for index in range where index < content.count { content[index] = bytes[(index - range.lowerBound) % bytes.count] }
    folder.removeLog(of: Self.name)
    folder.write(content, to: Self.name)
  }

  @Test("behind a link, its log, lock and backups are beside the file")
  func linked() throws {
    folder.write("", to: "synchronized/user.sqlite")
    symlink("synchronized/user.sqlite", store)
    try setTags("mine")
    verify(folder.names(in: "synchronized").contains("user.sqlite.backups"))
    verify(!folder.names(in: "").contains { $0.hasPrefix(Self.name + ".") })
    try verify(finds("userTag == mine"))
  }

  @Test("the first change of a day is backed up, and a few generations are kept")
  func backupsOfDays() throws {
    for day in 0..<12 {
      try setTags("day \(day)")
      try setTags("evening \(day)")
      verify(backups.count, equals: min(day + 1, 10))
      // As if a day had gone by: the folder's newest backup gets old, and its name moves back.
      for (number, name) in backups.sorted().enumerated() {
        let revision = name.split(separator: "-").last.map(String.init) ?? ""
        let old = "\(store).backups/\(name)"
        let new = "\(store).backups/2026010\(number / 10)T00000\(number % 10)Z-\(revision)"
        if old != new { rename(old, new) }
        var times = [timeval(tv_sec: 1_700_000_000, tv_usec: 0), timeval(tv_sec: 1_700_000_000, tv_usec: 0)]
        utimes(new, &times)
      }
    }
  }

  @Test("a damaged store is set aside and the newest good backup takes its place, whether a query or a change finds it")
  func damaged() throws {
    try setTags("mine")
    let backup = try demand(backups.first)
    overwrite(4_096..<28_672)
    try verify(finds("userTag == mine"))
    verify(notices.all.count == 1 && notices.all[0].contains("was damaged"), "\(notices.all)")
    verify(notices.all[0].contains("\(store).backups/\(backup) has replaced it"), "\(notices.all)")
    verify(folder.names(in: "").contains { $0.hasPrefix(Self.name + ".damaged-") }, "the damaged one is kept")
    try manager().apply([.add(.favorite, to: "urn:a")])
    try verify(manager().component(uri: "urn:a")?.isFavorite, equals: true)

    folder.write("no database", to: Self.name + ".backups/29991231T000000Z-r9.sqlite")
    overwrite(0..<100)
    try manager().apply([.add(try UserLabel(.tag, "second"), to: "urn:a")])
    try verify(manager().component(uri: "urn:a")?.userTagNames, equals: ["mine", "second"])
    verify(notices.all.count, equals: 2, "\(notices.all)")
  }

  @Test("a store of a newer schema is refused for writing, its bytes stay, and searches go on without it")
  func newer() throws {
    try setTags("mine")
    // `user_version`, a number of four bytes in the file's header.
    overwrite(60..<64, with: [0, 0, 0, 99])
    let before = Child.contents(store)
    let error = verify(throws: ComponentManagerError.self) { try setTags("other") }
    guard case .newerStore(.userStore, store, _)? = error else { return verify(false, "\(error as Any)") }
    verify(error?.description.contains("newer aucat"), equals: true)
    verify(Child.contents(store), equals: before)
    try verify(finds("tag == Reverb"))
    verify(notices.all.count == 1 && notices.all[0].contains("your own tags are not shown"), "\(notices.all)")
  }

  @Test("a store that another process makes or replaces is seen by the next query, and by a writer that stays open")
  func replaced() throws {
    let host = try manager()
    try verify(!finds("userTag == mine", by: host))
    try setTags("mine")
    try verify(finds("userTag == mine", by: host))
    folder.removeStore(Self.name)
    try verify(finds("userTag == mine", by: host), "restored from its backup")
    verify(notices.all.count == 1 && notices.all[0].contains("was lost"), "\(notices.all)")
    func lose() {
      folder.removeStore(Self.name)
      folder.remove(Self.name + ".backups")
    }
    lose()
    try verify(!finds("userTag == mine", by: host))
    try setTags("again")
    try verify(host.component(uri: "urn:a")?.userTagNames, equals: ["again"])

    lose()
    let writer = try manager().userDataWriter()
    func add(_ tag: String) throws { try writer.apply([.add(try UserLabel(.tag, tag), to: "urn:a")]) }
    try add("first")
    folder.removeStore(Self.name)
    try add("second")
    try verify(manager().userTagNames(of: "urn:a"), equals: ["first", "second"], "its backup was restored first")
    lose()
    try add("third")
    try verify(manager().userTagNames(of: "urn:a"), equals: ["third"])
  }

  @Test("a store on a disk that is not mounted is not taken for none, and read by an open host once it is")
  func unmounted() throws {
    folder.write("", to: "disk/user.sqlite")
    symlink("disk/user.sqlite", store)
    let host = try manager()
    try host.setUserTagNames(["mine"], of: "urn:a")
    rename(folder("disk"), folder("away"))
    for host in [host, try manager()] {
      let count = notices.all.count
      for _ in 0..<2 { try verify(finds("tag == Reverb", by: host)) }
      let told = notices.all.dropFirst(count)
      verify(told.count == 1 && told.last?.contains("the link \(store) leads to") == true, "\(told)")
      for attempt in [{ _ = try host.userData() }, { try host.setUserTagNames(["other"], of: "urn:a") }] {
        let error = verify(throws: ComponentManagerError.self) { try attempt() }
        guard case .unreachableStore(.userStore, store, _)? = error else { return verify(false, "\(error as Any)") }
      }
      verify(throws: ComponentManagerError.self) { try host.forgetUserData() }
      let health = try demand(host.userStoreHealth())
      guard case .unreachable = health.state else { return verify(false, "\(health.state)") }
    }
    verify(folder.names(in: "").allSatisfy { !$0.hasPrefix("disk") && !$0.hasPrefix(Self.name + ".") })
    rename(folder("away"), folder("disk"))
    try verify(finds("userTag == mine", by: host))
    try host.setUserTagNames(["mine", "more"], of: "urn:a")
    verify(folder.names(in: "disk").contains("user.sqlite.backups"))
  }

  @Test("a store that can't be read once is tried again by the next query")
  func unreadableOnce() throws {
    try setTags("mine")
    for isFolder in [true, false] {
      let host = try manager()
      if isFolder { try verify(finds("userTag == mine", by: host)) } else { try host.scan() }
      folder.removeLog(of: Self.name)
      verify(rename(store, store + ".away"), equals: 0)
      // A folder, or a link that leads to itself: nobody can tell whether there is a store.
      verify(isFolder ? mkdir(store, 0o700) : symlink(store, store), equals: 0)
      let count = notices.all.count
      for _ in 0..<2 { try verify(finds("tag == Reverb", by: host)) }
      let told = notices.all.dropFirst(count)
      verify(told.count == 1 && told.last?.contains("your own tags are not shown") == true, "\(told)")
      folder.remove(Self.name)
      verify(rename(store + ".away", store), equals: 0)
      try verify(finds("userTag == mine", by: host))
      verify(notices.all.count, equals: count + 1, "\(notices.all)")
    }
  }
}
