/// The content of a `fmt ` chunk: a WAVEFORMATEX, or a WAVEFORMATEXTENSIBLE.
struct WAVFormatChunk {
  /// How the samples can be decoded.
  enum Kind {
    case samples(Encoding, StoredSample)
    /// An encoding that only libsndfile can read.
    case other(name: String)
  }

  /// Why a chunk is invalid.
  struct FormatError: Error {
    var detail: String
  }

  private let tag: Int
  private let channelCount: Int
  private let sampleRate: UInt32
  private let blockSize: Int
  private let bits: Int
  private var validBits: Int
  private var mask: UInt32 = 0
  private var isAmbisonic = false

  /// The maximum number of bytes of the chunk to read.
  static let size = 40

  private static let pcm = 1
  private static let float = 3
  private static let extensible = 0xFFFE
  /// What follows the tag in its GUID; the second is for ambisonic B-format.
  private static let tagGUID: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
  private static let ambisonicGUID: [UInt8] = [0, 0, 0x21, 7, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0, 0, 0]

  init(_ bytes: [UInt8]) throws(FormatError) {
    guard bytes.count >= 16 else { throw FormatError(detail: "the format has \(bytes.count) bytes, not 16") }
    let numbers = LittleEndian(bytes: bytes)
    channelCount = numbers.uint16(2)
    sampleRate = numbers.uint32(4)
    blockSize = numbers.uint16(12)
    bits = numbers.uint16(14)
    validBits = bits
    guard numbers.uint16(0) == Self.extensible else {
      tag = numbers.uint16(0)
      return
    }
    guard bytes.count >= 40 else { throw FormatError(detail: "the extensible format has \(bytes.count) bytes, not 40") }
    tag = numbers.uint16(24)
    if numbers.uint16(18) != 0 { validBits = numbers.uint16(18) }
    mask = numbers.uint32(20)
    isAmbisonic = Array(bytes[26..<40]) == Self.ambisonicGUID
    guard isAmbisonic || Array(bytes[26..<40]) == Self.tagGUID else {
      throw FormatError(detail: "the extensible format's GUID stands for no known encoding")
    }
  }

  /// The kind of the samples.
  func kind() throws(FormatError) -> Kind {
    guard tag == Self.pcm || tag == Self.float else { return .other(name: Self.name(tag)) }
    guard (1...AudioFormat.maximumChannelCount).contains(channelCount) else {
      throw FormatError(detail: "\(channelCount) channels, not 1 to \(AudioFormat.maximumChannelCount)")
    }
    guard sampleRate > 0, Double(sampleRate) <= AudioFormat.maximumSampleRate else {
      throw FormatError(detail: "a sample rate of \(sampleRate) Hz")
    }
    guard let (encoding, sample) = samples else {
      throw FormatError(detail: "\(bits)-bit \(tag == Self.float ? "floats" : "integers")")
    }
    guard blockSize == channelCount * sample.byteCount else {
      throw FormatError(
        detail: "a frame of \(blockSize) bytes does not hold \(channelCount) times \(sample.byteCount) bytes")
    }
    guard validBits <= bits else { throw FormatError(detail: "\(validBits) valid bits of \(bits)") }
    return .samples(encoding, sample)
  }

  /// Integers fill whole bytes from the most significant bit: 20 bits are stored as 24.
  private var samples: (Encoding, StoredSample)? {
    switch (tag, (bits + 7) / 8) {
    case (Self.pcm, 1): (.int8, .uint8)
    case (Self.pcm, 2): (.int16, .int16)
    case (Self.pcm, 3): (.int24, .int24)
    case (Self.pcm, 4): (.int32, .int32)
    case (Self.float, 4) where bits == 32: (.float32, .float32)
    case (Self.float, 8) where bits == 64: (.float64, .float64)
    default: nil
    }
  }

  /// The file's format, once `kind()` has found no error.
  func fileFormat(_ container: Container, encoding: Encoding, sample: StoredSample) -> AudioFileFormat {
    let layout =
      isAmbisonic && channelCount == 4
      ? ChannelLayout([.ambisonicW, .ambisonicX, .ambisonicY, .ambisonicZ])
      : ChannelLayout(waveMask: mask, channelCount: channelCount)
    var format = AudioFileFormat(container, encoding, sampleRate: Double(sampleRate), layout: layout)
    format.validBits = validBits < sample.byteCount * 8 ? validBits : nil
    return format
  }

  private static func name(_ tag: Int) -> String {
    switch tag {
    case 2, 0x11: "ADPCM"
    case 6: "A-law"
    case 7: "µ-law"
    case 0x31: "GSM 6.10"
    case 0x55: "MP3"
    default: "format tag \(tag)"
    }
  }
}
