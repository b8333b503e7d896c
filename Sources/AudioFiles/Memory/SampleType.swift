/// The type of one sample in memory (Apple: `AVAudioCommonFormat`).
///
/// A sample is a number from -1 to 1; an integer of n bits means its value divided by 2^(n-1). Floats may exceed it.
public enum SampleType: String, CaseIterable, Sendable {
  /// `Int16`.
  case int16
  /// `Int32`.
  case int32
  /// `Float`.
  case float32
  /// `Double`.
  case float64

  /// The size of one sample in bytes.
  public var byteCount: Int { stored.byteCount }

  /// The form of a sample in memory.
  package var stored: StoredSample {
    switch self {
    case .int16: .int16
    case .int32: .int32
    case .float32: .float32
    case .float64: .float64
    }
  }
}
