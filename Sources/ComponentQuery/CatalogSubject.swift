public import ComponentModel

/// A component of the catalog as a predicate sees it. Its details are read when the first key asks for them, and once.
///
/// Use it on one thread.
public struct CatalogSubject: QuerySubject {
  /// The component.
  public let component: Component
  private let details: LazyDetails

  /// A component with the way to its details.
  public init(_ component: Component, details: @escaping () throws -> ComponentDetails) {
    self.component = component
    self.details = LazyDetails(read: details)
  }

  /// The component's value of a key.
  public func value(of key: Key) throws -> SubjectValue {
    switch key.kind {
    case .number: number(key).map { .number(Double($0)) } ?? .missing
    case .boolean: .flag(flag(key))
    case .tags: .tags(component.tags.filter(key.covers))
    case .texts: .texts(try texts(key))
    case .text, .date, .version, .enumeration: text(key).map { .text($0) } ?? .missing
    }
  }

  private func text(_ key: Key) -> String? {
    switch key {
    case .uri: component.uri
    case .name: component.name
    case .type: component.type.rawValue
    case .typeName: component.type.englishName
    case .localizedType: component.localizedType
    case .manufacturer: component.manufacturer
    case .version: component.version.description
    case .bundle: component.bundle
    case .pluginClass: component.pluginClass
    case .license: component.license
    case .verdict: component.verdict.rawValue
    case .validation: component.validation
    case .addedAt: text(component.addedAt)
    case .changedAt: text(component.changedAt)
    default: nil
    }
  }

  private func text(_ time: UTCTime) -> String? { time == .epoch ? nil : time.description }

  private func number(_ key: Key) -> Int? {
    switch key {
    case .audioInputs: component.audioInputs
    case .audioOutputs: component.audioOutputs
    case .cvInputs: component.cvInputs
    case .cvOutputs: component.cvOutputs
    case .parameters: component.parameters
    case .presets: component.presets
    case .latency: component.latency
    default: nil
    }
  }

  private func flag(_ key: Key) -> Bool {
    switch key {
    case .midiInput: component.hasMIDIInput
    case .midiOutput: component.hasMIDIOutput
    case .sideChain: component.hasSideChain
    case .hardRealtime: component.isHardRealtime
    case .customView: component.hasCustomView
    case .favorite: component.isFavorite
    case .hidden: component.isHidden
    case .passesAUVal: component.validation == "passed"
    default: false
    }
  }

  private func texts(_ key: Key) throws -> [String] {
    switch key {
    case .requiredFeatures: component.requiredFeatures
    case .parameterName: try details.value().parameterNames
    case .presetName: try details.value().presets.map(\.name)
    case .portSymbol: try details.value().ports.map(\.symbol)
    case .portDesignation: try details.value().ports.compactMap(\.designation)
    default: []
    }
  }
}

/// Details that are read once, when they are asked for.
private final class LazyDetails {
  private let read: () throws -> ComponentDetails
  private var details: ComponentDetails?

  init(read: @escaping () throws -> ComponentDetails) { self.read = read }

  func value() throws -> ComponentDetails {
    if let details { return details }
    let details = try read()
    self.details = details
    return details
  }
}
