import TestSupport
import Testing

/// What happens to bundles after the last scan: lilv's hosts are told what lilv alone would tell them.
@Suite(
  .part(.hosts), .enabled(if: Machine.has("cc") && Machine.has("pkg-config"), "a C compiler or pkg-config is missing"))
struct LilvFollowingTests {
  private let host: LilvHost

  init() throws { host = try LilvHost() }

  @Test func anAnswerIsAsNewAsLilvsOwn() {
    for scene in InstallationScene.settled() {
      let setting: [String: String?] = [
        "LV2_PATH": scene.path, "AUCAT_CATALOG": scene.folder("catalog.sqlite"),
      ]
      host.machine.aucat(["scan"], setting: setting).expectReady()
      func list() -> Child { host.expectSame(["listing", scene.folder.path], setting: setting) }
      verify(list().counts.readings, equals: 0, "\(scene.event)")
      scene.happen()
      let answered = list()
      // Alpha in a.lv2 and Keep are there before and after most events.
      verify(answered.text.contains("urn:keep") && answered.status == 0, "\(scene.event)")
      if scene.event == .added { verify(answered.text.contains("urn:b"), "\(answered.text)") }
      if scene.event == .editedInPlace { verify(answered.text.contains("string <Edited>"), "\(answered.text)") }
      // A search takes it over, and then the catalog answers again.
      host.machine.aucat(["search"], setting: setting).expectReady()
      if scene.event.isTold { verify(list().counts.readings, equals: 0, "\(scene.event): after a search") }
    }
  }
}
