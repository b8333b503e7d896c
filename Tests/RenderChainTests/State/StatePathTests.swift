import ComponentModel
import Glibc
import RenderChain
import Synchronization
import TestSupport
import Testing

@testable import BundleReading
@testable import ChainHosting
@testable import ChainModel

/// Which files a preset may name to a plugin.
struct StatePathTests {
  private let bundle = TestBundle()

  @Test(.enabled(if: geteuid() == 0, "the bundle belongs to this user, who may name any file"))
  func anInstalledPresetNamesNoOtherFile() throws {
    for name in ["foreign-path", "foreign-literal", "foreign-nested"] {
      let stage = bundle.stage("preset-state", preset: name)
      let error = try demand(bundle.error(stage, channels: 1))
      verify(error.component == "urn:aucat:test:preset-state" && error.code == .description)
      verify(error.detail.contains("/etc/passwd, which is not in its bundle"), "\(error.detail)")
      verify(throws: error) { try bundle.render(.steps(10), [stage], isIsolated: true) }
    }
  }

  @Test func aStateOfTheCallersMayNameAnyFile() throws {
    var stage = bundle.stage("preset-state")
    let file = bundle.folder.write("The file of a preset.\n", to: "elsewhere.txt")
    stage.state = [
      StateProperty(
        key: "urn:aucat:test:preset-state#path", type: Namespace.atom + "Path", bytes: Array(file.utf8) + [0], flags: 1)
    ]
    let player = try bundle.player(stage)
    _ = player.play(0, blocks: 1)
    try verify(player.value("file"), equals: 1)
  }

  @Test func aFileThatIsNotThereIsNamedWhetherThePluginMindsOrNot() throws {
    var stage = bundle.stage("preset-state")
    func name(_ path: String) {
      stage.state = [
        StateProperty(
          key: "urn:aucat:test:preset-state#path", type: Namespace.atom + "Path", bytes: Array(path.utf8) + [0],
          flags: 1)
      ]
    }
    name("/nosuch/needed.wav")
    let error = try demand(bundle.error(stage, channels: 1))
    verify(error.cause == .missingFiles(["/nosuch/needed.wav"], preset: nil) && error.component == stage.component)
    verify(error.detail, equals: "its state can't be restored: it names /nosuch/needed.wav, which is not there")
    verify(throws: error) { try bundle.render(.steps(10), [stage], isIsolated: true) }

    name("/nosuch/other.wav")
    let messages = Mutex<[PluginMessage]>([])
    _ = try bundle.render(.steps(10), [stage], log: { message in messages.withLock { $0.append(message) } })
    verify(
      messages.withLock { $0.map(\.text) }, equals: ["its state names /nosuch/other.wav, which is not there"])
  }

  @Test func whatLiesInTheBundleOrTheStateFolderMayBeNamedAndAnythingByPresetsOfOnesOwn() {
    let path = bundle.path
    let rule = StatePathRule(bundle: path, folder: "/var/states", user: 12_345, home: "/home/someone")
    for name in ["", "\(path)/preset.txt", "\(path)/missing.wav", path, "/var/states/a/b"] {
      verify(rule.allows(name), "\(name)")
    }
    for name in ["/etc/passwd", "\(path)/../other.lv2/a", "/var/states/../log", "/var/statesman"] {
      verify(!rule.allows(name), "\(name)")
    }
    let (owner, home) = (geteuid(), bundle.folder.path)
    verify(StatePathRule(bundle: path, folder: nil, user: owner, home: home).allows("/etc/passwd"))
    verify(!StatePathRule(bundle: path, folder: nil, user: owner + 1, home: home).allows("/etc/passwd"))
    verify(
      StatePathRule(bundle: path, folder: nil, user: owner, home: "/nowhere").allows("/etc/passwd") == (owner != 0),
      "what root owns elsewhere is installed")
  }

  @Test func aLinkOutOfTheBundleIsFollowedWhereItsMakerIsTrusted() throws {
    let path = bundle.path
    symlink(bundle.folder.write("x", to: "outside.wav"), "\(path)/sample.wav")
    let rule = StatePathRule(bundle: path, folder: nil, user: 12_345, home: nil)
    verify(rule.allows("\(path)/sample.wav"), "link, file and bundle have one owner")
    guard geteuid() == 0 else { return }
    lchown("\(path)/sample.wav", 12_345, 12_345)
    verify(!rule.allows("\(path)/sample.wav"))
    mkdir(bundle.folder("samples"), 0o755)
    symlink(bundle.folder("samples"), "\(path)/folder")
    lchown("\(path)/folder", 12_345, 12_345)
    verify(!rule.allows("\(path)/folder"), "nor a link to a folder")
  }
}
