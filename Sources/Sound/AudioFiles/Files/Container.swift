/// The kind of an audio file. The raw value is its name.
public enum Container: String, CaseIterable, Sendable {
  /// Microsoft's WAVE; written as RF64 if it grows beyond 4 GiB.
  case wav = "WAV"
  /// WAVE with 64-bit sizes.
  case rf64 = "RF64"
  /// FLAC, the Free Lossless Audio Codec.
  case flac = "FLAC"
  /// Ogg, with Vorbis or Opus inside.
  case ogg = "Ogg"
  /// MPEG audio, such as MP3.
  case mp3 = "MPEG"
  /// Apple's AIFF and AIFF-C.
  case aiff = "AIFF"
  /// Apple's Core Audio Format.
  case caf = "CAF"
  /// AU, Sun's audio format.
  case au = "AU"
  /// Wave64, Sony's format for large files.
  case w64 = "W64"
  /// A container of any other kind.
  case other = "another format"

  /// The kind that a path's extension names, ignoring case: `.wav`, `.wave`, `.rf64`, `.flac`, `.ogg`, `.oga`, `.mp3`,
  /// `.aif`, `.aiff`, `.aifc`, `.caf`, `.au`, `.snd` or `.w64`; nil for any other.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[dot...].dropFirst().lowercased() {
    case "wav", "wave": self = .wav
    case "rf64": self = .rf64
    case "flac": self = .flac
    case "ogg", "oga": self = .ogg
    case "mp3": self = .mp3
    case "aif", "aiff", "aifc": self = .aiff
    case "caf": self = .caf
    case "au", "snd": self = .au
    case "w64": self = .w64
    default: return nil
    }
  }

  /// The extensions of the kinds that can be written.
  public static let extensions = [".wav", ".rf64", ".flac", ".ogg", ".mp3", ".aiff", ".aif", ".caf", ".au", ".w64"]

  /// The encodings that can be written in this container; the first is the default.
  public var encodings: [Encoding] {
    switch self {
    case .wav, .rf64: [.float32, .float64, .int8, .int16, .int24, .int32]
    case .flac: [.int24, .int16, .int8]
    case .ogg: [.vorbis, .opus]
    case .mp3: [.mp3]
    case .aiff, .caf, .au, .w64: [.float32, .float64, .int8, .int16, .int24, .int32]
    case .other: []
    }
  }
}
