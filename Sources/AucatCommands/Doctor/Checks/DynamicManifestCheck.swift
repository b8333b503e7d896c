internal import AudioComponents
internal import Linux

/// Bundles with a dynamic manifest, whose code other hosts run when they merely look for plugins; aucat never does.
enum DynamicManifestCheck: Check {
  static let name = "dynamic manifests"

  private static let longest = 1 << 20

  static func findings(_ checkup: Checkup) -> [Finding] {
    checkup.configuration.searchDirectories.flatMap { directory in
      DirectoryReader.entries(of: directory).map(\.name).sorted().compactMap { finding("\(directory)/\($0)") }
    }
  }

  private static func finding(_ bundle: String) -> Finding? {
    guard hasDynamicManifest("\(bundle)/manifest.ttl") else { return nil }
    return .problem(
      bundle,
      "it has a dynamic manifest: lilv hosts run its code whenever they look for plugins, and end if it crashes",
      remedy: "remove its package if other hosts crash at their start; aucat itself never runs it")
  }

  /// By its names alone: nothing else is parsed, and no code runs.
  private static func hasDynamicManifest(_ manifest: String) -> Bool {
    guard let file = try? FileDescriptor(manifest, for: .reading, options: .nonBlocking),
      (try? FileStatus(of: file))?.isRegular == true, let bytes = try? file.readAll(limit: longest)
    else { return false }
    return TurtleNames(bytes).contains(Namespace.dynamicManifest, "DynManifest")
  }
}
