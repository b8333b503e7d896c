/// What a predicate can ask of a component. The raw value is the canonical spelling.
///
/// Apple's names for the same values are alternative spellings; see ``Key/Reference``. Everything else about
/// a key is in its declaration, `Key+Declarations.swift`.
public enum Key: String, CaseIterable, Hashable, Sendable {
  // Text.
  case uri, name, typeName, localizedType, manufacturer, bundle, license, comment, variant
  case pluginClass = "class"
  // Text with an order of its own.
  case version, addedAt, changedAt, lastUsed
  // One of a few words.
  case type, verdict, validation
  // Numbers.
  case audioInputs, audioOutputs, cvInputs, cvOutputs, parameters, presets, latency, uses
  // Yes or no.
  case midiInput, midiOutput, sideChain, hardRealtime, customView, ui, inPlaceBroken, favorite, hidden
  case passesAUVal, isSandboxSafe
  // Lists of texts.
  case requiredFeatures
  case parameterName = "parameter.name"
  case parameterUnit = "parameter.unit"
  case presetName = "preset.name"
  case presetBank = "preset.bank"
  case portSymbol = "port.symbol"
  case portDesignation = "port.designation"
  // Tags.
  case tag, tags, userTag, userTagNames, systemTag, authorTag

  /// The kind of a key's value.
  public enum Kind: Hashable, Sendable {
    /// One text.
    case text
    /// One number.
    case number
    /// Yes or no.
    case boolean
    /// ISO 8601 in UTC to the second, so that texts sort like times.
    case date
    /// `minor.micro`: a text that is ordered as two numbers.
    case version
    /// One of a few words.
    case enumeration
    /// A list of texts.
    case texts
    /// A list of tags.
    case tags
  }

  /// The kind of the key's value.
  public var kind: Kind { declaration.kind }

  /// Whether the key holds several values, which `ANY`, `ALL` and `NONE` are for.
  public var isList: Bool { kind == .texts || kind == .tags }

  /// Whether the key names a list as a whole (`tags`) and not one of its elements (`tag`): without a quantifier,
  /// `CONTAINS` then asks whether a value is one of the elements.
  public var isCollection: Bool { self == .tags || self == .userTagNames || self == .requiredFeatures }

  /// Whether the value is in `ComponentDetails`, which costs more to read than a `Component`.
  public var needsDetails: Bool {
    switch declaration.value {
    case .details, .detailText: true
    default: false
    }
  }
}
