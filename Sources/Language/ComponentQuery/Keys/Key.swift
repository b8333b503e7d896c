/// A property of components that a predicate can test. The raw value is the canonical spelling.
///
/// Apple's names for the same values are alternative spellings; see `Key.Reference`. Everything else about
/// a key is in its declaration, `Key+Declarations.swift`.
public enum Key: String, CaseIterable, Hashable, Sendable {
  // Text.

  /// The plugin's URI, its identity.
  case uri
  /// The name in the caller's language if the bundle has one, else the name without a language, else any.
  case name
  /// The type's name in English: `Music Device`.
  case typeName
  /// The type's name in the caller's language.
  case localizedType
  /// The author's name, else the project's; may be missing.
  case manufacturer
  /// The path of the bundle's directory.
  case bundle
  /// The license, as a URI or a name; may be missing.
  case license
  /// The author's description; may be missing.
  case comment
  /// The common part of its mono, stereo and other variants.
  case variant
  /// The URI of the most specific LV2 class.
  case pluginClass = "class"

  // Text with an order of its own.

  /// The minor and the micro version: `2.10`.
  case version
  /// When this catalog first saw the component.
  case addedAt
  /// When its description last changed.
  case changedAt
  /// When the user last used it; missing if unknown.
  case lastUsed

  // One of a few words.

  /// The component's type for hosts: `MusicDevice`.
  case type
  /// The scanner's verdict; `scanned` for everything that hosts see.
  case verdict
  /// The result of the validation; missing before it has run.
  case validation
  /// Whether its `run` is real-time safe, according to its author and its validation; missing if its author doesn't say
  /// so.
  case realtime

  // Numbers.

  /// The number of main audio inputs; side chains do not count.
  case audioInputs
  /// How many main audio outputs there are.
  case audioOutputs
  /// The number of inputs for control voltage.
  case cvInputs
  /// The number of outputs for control voltage.
  case cvOutputs
  /// The number of parameters.
  case parameters
  /// The number of presets, wherever they are declared.
  case presets
  /// The latency in frames; missing if it was not measured.
  case latency
  /// The cost in per cent of one core; missing before a measurement.
  case cost
  /// The time until it can play, in milliseconds; missing before a measurement.
  case loadTime
  /// The memory that it takes until it can play, in millions of bytes; missing before a measurement.
  case memory
  /// How often the user has used it, by the counts of all programs.
  case uses

  // Yes or no.

  /// Whether an input takes MIDI.
  case midiInput
  /// Whether an output sends MIDI.
  case midiOutput
  /// Whether it has an audio input besides the main ones.
  case sideChain
  /// Whether the author promises that it is hard real-time safe.
  case hardRealtime
  /// Whether it has its own user interface.
  case customView
  /// The same as ``customView``.
  case ui
  /// Whether its input and output buffers may not be the same.
  case inPlaceBroken
  /// Whether it is one of the user's favourites.
  case favorite
  /// Whether the user has hidden it.
  case hidden
  /// Whether the same input gives the same output; missing until a validation has compared its output.
  case deterministic
  /// Whether the validation passed.
  case passesAUVal
  /// Always no: LV2 has no sandbox.
  case isSandboxSafe

  // Lists of texts.

  /// The URIs of the LV2 features that it requires.
  case requiredFeatures
  /// The names of its parameters.
  case parameterName = "parameter.name"
  /// The units of its parameters, such as `Hz`.
  case parameterUnit = "parameter.unit"
  /// The times to which its parameters can be set, in seconds.
  case parameterTime = "parameter.time"
  /// The frequencies to which its parameters can be set, in hertz.
  case parameterFrequency = "parameter.frequency"
  /// The levels to which its parameters can be set, in decibels.
  case parameterLevel = "parameter.level"
  /// The names of its presets.
  case presetName = "preset.name"
  /// The banks of its presets, once for each preset.
  case presetBank = "preset.bank"
  /// The symbols of its ports.
  case portSymbol = "port.symbol"
  /// The URIs of its ports' designations.
  case portDesignation = "port.designation"
  /// The properties of its ports, such as `reportsLatency`.
  case portProperty = "port.property"
  /// The names of the hosts that can run it.
  case usableIn

  // Tags.

  /// One of its tags, whatever its source.
  case tag
  /// All of its tags, as a list.
  case tags
  /// One of the tags that the user gave it.
  case userTag
  /// The tags that the user gave it, as a list.
  case userTagNames
  /// One of the tags from its class, the curated list or its author.
  case systemTag
  /// One of the tags that its author declared.
  case authorTag

  /// The kind of a key's value.
  public enum Kind: Hashable, Sendable {
    /// A text, and only one.
    case text
    /// A number, and only one.
    case number
    /// Yes or no, a Boolean.
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
    /// A list of ranges: a comparison asks for a value within them.
    case ranges
  }

  /// The kind of the key's value.
  public var kind: Kind { declaration.kind }

  /// Whether the key holds several values, which `ANY`, `ALL` and `NONE` are for.
  public var isList: Bool { kind == .texts || kind == .tags || kind == .ranges }

  /// Whether the key names a list as a whole (`tags`) and not one of its elements (`tag`): without a quantifier,
  /// `CONTAINS` then asks whether a value is one of the elements.
  package var isWholeList: Bool {
    self == .tags || self == .userTagNames || self == .requiredFeatures || self == .usableIn
  }

  /// Whether the value is in `ComponentDetails`, which costs more to read than a `Component`.
  package var needsDetails: Bool {
    switch declaration.value {
    case .details, .detailText, .ranges: true
    default: false
    }
  }
}
