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
    _ name: String, _ keyPath: any PartialKeyPath<Component> & Sendable, _ key: Key?, isCounted: Bool = true
  ) {
    self.name = name
    self.keyPath = keyPath
    self.key = key
    self.isCounted = isCounted
  }

  /// The property with a key path.
  static func named(by keyPath: AnyKeyPath) -> ComponentProperty? { all.first { $0.keyPath == keyPath } }

  /// The most frequent ones come first.
  private static let all: [ComponentProperty] =
    [
      ComponentProperty("tags", \.tags, .tags),
      ComponentProperty("name", \.name, .name),
      ComponentProperty("type", \.type, .type),
      ComponentProperty("manufacturer", \.manufacturer, .manufacturer),
      ComponentProperty("audioInputs", \.audioInputs, .audioInputs),
      ComponentProperty("audioOutputs", \.audioOutputs, .audioOutputs),
      // Two tags may have the same name.
      ComponentProperty("allTagNames", \.allTagNames, .tags, isCounted: false),
      ComponentProperty("userTagNames", \.userTagNames, .userTagNames),
      ComponentProperty("systemTagNames", \.systemTagNames, .systemTag),
      ComponentProperty("uri", \.uri, .uri),
      ComponentProperty("id", \.id, .uri),
      ComponentProperty("localizedType", \.localizedType, .localizedType),
      ComponentProperty("version", \.version, .version),
      ComponentProperty("bundle", \.bundle, .bundle),
      ComponentProperty("pluginClass", \.pluginClass, .pluginClass),
      ComponentProperty("license", \.license, .license),
      ComponentProperty("cvInputs", \.cvInputs, .cvInputs),
      ComponentProperty("cvOutputs", \.cvOutputs, .cvOutputs),
      ComponentProperty("parameters", \.parameters, .parameters),
      ComponentProperty("presets", \.presets, .presets),
      ComponentProperty("latency", \.latency, .latency),
      ComponentProperty("requiredFeatures", \.requiredFeatures, .requiredFeatures),
      ComponentProperty("verdict", \.verdict, .verdict),
      ComponentProperty("validation", \.validation, .validation),
      ComponentProperty("addedAt", \.addedAt, .addedAt),
      ComponentProperty("changedAt", \.changedAt, .changedAt),
      ComponentProperty("variant", \.variant, .variant),
      ComponentProperty("uses", \.uses, .uses),
      ComponentProperty("lastUsed", \.lastUsed, .lastUsed),
      ComponentProperty("typeName", \.typeName, .typeName),
      ComponentProperty("localizedTypeName", \.localizedTypeName, .localizedType),
      ComponentProperty("manufacturerName", \.manufacturerName, .manufacturer),
      // As text, 1.10 precedes 1.9, unlike in the key's order.
      ComponentProperty("versionString", \.versionString, nil),
      ComponentProperty("passesAUVal", \.passesAUVal, .passesAUVal),
      ComponentProperty("isSandboxSafe", \.isSandboxSafe, .isSandboxSafe),
      ComponentProperty("audioComponentDescription", \.audioComponentDescription, nil),
      ComponentProperty("rowID", \.rowID, nil),
      ComponentProperty("componentDescription", \.componentDescription, nil),
    ] + Key.storedFlags.map { ComponentProperty($0.flag.name, $0.flag.property(), $0.key) }
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

  /// The name of a property that Swift can't report.
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
