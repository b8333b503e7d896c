package import AudioComponents

/// A component as JSON: a contract with scripts, versioned in `schema/output/`.
package enum ComponentJSON {
  static func object(_ component: Component) -> JSON { .object(members(component)) }

  /// A component that doesn't match, but is near to the words of a search.
  static func nearObject(_ component: Component) -> JSON { .object(members(component) + [("near", .bool(true))]) }

  /// The keys in the order of the contract; Booleans in the order of their declarations.
  private static let keys: [Key] =
    [
      .uri, .name, .type, .localizedType, .manufacturer, .version, .bundle, .pluginClass, .license, .audioInputs,
      .audioOutputs, .cvInputs, .cvOutputs, .parameters, .presets,
    ] + Key.storedFlags.map(\.key) + [
      .latency, .cost, .loadTime, .memory, .requiredFeatures, .tags, .verdict, .validation, .realtime, .deterministic,
      .addedAt, .changedAt,
      .variant, .uses, .lastUsed,
    ]

  static func members(_ component: Component) -> [(key: String, value: JSON)] {
    keys.map { ($0.rawValue, value(of: $0, component)) }
  }

  private static func value(of key: Key, _ component: Component) -> JSON {
    switch key.declaration.value {
    case .text(let value): .optional(value(component))
    case .number(let value): .optional(value(component))
    case .measure(let value): .optional(value(component))
    case .flag(let value): .bool(value(component))
    case .optionalFlag(let value): value(component).map(JSON.bool) ?? .null
    case .storedFlag(let flag): .bool(component[keyPath: flag.property()])
    case .texts(let value): .strings(value(component))
    case .tags: tags(component.tags, all: component.displayTags)
    // A list of components doesn't read details.
    case .details, .detailText, .ranges: .null
    }
  }

  /// A quarantined bundle has the same keys; unknown values are null.
  static func object(_ bundle: QuarantinedBundle) -> JSON {
    let known: [String: JSON] = [
      "uri": .optional(bundle.uri), "bundle": .string(bundle.path),
      "verdict": .string(bundle.verdict.rawValue), "tags": tags([], all: []), "requiredFeatures": .array([]),
    ]
    let template = Component(rowID: 0, uri: "", name: "", type: .effect, bundle: "")
    let members = members(template).map { (key: $0.key, value: known[$0.key] ?? .null) }
    return .object(members + [("reason", .string(bundle.reason))])
  }

  /// A component with everything that `info` adds.
  package static func object(
    _ component: Component, _ details: ComponentDetails, collections: [String], measurement: StoredMeasurement?
  ) -> JSON {
    let codes = component.componentDescription
    return .object(
      members(component) + [
        ("portList", .array(details.ports.map(port))), ("presetList", .array(details.presets.map(preset))),
        ("tagSources", .array(component.tags.map(tagSource))),
        ("names", .array(details.names.map(name))), ("classes", .strings(details.classes)),
        ("homepage", .optional(details.homepage)), ("project", .optional(details.project)),
        ("shortName", .optional(details.shortName)), ("comment", .optional(details.comment)),
        ("binary", .optional(details.binary)), ("icon", .optional(details.icon)),
        ("optionalFeatures", .strings(details.optionalFeatures)),
        ("extensionData", .strings(details.extensionData)), ("interfaces", .array(details.interfaces.map(interface))),
        ("parameterList", .array(details.patchParameters.map(parameter))), ("replaces", .strings(details.replaces)),
        ("live", .bool(details.isLive)),
        ("typeCode", .string(codes.type.description)), ("subTypeCode", .string(codes.subType.description)),
        ("manufacturerCode", .string(codes.manufacturer.description)), ("remarks", .strings(details.remarks)),
        ("collections", .strings(collections)), ("usableIn", .strings(details.usableIn)),
        ("hosts", .array(details.hosts.map(host))), ("measurement", measurement.map(object) ?? .null),
      ])
  }

  private static func object(_ measurement: StoredMeasurement) -> JSON {
    .object([
      ("outcome", .string(measurement.outcome)), ("reason", .optional(measurement.reason)),
      ("reportedLatency", .optional(measurement.reportedLatency)), ("version", .int(measurement.version)),
      ("machine", .string(measurement.machine)), ("at", .string(measurement.at)),
    ])
  }

  /// - Parameter all: the names for people, each once.
  static func tags(_ tags: [Tag], all: [Tag]) -> JSON {
    .object([
      ("system", .strings(tags.filter(\.isSystem).map(\.name))), ("user", .strings(tags.filter(\.isUser).map(\.name))),
      ("all", .strings(all.map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } })),
    ])
  }

  private static func tagSource(_ tag: Tag) -> JSON {
    .object([
      ("identifier", .string(tag.identifier)), ("name", .string(tag.name)),
      ("sources", .strings(tag.sources.map(\.rawValue).sorted())),
    ])
  }

  private static func host(_ support: HostSupport) -> JSON {
    .object([
      ("name", .string(support.host.name)), ("title", .string(support.host.title)),
      ("version", .optional(support.host.version)), ("usable", .bool(support.isUsable)),
      ("missing", .strings(support.obstacles.map(\.text))), ("leavesOut", .strings(support.omissions.map(\.rawValue))),
    ])
  }

  private static func port(_ port: ComponentPort) -> JSON {
    .object([
      ("index", .int(port.index)), ("symbol", .string(port.symbol)), ("name", .string(port.name)),
      ("kind", .string(port.kind.rawValue)), ("direction", .string(port.direction.rawValue)),
      ("default", .optional(port.defaultValue)), ("minimum", .optional(port.minimum)),
      ("maximum", .optional(port.maximum)), ("unit", .optional(port.unit)),
      ("designation", .optional(port.designation)), ("group", .optional(port.group)),
      ("properties", .strings(port.properties)), ("supports", .strings(port.supports)),
      (
        "scalePoints",
        .array(port.scalePoints.map { .object([("label", .string($0.label)), ("value", .number($0.value))]) })
      ),
      ("minimumSize", .optional(port.minimumSize)),
    ])
  }

  private static func preset(_ preset: ComponentDetails.Preset) -> JSON {
    .object([
      ("uri", .string(preset.uri)), ("name", .string(preset.name)), ("bank", .optional(preset.bank)),
      ("bundle", .string(preset.bundle)),
    ])
  }

  private static func name(_ name: LocalizedText) -> JSON {
    .object([("language", .optional(name.language)), ("name", .string(name.text))])
  }

  private static func interface(_ interface: InterfaceRecord) -> JSON {
    .object([("uri", .string(interface.uri)), ("class", .string(interface.type))])
  }

  private static func parameter(_ parameter: PatchParameter) -> JSON {
    .object([
      ("uri", .string(parameter.uri)), ("name", .string(parameter.name)), ("valueType", .optional(parameter.valueType)),
      ("writable", .bool(parameter.isWritable)), ("readable", .bool(parameter.isReadable)),
      ("default", .optional(parameter.defaultValue)), ("minimum", .optional(parameter.minimum)),
      ("maximum", .optional(parameter.maximum)), ("unit", .optional(parameter.unit)),
    ])
  }
}
