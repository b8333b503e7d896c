/// The bytes of a stream that follow the sound that its header announces.
struct StreamRest {
  /// The first of these bytes, up to `mostKept`.
  private var head: [UInt8]
  /// The number of bytes so far.
  private(set) var count: Int64
  /// Whether the stream has ended, so that no more bytes can follow.
  var isWhole = false

  private static let mostKept = 1 << 20

  init(_ bytes: ArraySlice<UInt8>) {
    head = Array(bytes)
    count = Int64(bytes.count)
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    head += bytes.prefix(Self.mostKept - head.count)
    count += Int64(bytes.count)
  }

  /// Whether it consists only of chunks that may follow the sound of a WAV file, without more sound.
  ///
  /// - Parameter isOdd: whether the sound has an odd number of bytes, after which some programs omit the padding byte.
  func hasOnlyChunks(afterOddSize isOdd: Bool) -> Bool { hasOnlyChunks(from: 0) || isOdd && hasOnlyChunks(from: 1) }

  private func hasOnlyChunks(from start: Int64) -> Bool {
    var offset = start
    while offset < count {
      // What remains is a padding byte, or lies beyond the bytes that were kept.
      if offset == count - 1 || offset > Int64(head.count - 8) && head.count < count { return true }
      guard offset <= Int64(head.count - 8) else { return false }
      let chunk = LittleEndian(bytes: Array(head[Int(offset)...].prefix(8)))
      let end = offset + 8 + Int64(chunk.uint32(4))
      guard isChunk(chunk, endingAt: end) else { return false }
      offset = end + Int64(chunk.uint32(4) % 2)
    }
    return true
  }

  /// Whether this is a chunk's header: the name is printable, and it is a usual one or the chunk ends within the
  /// stream. A file's header is not: it begins another file, with more sound.
  private func isChunk(_ chunk: LittleEndian, endingAt end: Int64) -> Bool {
    let name = chunk.text(0)
    guard chunk.bytes.prefix(4).allSatisfy({ 0x20...0x7E ~= $0 }), !["RIFF", "RIFX", "RF64", "BW64"].contains(name)
    else { return false }
    return WAVHeaderReader.usualChunks.contains(name) || end <= count
  }
}
