internal import AudioComponents
internal import ComponentQuery

/// A property of `Component` that expressions name.
struct ComponentProperty {
  let name: String
  let keyPath: any PartialKeyPath<Component> & Sendable
  /// The language's equivalent key, if any.
  let key: Key?
  /// Whether the key counts as many elements as the property has.
  let isCounted: Bool

  private init(
    _ name: String, at keyPath: any PartialKeyPath<Component> & Sendable, key: Key?, isCounted: Bool = true
  ) {
    self.name = name
    self.keyPath = keyPath
    self.key = key
    self.isCounted = isCounted
  }

  /// The property with a key path.
  static func named(by keyPath: AnyKeyPath) -> ComponentProperty? { all.first { $0.keyPath == keyPath } }

  /// All properties, the most frequently used first.
  private static let all: [ComponentProperty] =
    [
      ComponentProperty("tags", at: \.tags, key: .tags),
      ComponentProperty("name", at: \.name, key: .name),
      ComponentProperty("type", at: \.type, key: .type),
      ComponentProperty("manufacturer", at: \.manufacturer, key: .manufacturer),
      ComponentProperty("audioInputs", at: \.audioInputs, key: .audioInputs),
      ComponentProperty("audioOutputs", at: \.audioOutputs, key: .audioOutputs),
      // Two tags may have the same name.
      ComponentProperty("allTagNames", at: \.allTagNames, key: .tags, isCounted: false),
      ComponentProperty("userTagNames", at: \.userTagNames, key: .userTagNames),
      ComponentProperty("systemTagNames", at: \.systemTagNames, key: .systemTag),
      ComponentProperty("uri", at: \.uri, key: .uri),
      ComponentProperty("id", at: \.id, key: .uri),
      ComponentProperty("localizedType", at: \.localizedType, key: .localizedType),
      ComponentProperty("version", at: \.version, key: .version),
      ComponentProperty("bundle", at: \.bundle, key: .bundle),
      ComponentProperty("pluginClass", at: \.pluginClass, key: .pluginClass),
      ComponentProperty("license", at: \.license, key: .license),
      ComponentProperty("cvInputs", at: \.cvInputs, key: .cvInputs),
      ComponentProperty("cvOutputs", at: \.cvOutputs, key: .cvOutputs),
      ComponentProperty("parameters", at: \.parameters, key: .parameters),
      ComponentProperty("presets", at: \.presets, key: .presets),
      ComponentProperty("latency", at: \.latency, key: .latency),
      ComponentProperty("cost", at: \.cost, key: .cost),
      ComponentProperty("loadTime", at: \.loadTime, key: .loadTime),
      ComponentProperty("memory", at: \.memory, key: .memory),
      ComponentProperty("requiredFeatures", at: \.requiredFeatures, key: .requiredFeatures),
      ComponentProperty("verdict", at: \.verdict, key: .verdict),
      ComponentProperty("validation", at: \.validation, key: .validation),
      ComponentProperty("realtime", at: \.realtime, key: .realtime),
      ComponentProperty("isDeterministic", at: \.isDeterministic, key: .deterministic),
      ComponentProperty("addedAt", at: \.addedAt, key: .addedAt),
      ComponentProperty("changedAt", at: \.changedAt, key: .changedAt),
      ComponentProperty("variant", at: \.variant, key: .variant),
      ComponentProperty("uses", at: \.uses, key: .uses),
      ComponentProperty("lastUsed", at: \.lastUsed, key: .lastUsed),
      ComponentProperty("typeName", at: \.typeName, key: .typeName),
      ComponentProperty("localizedTypeName", at: \.localizedTypeName, key: .localizedType),
      ComponentProperty("manufacturerName", at: \.manufacturerName, key: .manufacturer),
      // As text, 1.10 precedes 1.9, unlike in the key's order.
      ComponentProperty("versionString", at: \.versionString, key: nil),
      ComponentProperty("passesAUVal", at: \.passesAUVal, key: .passesAUVal),
      ComponentProperty("isSandboxSafe", at: \.isSandboxSafe, key: .isSandboxSafe),
      ComponentProperty("audioComponentDescription", at: \.audioComponentDescription, key: nil),
      ComponentProperty("rowID", at: \.rowID, key: nil),
      ComponentProperty("componentDescription", at: \.componentDescription, key: nil),
    ] + Key.storedFlags.map { ComponentProperty($0.flag.name, at: $0.flag.property(), key: $0.key) }
}

/// A property of a key's value: another key, or another form of the same text.
enum InnerProperty {
  /// The key for a property of a key's value.
  static func key(_ key: Key, _ keyPath: AnyKeyPath) -> Key? {
    switch (key, keyPath) {
    case (.type, \ComponentType.rawValue): .type
    case (.type, \ComponentType.englishName): .typeName
    case (.verdict, \Verdict.rawValue): .verdict
    case (.addedAt, \UTCTime.description): .addedAt
    case (.changedAt, \UTCTime.description): .changedAt
    default: nil
    }
  }

  /// The name of an inner property, which Swift itself can't report.
  static func name(_ keyPath: AnyKeyPath) -> String? {
    switch keyPath {
    case \ComponentType.rawValue, \Verdict.rawValue, \TagSource.rawValue: "rawValue"
    case \ComponentType.englishName: "englishName"
    case \Version.description, \UTCTime.description: "description"
    case \UTCTime.day: "day"
    case \Tag.isUser: "isUser"
    case \Tag.isSystem: "isSystem"
    case \Tag.displayNames: "displayNames"
    case \Tag.wholeNames: "wholeNames"
    default: nil
    }
  }
}
