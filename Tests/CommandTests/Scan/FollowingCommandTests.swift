import Foundation
import TestSupport
import Testing

/// What commands count of what was installed before them.
struct FollowingCommandTests {
  private func aucat(_ scene: InstallationScene, _ words: String..., setting: [String: String] = [:]) -> Child {
    let environment = [
      "HOME": scene.folder("home"), "LV2_PATH": scene.path, "AUCAT_SYSTEM_CATALOG": "", "PATH": "/usr/bin:/bin",
    ]
    return Child.run(Child.products + "/aucat", words, environment: environment.merging(setting) { $1 })
  }

  private func list(_ search: Child) -> [String] {
    let rows = (try? JSONSerialization.jsonObject(with: Data(search.output))) as? [[String: Any]] ?? []
    return rows.map { row in
      let bundle = (row["bundle"] as? String)?.split(separator: "/").last ?? ""
      return "\(bundle) \(row["uri"] ?? "") \(row["name"] ?? "")"
    }.sorted()
  }

  @Test func aSearchCountsWhatHasHappened() {
    for scene in InstallationScene.settled() {
      verify(list(aucat(scene, "search", "--json")), equals: scene.event.expected.before, "\(scene.event)")
      scene.happen()
      let search = aucat(scene, "search", "--json")
      verify(list(search), equals: scene.event.expected.after, "\(scene.event): \(search.errors)")
      verify(search.status, equals: 0, "\(scene.event): \(search.errors)")
      verify(search.errors.isEmpty, equals: !scene.event.isTold, "\(scene.event): \(search.errors)")
      verify(aucat(scene, "search", "--json").errors, equals: "", "\(scene.event): told once")
    }
  }

  @Test func anotherSearchPathIsAnotherList() {
    let scene = InstallationScene(.folderCreated)
    verify(aucat(scene, "search", "--count").text, equals: "2\n")
    scene.write("third/t.lv2", "urn:t", "Third")
    let setting = ["LV2_PATH": scene.path + ":" + scene.folder("third")]
    let wider = aucat(scene, "search", "--count", setting: setting)
    verify(wider.text == "3\n" && wider.errors == "aucat: 1 new bundle: Third\n", "\(wider)")
    verify(aucat(scene, "search", "--count").text, equals: "2\n")
    verify(aucat(scene, "search", "--count", setting: setting).errors, equals: "")
  }

  @Test func programsThatNoticeAtOnceScanOnce() {
    let scene = InstallationScene(.added)
    verify(aucat(scene, "search", "--count").text, equals: "2\n")
    scene.happen()
    let searches = Child.run(
      "/bin/sh", ["-c", "for n in 1 2 3 4 5 6; do \(Child.products)/aucat search --count & done; wait"],
      environment: [
        "HOME": scene.folder("home"), "LV2_PATH": scene.path, "AUCAT_SYSTEM_CATALOG": "", "PATH": "/usr/bin:/bin",
      ])
    verify(searches.text, equals: String(repeating: "3\n", count: 6))
    verify(searches.errors, equals: "aucat: 1 new bundle: Beta\n")
  }
}
