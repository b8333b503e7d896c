/// How a file stores samples. The raw value is the encoding's name.
public enum Encoding: String, CaseIterable, Sendable {
  /// 8-bit integers; unsigned in WAV.
  case int8
  /// Samples as 16-bit integers.
  case int16
  /// Samples as 24-bit integers.
  case int24
  /// Samples as 32-bit integers.
  case int32
  /// Samples as 32-bit IEEE floats.
  case float32
  /// Samples as 64-bit IEEE floats.
  case float64
  /// Apple Lossless Audio Codec (ALAC).
  case alac
  /// Vorbis, a lossy codec in Ogg files.
  case vorbis
  /// Opus, a lossy codec in Ogg files.
  case opus
  /// MPEG layer III, known as MP3.
  case mp3
  /// G.711 A-law, used in European telephony.
  case aLaw
  /// G.711 µ-law, used in American telephony.
  case muLaw
  /// An encoding of any other kind.
  case other

  /// The encodings of uncompressed samples, from which a caller can choose.
  public static let samples: [Encoding] = [.int8, .int16, .int24, .int32, .float32, .float64]

  /// The display name: `24-bit integer`.
  public var name: String {
    switch self {
    case .int8: "8-bit integer"
    case .int16: "16-bit integer"
    case .int24: "24-bit integer"
    case .int32: "32-bit integer"
    case .float32: "32-bit float"
    case .float64: "64-bit float"
    case .alac: "Apple Lossless"
    case .vorbis: "Vorbis"
    case .opus: "Opus"
    case .mp3: "MP3"
    case .aLaw: "A-law"
    case .muLaw: "µ-law"
    case .other: "another encoding"
    }
  }

  /// Whether samples are stored as integers, which clip what is louder than full scale.
  public var isInteger: Bool {
    switch self {
    case .int8, .int16, .int24, .int32, .alac: true
    case .float32, .float64, .vorbis, .opus, .mp3, .aLaw, .muLaw, .other: false
    }
  }

  /// How a WAV file stores the samples; nil for an encoding that is left to libsndfile.
  package var wavSample: StoredSample? {
    switch self {
    case .int8: .uint8
    case .int16: .int16
    case .int24: .int24
    case .int32: .int32
    case .float32: .float32
    case .float64: .float64
    default: nil
    }
  }
}
