import CAucat
import Foundation
import TestSupport
import Testing

/// Following changes by a descriptor.
struct ChangesTests {
  private let uri = TestPlugins.uri("gain-mono")

  /// The changes that come within some seconds of waiting for the descriptor, until one of this kind.
  private func wait(_ changes: OpaquePointer?, for kind: aucat_change_kind) -> [String] {
    var seen: [String] = []
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      var entry = pollfd(fd: aucat_changes_descriptor(changes), events: Int16(POLLIN), revents: 0)
      verify(poll(&entry, 1, 60_000), equals: 1)
      var count = 0
      var error: OpaquePointer?
      guard aucat_changes_read(changes, &count, &error) else { return seen + [taken(error).message] }
      seen += (0..<count).map { "\(aucat_changes_kind(changes, $0).rawValue) \(text(aucat_changes_uri(changes, $0)))" }
      if (0..<count).contains(where: { aucat_changes_kind(changes, $0) == kind }) { break }
    }
    return seen
  }

  @Test("the descriptor becomes readable for commits of another process, and a position resumes")
  func follow() {
    let host = Host()
    verify(aucat_tag_add(host.catalog, uri, "before", nil))
    verify(host.uris("tag == before"), equals: [uri])
    let changes = aucat_follow(host.catalog, nil, nil)
    defer { aucat_changes_free(changes) }
    let position = text(aucat_changes_position(changes))

    let environment = [
      "HOME": host.folder.path, "AUCAT_CATALOG": host.folder("catalog.sqlite"), "LV2_PATH": host.folder("lv2"),
      "AUCAT_SYSTEM_CATALOG": "", "AUCAT_USER_STORE": host.folder("user.sqlite"),
    ]
    let command = Child.run(Child.products + "/aucat", ["tag", "add", uri, "warm"], environment: environment)
    verify(command.status, equals: 0, "\(command.errors)")
    verify(wait(changes, for: AUCAT_CHANGE_TAGS), equals: ["\(AUCAT_CHANGE_TAGS.rawValue) \(uri)"])
    verify(text(aucat_changes_position(changes)) != position)

    verify(aucat_collection_add(host.catalog, "Live", uri, nil))
    _ = wait(changes, for: AUCAT_CHANGE_COLLECTION)
    verify(text(aucat_changes_label(changes, 0)), equals: "Live")

    let later = aucat_follow(host.catalog, position, nil)
    defer { aucat_changes_free(later) }
    verify(wait(later, for: AUCAT_CHANGE_COLLECTION).first, equals: "\(AUCAT_CHANGE_TAGS.rawValue) \(uri)")
  }

  @Test("a follower that starts before there is a catalog hears of it; from 0 it gets everything; then it rests")
  func beginning() {
    let host = Host()
    let changes = aucat_follow(host.catalog, "0", nil)
    defer { aucat_changes_free(changes) }
    var count = 1
    verify(aucat_changes_read(changes, &count, nil) && count == 0)
    verify(aucat_scan(host.catalog, 0, 0, nil, nil, nil, nil))
    verify(wait(changes, for: AUCAT_CHANGE_ADDED).contains { $0.hasSuffix(uri) })
    verify(aucat_changes_kind(changes, 100_000), equals: AUCAT_CHANGE_NONE)
    var wakes = 0
    let end = ContinuousClock.now + .seconds(3)
    while ContinuousClock.now < end {
      var entry = pollfd(fd: aucat_changes_descriptor(changes), events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 1_000) == 1 else { continue }
      wakes += 1
      verify(aucat_changes_read(changes, nil, nil))
    }
    // Once at the start, five times soon after, and then for a look at the bundles; and again after each commit, with which
    // folders' stamps settle.
    verify(wakes <= 20, "\(wakes)")
  }
}
