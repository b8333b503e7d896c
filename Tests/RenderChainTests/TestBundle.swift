import Foundation
import RenderChain
import TestSupport

/// The test plugins of `Tests/TestPlugins`, installed in a folder of their own.
struct TestBundle {
  private let folder = TemporaryFolder()

  init() {
    let sources = Repository.path("Tests/TestPlugins/Bundle")
    for name in ["manifest.ttl", "plugins.ttl", "presets.ttl", "preset.txt"] {
      folder.write(Child.contents("\(sources)/\(name)"), to: "test-plugins.lv2/\(name)")
    }
    symlink(Child.products + "/libTestPlugins.so", folder("test-plugins.lv2/plugins.so"))
  }

  /// The folder as `LV2_PATH` names it.
  var root: String { folder.path }

  /// A stage of a chain.
  func stage(_ name: String) -> RenderChain.Stage {
    RenderChain.Stage(component: "urn:aucat:test:\(name)", bundle: folder("test-plugins.lv2"))
  }
}
