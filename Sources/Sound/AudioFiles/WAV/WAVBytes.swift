/// The header of a WAV or RF64 file. Its size is the same for both, because a JUNK chunk reserves room for RF64's
/// `ds64` chunk.
struct WAVBytes {
  private(set) var bytes: [UInt8] = []

  /// What the header says about the length.
  enum Sizes {
    case unknown
    /// Bytes after RIFF's own header, bytes of audio, frames of audio.
    case known(riff: UInt64, data: UInt64, frames: UInt64)
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameter sizeLimit: the maximum RIFF size, in bytes; a larger file becomes RF64.
  init(header format: AudioFileFormat, _ sample: StoredSample, _ sizes: Sizes, sizeLimit: UInt64) {
    switch sizes {
    case .known(let riff, let data, let frames) where riff <= sizeLimit:
      append("RIFF", UInt32(truncatingIfNeeded: riff), "WAVE", "JUNK", UInt32(28))
      bytes += [UInt8](repeating: 0, count: 28)
      appendFormat(format, sample: sample, frames: frames)
      append("data", UInt32(truncatingIfNeeded: data))
    case .known(let riff, let data, let frames):
      append("RF64", UInt32.max, "WAVE", "ds64", UInt32(28), riff, data, frames, UInt32(0))
      appendFormat(format, sample: sample, frames: frames)
      append("data", UInt32.max)
    case .unknown:
      append("RIFF", UInt32.max, "WAVE", "JUNK", UInt32(28))
      bytes += [UInt8](repeating: 0, count: 28)
      appendFormat(format, sample: sample, frames: UInt64(UInt32.max))
      append("data", UInt32.max)
    }
  }

  private mutating func append(_ fields: any Field...) { for field in fields { field.append(to: &bytes) } }

  /// Appends the chunks `fmt ` and, for floats, `fact`.
  private mutating func appendFormat(_ format: AudioFileFormat, sample: StoredSample, frames: UInt64) {
    let isFloat = sample == .float32 || sample == .float64
    let isExtensible = format.layout != .standard(channelCount: format.channelCount) || format.channelCount > 2
    let tag: UInt16 = isFloat ? 3 : 1
    let frameSize = format.channelCount * sample.byteCount
    let rate = UInt32(format.sampleRate)
    append("fmt ", UInt32(isExtensible ? 40 : isFloat ? 18 : 16), isExtensible ? UInt16(0xFFFE) : tag)
    append(UInt16(format.channelCount), rate, rate &* UInt32(frameSize), UInt16(frameSize))
    append(UInt16(sample.byteCount * 8))
    if isExtensible {
      append(UInt16(22), UInt16(format.validBits ?? sample.byteCount * 8), format.layout.waveMask ?? 0, tag)
      bytes += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    } else if isFloat {
      append(UInt16(0))
    }
    if isFloat { append("fact", UInt32(4), UInt32(clamping: frames)) }
  }
}

/// A header field: a little-endian number, or a four-letter name.
private protocol Field {
  func append(to bytes: inout [UInt8])
}

extension String: Field {
  fileprivate func append(to bytes: inout [UInt8]) { bytes += utf8 }
}

extension UInt16: Field {
  fileprivate func append(to bytes: inout [UInt8]) { bytes += [UInt8(truncatingIfNeeded: self), UInt8(self >> 8)] }
}

extension UInt32: Field {
  fileprivate func append(to bytes: inout [UInt8]) {
    UInt16(truncatingIfNeeded: self).append(to: &bytes)
    UInt16(self >> 16).append(to: &bytes)
  }
}

extension UInt64: Field {
  fileprivate func append(to bytes: inout [UInt8]) {
    UInt32(truncatingIfNeeded: self).append(to: &bytes)
    UInt32(self >> 32).append(to: &bytes)
  }
}
