public import ComponentModel

/// A component of the catalog as a subject of predicates. Its details are read once, when a key first needs them.
///
/// Use it on one thread.
public struct CatalogSubject: QuerySubject {
  /// The component that is tested.
  public let component: Component
  private let details: LazyDetails

  /// A component, and a closure that reads its details.
  public init(_ component: Component, details: @escaping () throws -> ComponentDetails) {
    self.component = component
    self.details = LazyDetails(read: details)
  }

  /// The component's value of a key.
  ///
  /// - Throws: what the closure that reads the details throws.
  public func value(of key: Key) throws -> SubjectValue {
    switch key.declaration.value {
    case .text(let value): value(component).map(SubjectValue.text) ?? .missing
    case .number(let value): value(component).map { .number(Double($0)) } ?? .missing
    case .measure(let value): value(component).map(SubjectValue.number) ?? .missing
    case .flag(let value): .flag(value(component))
    case .optionalFlag(let value): value(component).map(SubjectValue.flag) ?? .missing
    case .storedFlag(let flag): .flag(component[keyPath: flag.property()])
    case .texts(let value): .texts(value(component))
    case .details(let value): .texts(value(try details.value()))
    case .detailText(let value): value(try details.value()).map(SubjectValue.text) ?? .missing
    case .ranges(let quantity): .ranges(try details.value().parameterRanges(of: quantity))
    case .tags(let covers): .tags(component.tags.filter(covers))
    }
  }

  /// Whether each of the known hosts can run the component.
  func hosts() throws -> [HostSupport] { try details.value().hosts }

  /// The texts in which plain words are searched for: see ``WordField``.
  ///
  /// - Throws: what the closure that reads the details throws.
  public func texts(of field: WordField) throws -> [String] {
    switch field {
    case .name:
      let details = try details.value()
      return [component.name] + details.names.map(\.text) + [details.shortName].compactMap { $0 }
    case .maker: return try [component.manufacturer, details.value().project].compactMap { $0 }
    case .pluginClass:
      return WordTexts.ofClass(
        component.pluginClass, component.type, inputs: component.audioInputs, outputs: component.audioOutputs)
    case .uri: return WordTexts.ofURI(component.uri, bundle: component.bundle)
    case .comment: return try [details.value().comment].compactMap { $0 }
    case .parameter: return try details.value().parameterTexts
    case .preset: return try details.value().presets.map(\.name)
    }
  }
}

/// Details that are read once, on first use.
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
