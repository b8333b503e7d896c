import CAucat
import Foundation
import TestSupport
import Testing

/// Following changes by a descriptor.
@Suite struct ChangesTests {
  private let uri = TestPlugins.uri("gain-mono")

  /// The changes that come within some seconds of waiting for the descriptor, until one of this kind.
  private func wait(_ changes: OpaquePointer?, for kind: aucat_change_kind) -> [String] {
    var seen: [String] = []
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      var entry = pollfd(fd: aucat_changes_descriptor(changes), events: Int16(POLLIN), revents: 0)
      #expect(poll(&entry, 1, 60_000) == 1)
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
    #expect(outcome(aucat_tag_add(host.catalog, uri, "before", nil)))
    #expect(host.uris("tag == before") == [uri])
    let changes = aucat_follow(host.catalog, nil, nil)
    defer { aucat_changes_free(changes) }
    let position = text(aucat_changes_position(changes))

    let command = Child.run(
      Child.products + "/aucat", ["tag", "add", uri, "warm"],
      environment: [
        "HOME": host.folder.path, "AUCAT_CATALOG": host.folder("catalog.sqlite"), "LV2_PATH": host.folder("lv2"),
        "AUCAT_SYSTEM_CATALOG": "",
        "AUCAT_USER_STORE": host.folder("user.sqlite"),
      ])
    #expect(command.status == 0, "\(command.errors)")
    #expect(wait(changes, for: AUCAT_CHANGE_TAGS) == ["\(AUCAT_CHANGE_TAGS.rawValue) \(uri)"])
    #expect(text(aucat_changes_position(changes)) != position)

    #expect(outcome(aucat_collection_add(host.catalog, "Live", uri, nil)))
    _ = wait(changes, for: AUCAT_CHANGE_COLLECTION)
    #expect(text(aucat_changes_label(changes, 0)) == "Live")

    let later = aucat_follow(host.catalog, position, nil)
    defer { aucat_changes_free(later) }
    #expect(wait(later, for: AUCAT_CHANGE_COLLECTION).first == "\(AUCAT_CHANGE_TAGS.rawValue) \(uri)")
  }

  @Test("a follower that starts before there is a catalog hears of it; from 0 it gets everything")
  func beginning() {
    let host = Host()
    let changes = aucat_follow(host.catalog, "0", nil)
    defer { aucat_changes_free(changes) }
    var count = 1
    #expect(aucat_changes_read(changes, &count, nil) && count == 0)
    #expect(aucat_scan(host.catalog, 0, 0, nil, nil, nil, nil))
    #expect(wait(changes, for: AUCAT_CHANGE_ADDED).contains { $0.hasSuffix(uri) })
    #expect(aucat_changes_kind(changes, 100_000) == AUCAT_CHANGE_NONE)
    var error: OpaquePointer?
    #expect(aucat_follow(host.catalog, "soon", &error) == nil)
    #expect(taken(error).code == AUCAT_ERROR_ARGUMENT)
  }

  @Test("without changes, the descriptor rests")
  func rest() {
    let host = Host()
    #expect(host.uris("gain").isEmpty == false)
    let changes = aucat_follow(host.catalog, nil, nil)
    defer { aucat_changes_free(changes) }
    var wakes = 0
    let end = ContinuousClock.now + .seconds(8)
    while ContinuousClock.now < end {
      var entry = pollfd(fd: aucat_changes_descriptor(changes), events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 1_000) == 1 else { continue }
      wakes += 1
      #expect(aucat_changes_read(changes, nil, nil))
    }
    // Once at the start, five times soon after, and then every five seconds.
    #expect((1...9).contains(wakes), "\(wakes)")
  }
}
