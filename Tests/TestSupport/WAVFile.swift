/// A WAV file made chunk by chunk, so that a test can make each one wrong.
public struct WAVFile: Sendable {
  /// A chunk: four letters, a size that may lie, and what follows.
  public struct Chunk: Sendable {
    var name: String
    var announced: UInt32
    var content: [UInt8]
    var isPadded: Bool

    /// A chunk. Content of an odd size is followed by a byte of padding.
    public init(_ name: String, _ content: [UInt8], announced: UInt32? = nil, isPadded: Bool = true) {
      self.name = name
      self.content = content
      self.announced = announced ?? UInt32(content.count)
      self.isPadded = isPadded
    }

    /// The chunk's bytes.
    public var bytes: [UInt8] {
      Array(name.utf8) + little(Int(announced), 4) + content
        + [UInt8](repeating: 0, count: isPadded ? content.count % 2 : 0)
    }

    /// A chunk `fmt `.
    public static func format(
      tag: Int = 1, channels: Int = 1, rate: Int = 48_000, bits: Int = 16, frameSize: Int? = nil, more: [UInt8] = []
    ) -> Chunk {
      let frameSize = frameSize ?? channels * ((bits + 7) / 8)
      return Chunk(
        "fmt ",
        little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate &* frameSize, 4) + little(frameSize, 2)
          + little(bits, 2) + more)
    }

    /// A chunk `fmt ` of WAVE_FORMAT_EXTENSIBLE.
    public static func extensible(
      tag: Int = 1, channels: Int = 1, bits: Int = 16, validBits: Int? = nil, mask: Int = 0,
      guid: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    ) -> Chunk {
      format(
        tag: 0xFFFE, channels: channels, bits: bits,
        more: little(22, 2) + little(validBits ?? bits, 2) + little(mask, 4) + little(tag, 2) + guid)
    }

    /// A chunk `data` of 16-bit integers.
    public static func data(_ samples: [Int16], announced: UInt32? = nil) -> Chunk {
      Chunk("data", samples.flatMap { little(Int($0), 2) }, announced: announced)
    }
  }

  /// `RIFF` usually.
  public var magic = "RIFF"
  /// What the header says of the size; nil is the truth.
  public var announced: UInt32?
  /// What is in the file.
  public var chunks: [Chunk]

  /// A file of these chunks.
  public init(_ chunks: Chunk..., magic: String = "RIFF", announced: UInt32? = nil) {
    self.chunks = chunks
    self.magic = magic
    self.announced = announced
  }

  /// The file's bytes.
  public var bytes: [UInt8] {
    let content = chunks.flatMap(\.bytes)
    return Array(magic.utf8) + little(announced.map(Int.init) ?? content.count + 4, 4) + Array("WAVE".utf8) + content
  }
}

/// A number in so many bytes, the lowest first.
public func little(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
