import CAucat
import Foundation
import TestSupport
import Testing

/// Hosts in C count what was installed before an answer.
struct FollowingTests {
  /// A catalog of a scene's bundles; `seconds` is how long an answer waits for new ones.
  private func open(_ scene: InstallationScene, seconds: Double? = nil) -> OpaquePointer? {
    let config = aucat_config_new(nil)
    defer { aucat_config_free(config) }
    aucat_config_set_catalog(config, scene.folder("catalog.sqlite"), nil)
    aucat_config_set_system_catalog(config, nil, nil)
    aucat_config_set_user_store(config, nil, nil)
    aucat_config_set_results(config, nil, nil)
    aucat_config_set_worker(config, Child.products + "/aucat-scan-worker", nil)
    let directories = scene.path.split(separator: ":").map { strdup(String($0)) }
    defer { for directory in directories { free(directory) } }
    var pointers = directories.map { UnsafePointer($0) }
    aucat_config_set_search_path(config, &pointers, pointers.count, nil)
    if let seconds { verify(aucat_config_set_following(config, seconds, nil)) }
    return aucat_open(config, nil)
  }

  private func list(_ catalog: OpaquePointer?) -> [String] {
    let search = aucat_prepare(catalog, "", nil, 0, 0, nil)
    defer { aucat_search_free(search) }
    let found = aucat_search_components(search, sizeMax, nil)
    defer { aucat_components_free(found) }
    return (0..<aucat_components_count(found)).map { index in
      let component = aucat_components_at(found, index)
      let bundle = text(aucat_component_bundle(component)).split(separator: "/").last ?? ""
      return "\(bundle) \(text(aucat_component_uri(component))) \(text(aucat_component_name(component)))"
    }.sorted()
  }

  @Test func anOpenCatalogCountsWhatHasHappened() {
    let scenes = InstallationScene.settled()
    let catalogs = scenes.map { open($0) }
    defer { for catalog in catalogs { aucat_close(catalog) } }
    for (scene, catalog) in zip(scenes, catalogs) {
      verify(list(catalog), equals: scene.event.expected.before, "\(scene.event)")
      scene.happen()
    }
    usleep(1_050_000)
    for (scene, catalog) in zip(scenes, catalogs) {
      verify(list(catalog), equals: scene.event.expected.after, "\(scene.event)")
    }
  }

  @Test func aFollowerLearnsOfIt() {
    for scene in InstallationScene.settled(InstallationEvent.allCases.filter(\.isTold)) {
      let catalog = open(scene)
      defer { aucat_close(catalog) }
      verify(list(catalog), equals: scene.event.expected.before, "\(scene.event)")
      let changes = aucat_follow(catalog, nil, nil)
      defer { aucat_changes_free(changes) }
      scene.happen()
      var count = 0
      for _ in 0..<40 where count == 0 {
        var entry = pollfd(fd: aucat_changes_descriptor(changes), events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, 500)
        verify(aucat_changes_read(changes, &count, nil))
      }
      verify(count > 0, "\(scene.event)")
    }
  }

  @Test func aHostMayTurnItOff() {
    let scene = InstallationScene(.added)
    let first = open(scene)
    verify(aucat_scan(first, 0, 0, nil, nil, nil, nil))
    aucat_close(first)
    scene.happen()
    for (seconds, expected) in [(-1.0, scene.event.expected.before), (30, scene.event.expected.after)] {
      let catalog = open(scene, seconds: seconds)
      verify(list(catalog), equals: expected)
      aucat_close(catalog)
    }
    let config = aucat_config_new(nil)
    defer { aucat_config_free(config) }
    expectArgumentErrors([{ aucat_config_set_following(config, .nan, $0) }])
  }
}
