internal import ComponentModel

/// Features that a plugin requires.
enum FeatureRules {
  static let checks: [Check] = [.plugin(rare), .plugin(twice)]

  /// Features that common hosts have; `schema/lint.md` lists them.
  static let common: [String] =
    ["map", "unmap"].map { Namespace.urid + $0 }
    + [Namespace.options + "options", Namespace.worker + "schedule", Namespace.log + "log"]
    + ["boundedBlockLength", "powerOf2BlockLength", "fixedBlockLength", "coarseBlockLength"]
    .map { Namespace.bufferSize + $0 }
    + ["loadDefaultState", "makePath", "mapPath", "freePath", "threadSafeRestore"].map { Namespace.state + $0 }
    + ["isLive", "inPlaceBroken", "hardRTCapable"].map { Namespace.lv2 + $0 }
    + [Namespace.resizePort + "resize"]

  private static let required = Property.lv2RequiredFeature
  private static let optional = Property.lv2OptionalFeature

  private static func rare(_ plugin: PluginFacts) -> [Diagnostic] {
    plugin.values(required).compactMap { value in
      guard let uri = value.uri, !common.contains(uri) else { return nil }
      return value.replacement(FeatureProblem.rare(uri), required, by: value.document.term(uri), as: optional)
    }
  }

  private static func twice(_ plugin: PluginFacts) -> [Diagnostic] {
    let wanted = Set(plugin.uris(required))
    return plugin.values(optional).compactMap { value in
      guard let uri = value.uri, wanted.contains(uri) else { return nil }
      return value.removal(of: optional, for: FeatureProblem.twice(uri), advice: "it is required anyway")
    }
  }
}
