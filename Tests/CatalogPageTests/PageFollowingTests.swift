import AudioComponents
import CatalogPage
import Glibc
import TestSupport
import Testing

/// A page that is open counts what was installed meanwhile.
struct PageFollowingTests {
  private func list(_ api: PageAPI) throws -> [String] {
    let answer = api.answer(try demand(PageRequest(.get, "/api/search?variants=all&count=500")))
    let rows = try demand(JSON(String(decoding: answer.body, as: UTF8.self))?["list"]?.elements)
    return rows.map { "\($0["uri"]?.text ?? "") \($0["name"]?.text ?? "")" }.sorted()
  }

  /// What the list shows, without the bundles' folders.
  private func shown(_ bundles: [String]) -> [String] {
    bundles.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }.sorted()
  }

  @Test func theListCountsWhatHasHappened() throws {
    let scenes = InstallationScene.settled()
    let pages = try scenes.map { scene in
      let configuration = try Configuration(environment: [
        "LC_ALL": "C",
        "AUCAT_CATALOG": scene.folder("catalog.sqlite"), "AUCAT_SYSTEM_CATALOG": "", "LV2_PATH": scene.path,
        "AUCAT_WORKER": Child.products + "/aucat-scan-worker", "AUCAT_USER_STORE": scene.folder("user.sqlite"),
      ])
      return PageAPI(ComponentManager(configuration))
    }
    for (scene, page) in zip(scenes, pages) {
      try verify(list(page), equals: shown(scene.event.expected.before), "\(scene.event)")
      scene.happen()
    }
    usleep(1_050_000)
    for (scene, page) in zip(scenes, pages) {
      try verify(list(page), equals: shown(scene.event.expected.after), "\(scene.event)")
    }
  }
}
