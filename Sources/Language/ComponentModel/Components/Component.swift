/// One component of the catalog: what a host needs to choose it and to find its bundle.
///
/// Corresponds to Apple's `AVAudioUnitComponent`. A component is a value: it says what the catalog held at the time of
/// the query. Ports, presets and the rest are in ``ComponentDetails``.
public struct Component: Hashable, Sendable, Identifiable {
  /// The component's row in the catalog when it was found. A scan may give the row to another component: use ``uri`` to
  /// remember a component.
  public var rowID: Int64
  /// The plugin's URI: its identity.
  public var uri: String
  /// The name in the caller's language if the bundle has one, else the name without a language, else any.
  public var name: String
  /// The name without a language tag, by which variants are recognized; nil if it is ``name``.
  package var untranslatedName: String?
  /// The component's type from a host's point of view.
  public var type: ComponentType
  /// The type's name in the caller's language.
  public var localizedType: String
  /// The manufacturer's name: the author, else the project; nil if the bundle names neither.
  public var manufacturer: String?
  /// `lv2:minorVersion` and `lv2:microVersion`.
  public var version = Version(minor: 0, micro: 0)
  /// Canonical path of the bundle's directory, without a final slash.
  public var bundle: String
  /// URI of the most specific LV2 class; `lv2:Plugin` if there is no other.
  public var pluginClass: String
  /// `doap:license`.
  public var license: String?
  /// The number of main audio inputs; side chains do not count.
  public var audioInputs = 0
  /// How many main audio outputs it has.
  public var audioOutputs = 0
  /// How many CV inputs it has.
  public var cvInputs = 0
  /// How many CV outputs it has.
  public var cvOutputs = 0
  /// The number of parameters: control inputs and writable patch parameters.
  public var parameters = 0
  /// The number of presets, wherever they are declared.
  public var presets = 0
  /// Whether an input takes MIDI.
  public var hasMIDIInput = false
  /// Whether an output sends MIDI.
  public var hasMIDIOutput = false
  /// Whether it has an audio input besides the main ones.
  public var hasSideChain = false
  /// Whether the author promises that `run` is hard real-time safe (`lv2:hardRTCapable`).
  public var isHardRealtime = false
  /// Whether it has its own user interface.
  public var hasCustomView = false
  /// Whether its input and output buffers may not be the same (`lv2:inPlaceBroken`).
  public var isInPlaceBroken = false
  /// Whether it is one of the user's favourites.
  public var isFavorite = false
  /// Whether the user has hidden it.
  public var isHidden = false
  /// The number of times that the user has used it: the sum of all programs' counts.
  public var uses = 0
  /// When the user last used it; nil if unknown.
  public var lastUsed: UTCTime?
  /// Latency in frames at the default settings, as `aucat bench` has measured it; nil before that, or if it is not
  /// certain.
  public var latency: Int?
  /// Its cost for music at 48 kHz in blocks of 256 frames, in per cent of one core, as `aucat bench` has measured it;
  /// nil before that, or if its files have changed since.
  public var cost: Double?
  /// The time until it can play, in milliseconds, as `aucat bench` has measured it.
  public var loadTime: Double?
  /// The memory that it takes until it can play, in millions of bytes, as `aucat bench` has measured it.
  public var memory: Double?
  /// `lv2:requiredFeature`: URIs, sorted.
  public var requiredFeatures: [String] = []
  /// All tags, sorted by name in the caller's collation.
  public var tags: [Tag] = []
  /// The verdict of the scanner.
  public var verdict: Verdict = .scanned
  /// The result of the validation; nil before it has run.
  public var validation: String?
  /// Whether `run` is real-time safe: `proven` if the author promises it and a validation saw nothing to the contrary,
  /// `claimed` if there is only the author's promise, `broken` if a validation saw that it may wait; nil if the author
  /// doesn't promise it.
  public var realtime: String?
  /// Whether the same input gave the same output in a validation; nil before it has run.
  public var isDeterministic: Bool?
  /// When the component was first seen in this catalog, to the second.
  public var addedAt: UTCTime = .epoch
  /// When its description last changed.
  public var changedAt: UTCTime = .epoch

  /// The URI, which identifies the component.
  public var id: String { uri }

  /// A component with the required values; everything else is empty, false or zero.
  ///
  /// - Parameters:
  ///   - rowID: the catalog's row; any number for a component from no catalog.
  ///   - uri: the plugin's URI.
  ///   - name: the name to show.
  ///   - type: what the component is to a host.
  ///   - bundle: canonical path of the bundle's directory.
  ///   - pluginClass: nil for `lv2:Plugin`.
  public init(
    rowID: Int64, uri: String, name: String, type: ComponentType, bundle: String,
    pluginClass: String? = nil
  ) {
    self.rowID = rowID
    self.uri = uri
    self.name = name
    self.type = type
    self.localizedType = type.englishName
    self.bundle = bundle
    self.pluginClass = pluginClass ?? LV2.plugin
  }

  /// The common part of a plugin's variants, such as the mono and the stereo version of a compressor: the maker, or
  /// else the bundle, and the name without the words that distinguish the variants, in lower case.
  public var variant: String {
    VariantName.group(name: untranslatedName ?? name, manufacturer: manufacturer, bundle: bundle)
  }

  /// The component's codes, derived from its type, URI and manufacturer (`audioComponentDescription`).
  public var componentDescription: ComponentDescription {
    ComponentDescription(
      type: type.code,
      subType: .derived(from: uri),
      manufacturer: .derived(from: manufacturer ?? ""))
  }

  /// Whether the component has exactly these main audio inputs and outputs
  /// (`supportsNumberInputChannels(_:outputChannels:)`).
  public func supports(inputs: Int, outputs: Int) -> Bool {
    audioInputs == inputs && audioOutputs == outputs
  }
}

extension Component {
  /// The tags to show to people: a user's tag that spells the name of another of the component's tags is merged into
  /// that one, which then has the user among its sources.
  public var displayTags: [Tag] {
    let spelled = Set(tags.compactMap(\.spelledTag))
    if spelled.isEmpty { return tags }
    return tags.filter { $0.spelledTag == nil }.map { tag in
      guard tag.isSystem, spelled.contains(tag.identifier) else { return tag }
      var tag = tag
      tag.sources.append(.user)
      return tag
    }
  }
}

/// How an author's promise that `run` is real-time safe has held up; the raw values are those of
/// ``Component/realtime``.
package enum RealtimeSafety: String, CaseIterable, Sendable {
  case proven, claimed, broken
}

/// The numbers of a component's main audio inputs and outputs.
public struct ChannelCounts: Hashable, Sendable, CustomStringConvertible {
  /// The number of main audio inputs.
  public var inputs: Int
  /// The number of main audio outputs.
  public var outputs: Int

  /// Creates a pair of channel counts.
  public init(inputs: Int, outputs: Int) {
    self.inputs = inputs
    self.outputs = outputs
  }

  /// `2→2`.
  public var description: String { "\(inputs)→\(outputs)" }
}

/// A plugin's version. LV2 has no major version: an incompatible plugin has another URI.
public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// `lv2:minorVersion`.
  public var minor: Int
  /// `lv2:microVersion`; odd numbers are development versions.
  public var micro: Int

  /// Creates a version from its two numbers.
  public init(minor: Int, micro: Int) {
    self.minor = minor
    self.micro = micro
  }

  /// `minor.micro`.
  public var description: String { "\(minor).\(micro)" }

  /// Compares the minor versions, then the micro versions.
  public static func < (a: Version, b: Version) -> Bool { (a.minor, a.micro) < (b.minor, b.micro) }
}
