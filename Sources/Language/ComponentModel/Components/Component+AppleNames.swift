/// Apple's names for a component's properties, so that code written for `AVAudioUnitComponent` carries over. Each says
/// where LV2 differs. The article `AppleInterface` lists all of them.
extension Component {
  /// The type's name in English, as `typeName`: `Effect`, `Music Device`.
  public var typeName: String { type.englishName }

  /// The type's name in the caller's language, as `localizedTypeName`.
  public var localizedTypeName: String { localizedType }

  /// The manufacturer's name, as `manufacturerName`. LV2 does not require one: nil if the bundle names no one.
  public var manufacturerName: String? { manufacturer }

  /// The version as a text, as `versionString`: `minor.micro`, since LV2 has no major version.
  public var versionString: String { version.description }

  /// The component's codes, as `audioComponentDescription`. LV2 has no codes: they are derived, and ``uri`` is the
  /// identity.
  public var audioComponentDescription: ComponentDescription { componentDescription }

  /// Whether the validation passed, as `passesAUVal`; false before it has run.
  public var passesAUVal: Bool { validation == "passed" }

  /// Whether a host may run it in a sandbox, as `isSandboxSafe`: never, because no LV2 plugin can declare it, and a
  /// plugin's code can do whatever its process can.
  public var isSandboxSafe: Bool { false }

  /// Whether the component has exactly these numbers of main audio channels, as
  /// `supportsNumberInputChannels(_:outputChannels:)`. An LV2 plugin has one configuration; `RenderChain` runs a mono
  /// plugin once for each channel.
  public func supportsNumberInputChannels(_ inputs: Int, outputChannels: Int) -> Bool {
    supports(inputs: inputs, outputs: outputChannels)
  }
}

extension Version {
  /// The version as one number that grows with it, as Apple's `version` (`0x00MMmmdd`): the minor version in the upper,
  /// the micro version in the lower eight bits, each at most 255.
  public var number: Int { min(minor, 0xFF) << 8 | min(micro, 0xFF) }
}
