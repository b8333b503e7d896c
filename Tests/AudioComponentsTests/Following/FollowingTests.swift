import AudioComponents
import Glibc
import Linux
import Synchronization
import TestSupport
import Testing

/// Answers count what was installed before them: what happens, by who looks, and when.
struct FollowingTests {
  private func manager(
    _ scene: InstallationScene, _ notices: Notices = Notices(), _ change: (inout Configuration) -> Void = { _ in }
  ) throws -> ComponentManager {
    var configuration = try ScannedCatalog.manager(catalog: scene.folder("catalog.sqlite"), path: scene.path)
      .configuration
    configuration.notice = { notices.add($0) }
    change(&configuration)
    return ComponentManager(configuration)
  }

  private func list(_ manager: ComponentManager) throws -> [String] {
    try manager.components(matching: "").map { component in
      "\(component.bundle.split(separator: "/").last ?? "") \(component.uri) \(component.name)"
    }.sorted()
  }

  private func presets(_ manager: ComponentManager) throws -> [String] {
    guard let component = try manager.component(uri: "urn:a") else { return [] }
    return try manager.details(of: component).presets.map(\.name)
  }

  @Test func aNewHandleCountsWhatHasHappened() throws {
    for scene in InstallationScene.settled() {
      try manager(scene).scan()
      scene.happen()
      let (notices, expected) = (Notices(), scene.event.expected)
      let late = try manager(scene, notices)
      try verify(list(late), equals: expected.after, "\(scene.event)")
      verify(notices.all.isEmpty, equals: !scene.event.isTold, "\(scene.event): \(notices.all)")
      if scene.event == .presetAdded { try verify(presets(late), equals: ["Bright"]) }
      try verify(list(manager(scene)), equals: expected.after, "\(scene.event): again")
      if scene.event == .editedInPlace {
        try manager(scene).scan()
        try verify(list(late), equals: ["a.lv2 urn:a Edited", "keep.lv2 urn:keep Keep"])
      }
    }
  }

  @Test func anOpenHandleCountsItASecondAfterItsLastLook() throws {
    let scenes = InstallationScene.settled()
    let managers = try scenes.map { try manager($0) }
    for (scene, manager) in zip(scenes, managers) {
      try verify(list(manager), equals: scene.event.expected.before, "\(scene.event)")
      scene.happen()
    }
    usleep(1_050_000)
    for (scene, manager) in zip(scenes, managers) {
      try verify(list(manager), equals: scene.event.expected.after, "\(scene.event)")
    }
  }

  @Test func followersLearnOfIt() throws {
    for scene in InstallationScene.settled(InstallationEvent.allCases.filter(\.isTold)) {
      let manager = try manager(scene)
      try manager.scan()
      let (follower, polled) = (manager.follower(), try self.manager(scene).polledChanges())
      scene.happen()
      let start = ContinuousClock.now
      try verify(!follower.next(waiting: 20).isEmpty, "\(scene.event)")
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      verify(seconds < 10, "\(scene.event): \(seconds) s")
      var isTold = false
      for _ in 0..<40 where !isTold {
        var entry = pollfd(fd: polled.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, 500)
        isTold = try !polled.read().isEmpty
      }
      verify(isTold, "\(scene.event): by a descriptor")
    }
  }

  @Test func aHostMayLookByItselfOrNeverWait() throws {
    let scene = InstallationScene(.added)
    try manager(scene).scan()
    scene.happen()
    try verify(list(manager(scene) { $0.following = .never }), equals: scene.event.expected.before)
    try verify(list(manager(scene) { $0.following = .within(seconds: 0) }), equals: scene.event.expected.before)
    try verify(list(manager(scene) { $0.following = .within(seconds: 20) }), equals: scene.event.expected.after)
  }

  @Test func whatHasHappenedIsToldInOneLine() throws {
    let scene = InstallationScene(.added)
    try manager(scene).scan()
    scene.happen()
    let notices = Notices()
    let manager = try manager(scene, notices) { $0.lookInterval = .zero }
    _ = try list(manager)
    for number in 1...5 { scene.write("lv2/\(number).lv2", "urn:\(number)", "N\(number)") }
    scene.folder.remove("lv2/b.lv2")
    scene.write("lv2/a.lv2", "urn:a", "Other")
    _ = try list(manager)
    verify(
      notices.all,
      equals: [
        "1 new bundle: Beta", "5 new bundles: N1, N2, N3 and 2 more; 1 changed bundle: Other; 1 removed bundle: Beta",
      ])
  }

  @Test func whatMovesIsOneThingAndOtherTimesAreNothing() throws {
    let scene = InstallationScene(.moved)
    try manager(scene).scan()
    scene.happen()
    let notices = Notices()
    let manager = try manager(scene, notices) { $0.lookInterval = .zero }
    _ = try list(manager)
    utimensat(AT_FDCWD, scene.folder("lv2/keep.lv2/plugin.so"), nil, 0)
    utimensat(AT_FDCWD, scene.folder("lv2/keep.lv2"), nil, 0)
    _ = try list(manager)
    scene.write("lv2/lines.lv2", "urn:two", "Two\\nlines")
    _ = try list(manager)
    verify(notices.all, equals: ["1 moved bundle: Alpha", "1 new bundle: Two\\x0alines"])
  }

  @Test func anotherSpellingOfASearchPathFollowsToo() throws {
    let scene = InstallationScene(.added)
    try manager(scene).scan()
    symlink(scene.folder("lv2"), scene.folder("link"))
    scene.happen()
    try verify(
      list(manager(scene) { $0.searchDirectories = [scene.folder("link")] }), equals: scene.event.expected.after)
  }

  @Test func aHostsFunctionMayAskInTheMiddle() throws {
    let scene = InstallationScene(.added)
    try manager(scene).scan()
    scene.happen()
    let counts = Mutex<[Int]>([])
    let asked = Mutex<ComponentManager?>(nil)
    var configuration = try manager(scene).configuration
    configuration.notice = { _ in
      let manager = asked.withLock(\.self)
      let count = (try? manager?.components(matching: "").count) ?? -1
      counts.withLock { $0.append(count) }
    }
    let manager = ComponentManager(configuration)
    asked.withLock { $0 = manager }
    try verify(list(manager).count, equals: 3)
    verify(counts.withLock(\.self), equals: [3])
    asked.withLock { $0 = nil }
  }

  @Test func threadsAndHandlesThatNoticeAtOnceScanOnce() throws {
    let scene = InstallationScene(.added)
    try manager(scene).scan()
    let notices = Notices()
    let managers = try (0..<4).map { _ in try manager(scene, notices) }
    scene.happen()
    let counts = Mutex<[Int]>([])
    let threads = (0..<8).compactMap { number in
      try? BackgroundThread {
        let count = (try? managers[number % 4].components(matching: "").count) ?? -1
        counts.withLock { $0.append(count) }
      }
    }
    for thread in threads { thread.join() }
    verify(counts.withLock(\.self), equals: Array(repeating: 3, count: 8))
    verify(notices.all, equals: ["1 new bundle: Beta"])
  }
}
