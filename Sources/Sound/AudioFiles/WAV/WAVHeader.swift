/// The header of a WAV or RF64 file, checked against the file.
struct WAVHeader {
  var format: AudioFileFormat
  /// How one sample is stored.
  var sample: StoredSample
  /// Where the first frame is, as an offset in bytes.
  var dataOffset: Int64
  /// The frame count of a stream whose header doesn't give it.
  static let unknownLength = Int64.max
  /// The number of whole frames.
  var frameCount: Int64
  /// The size of a stream's audio in bytes, if its header gives it.
  var announcedSize: Int64?
  /// Oddities that do not prevent reading.
  var remarks: [String]
}

/// The result of reading a file's header.
enum WAVReading {
  case header(WAVHeader)
  /// It is not a WAV file.
  case otherContainer
  /// It is a WAV file whose encoding is left to libsndfile.
  case otherEncoding(name: String)
}

/// Little-endian numbers at byte offsets. An offset beyond the end is a programming error.
struct LittleEndian {
  let bytes: [UInt8]

  func text(_ offset: Int) -> String { String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }

  func uint16(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }

  func uint32(_ offset: Int) -> UInt32 { UInt32(uint16(offset)) | UInt32(uint16(offset + 2)) << 16 }

  func uint64(_ offset: Int) -> UInt64 { UInt64(uint32(offset)) | UInt64(uint32(offset + 4)) << 32 }
}
