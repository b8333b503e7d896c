/// The type of a component: Apple's component types, derived from LV2's classes and ports.
///
/// Corresponds to `AudioComponentDescription.componentType` and the constants `kAudioUnitType_…`.
public enum ComponentType: String, CaseIterable, Hashable, Sendable {
  /// Audio in, audio out (`kAudioUnitType_Effect`).
  case effect = "Effect"
  /// Audio in, plus MIDI in, which it needs (`kAudioUnitType_MusicEffect`).
  case musicEffect = "MusicEffect"
  /// MIDI in, audio out: an instrument (`kAudioUnitType_MusicDevice`).
  case musicDevice = "MusicDevice"
  /// Audio out only (`kAudioUnitType_Generator`).
  case generator = "Generator"
  /// MIDI in and out, no audio (`kAudioUnitType_MIDIProcessor`).
  case midiProcessor = "MIDIProcessor"
  /// `lv2:MixerPlugin` (`kAudioUnitType_Mixer`).
  case mixer = "Mixer"
  /// `lv2:ConverterPlugin` (`kAudioUnitType_FormatConverter`).
  case formatConverter = "FormatConverter"
  /// `kAudioUnitType_Panner`; no LV2 plugin has this type.
  case panner = "Panner"
  /// `kAudioUnitType_OfflineEffect`; no LV2 plugin has this type.
  case offlineEffect = "OfflineEffect"
  /// `kAudioUnitType_Output`; no LV2 plugin has this type.
  case output = "Output"

  /// Apple's four-character code of the type.
  public var code: FourCharCode {
    switch self {
    case .effect: "aufx"
    case .musicEffect: "aumf"
    case .musicDevice: "aumu"
    case .generator: "augn"
    case .midiProcessor: "aumi"
    case .mixer: "aumx"
    case .formatConverter: "aufc"
    case .panner: "aupn"
    case .offlineEffect: "auol"
    case .output: "auou"
    }
  }

  /// The type with Apple's four-character code, or nil if there is none.
  public init?(code: FourCharCode) {
    guard let type = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = type
  }

  /// The type's name in English, Apple's `typeName`.
  public var englishName: String {
    switch self {
    case .effect: "Effect"
    case .musicEffect: "Music Effect"
    case .musicDevice: "Music Device"
    case .generator: "Generator"
    case .midiProcessor: "MIDI Processor"
    case .mixer: "Mixer"
    case .formatConverter: "Format Converter"
    case .panner: "Panner"
    case .offlineEffect: "Offline Effect"
    case .output: "Output"
    }
  }
}
