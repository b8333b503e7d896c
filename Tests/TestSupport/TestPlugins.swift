import Glibc

/// The plugins of `Tests/TestPlugins`, as a bundle that a test installs.
public enum TestPlugins {
  /// The bundle's name.
  public static let bundle = "test-plugins.lv2"

  /// Installs the bundle.
  ///
  /// - Parameter root: the folder of bundles, below `folder`; empty for `folder` itself.
  /// - Returns: the bundle's path.
  @discardableResult
  public static func install(in folder: TemporaryFolder, _ root: String = "") -> String {
    let place = root.isEmpty ? bundle : "\(root)/\(bundle)"
    let sources = Repository.path("Tests/TestPlugins/Bundle")
    for name in ["manifest.ttl", "plugins.ttl", "presets.ttl", "preset.txt"] {
      folder.write(Child.contents("\(sources)/\(name)"), to: "\(place)/\(name)")
    }
    symlink(Child.products + "/libTestPlugins.so", folder("\(place)/plugins.so"))
    return folder(place)
  }

  /// A plugin's URI.
  public static func uri(_ name: String) -> String { "urn:aucat:test:\(name)" }
}
