import Glibc
import RenderChain
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// Whose bundles are loaded, whatever a catalog says.
struct BundleAccessTests {
  private let bundle = TestBundle()

  @Test func aBundleOutsideTheSearchPathIsNotLoadedNorAPresetOfOne() throws {
    let stage = bundle.stage("gain-mono")
    let other = TestBundle()
    for isIsolated in [false, true] {
      for directories in [[], [other.folder.path], ["/usr/lib/lv2", stage.bundle]] {
        verify(throws: ChainError(.foreignBundle(path: stage.bundle), component: stage.component)) {
          try bundle.render(.steps(10), [stage], isIsolated: isIsolated) { $0.bundleDirectories = directories }
        }
      }
      let (sound, _) = try bundle.render(.steps(10), [stage], isIsolated: isIsolated) {
        $0.bundleDirectories = [other.folder.path, bundle.folder.path]
      }
      verify(sound, equals: .steps(10))
    }
    var preset = bundle.stage("gain-stereo", preset: "half")
    preset.preset?.bundle = other.path
    let fault = verify(throws: ChainError.self) {
      try bundle.render(.steps(10, channels: 2), [preset]) { $0.bundleDirectories = [bundle.folder.path] }
    }
    verify(fault?.detail.contains("is in no directory of the search path"), equals: true, "\(fault?.detail ?? "")")
  }

  @Test func aLinkInTheSearchPathIsAnEntryTooAndPathsThatLookAlikeAreNot() throws {
    let access = BundleAccess([bundle.folder.path])
    for path in [
      "\(bundle.folder.path)/..", "\(bundle.folder.path)x/a.lv2", "/", "", "\(bundle.folder.path)/nosuch.lv2",
    ] {
      verify(access.objection(to: path) != nil, "\(path)")
    }
    let (places, path) = (TemporaryFolder(), bundle.path)
    symlink(path, places("linked.lv2"))
    verify(BundleAccess([places.path]).objection(to: path) == nil)
    verify(BundleAccess([places.path], user: 12_345).objection(to: path) == nil)
    guard geteuid() == 0 else { return }
    lchown(places("linked.lv2"), 12_345, 12_345)
    verify(BundleAccess([places.path], user: 0).objection(to: path), equals: .foreignLink(path: path, user: 12_345))
    verify(BundleAccess([places.path], user: 12_345).objection(to: path) == nil)
    symlink(path, places("own.lv2"))
    verify(BundleAccess([places.path], user: 0).objection(to: path) == nil, "root's own link leads there as well")
  }
}
