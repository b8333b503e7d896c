internal import ComponentModel

/// Features that a plugin requires.
enum FeatureRules {
  static let checks: [Check] = [.plugin(rare), .plugin(twice)]

  /// Features that common hosts support; `schema/lint.md` lists them.
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
      let problem = Problem(
        .rareFeature,
        "it requires <\(uri)>, which common hosts lack, so they reject the plugin; "
          + "make it optional if the plugin can do without")
      return value.replacement(problem, required, by: value.document.term(uri), as: optional)
    }
  }

  private static func twice(_ plugin: PluginFacts) -> [Diagnostic] {
    let wanted = Set(plugin.uris(required))
    return plugin.values(optional).compactMap { value in
      guard let uri = value.uri, wanted.contains(uri) else { return nil }
      let problem = Problem(
        .featureTwice, "<\(uri)> is required already, so listing it as optional means nothing")
      return value.removal(of: optional, for: problem, advice: "it is required anyway")
    }
  }
}
