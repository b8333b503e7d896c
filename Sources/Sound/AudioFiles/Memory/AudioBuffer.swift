/// Memory for a number of frames of audio (Apple: `AVAudioPCMBuffer`).
///
/// Unless the channels are interleaved, each begins at an address that is a multiple of 64 bytes, so it can be
/// connected directly to a port of an LV2 plugin. The memory lives as long as the buffer, and its addresses never
/// change.
///
/// Use it from one thread at a time: it is not `Sendable`, and nothing here locks. Creating and freeing a buffer
/// allocates and frees memory; everything else is real-time safe.
public final class AudioBuffer {
  /// The format of the samples.
  public let format: AudioFormat
  /// The capacity in frames.
  public let frameCapacity: Int
  /// The number of valid frames, counted from the first: 0…`frameCapacity`; anything else is a programming error.
  public var frameLength: Int {
    willSet { precondition((0...frameCapacity).contains(newValue), "a buffer of \(frameCapacity) frames") }
  }

  /// The distance between two samples of a channel, in samples: 1, or the number of channels if they are interleaved
  /// (Apple: `stride`).
  public var stride: Int { format.isInterleaved ? format.channelCount : 1 }

  /// The distance between two regions of memory, in bytes.
  private let pitch: Int
  private let memory: UnsafeMutableRawPointer
  private let table: UnsafeMutableBufferPointer<UnsafeMutableRawPointer>
  private static let alignment = 64

  /// Creates a buffer whose samples are all zero, and whose `frameLength` is 0.
  ///
  /// The program stops if memory is exhausted, as with Swift's arrays.
  ///
  /// - Parameters:
  ///   - format: the format of the samples.
  ///   - frameCapacity: 0 or more.
  public init(format: AudioFormat, frameCapacity: Int) {
    precondition(frameCapacity >= 0, "a buffer can't have \(frameCapacity) frames")
    self.format = format
    self.frameCapacity = frameCapacity
    frameLength = 0
    let pieces = format.isInterleaved ? 1 : format.channelCount
    let samples = frameCapacity * (format.channelCount / pieces)
    pitch = max(1, (samples * format.sampleType.byteCount + Self.alignment - 1) / Self.alignment) * Self.alignment
    // SAFETY: `pitch` rounds each region up, so every channel has `frameCapacity` aligned frames. Zero bytes are zero
    // in every format, and `deinit` frees both allocations once.
    memory = .allocate(byteCount: pitch * pieces, alignment: Self.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: pitch * pieces)
    table = .allocate(capacity: pieces)
    for piece in 0..<pieces { table.initializeElement(at: piece, to: memory + piece * pitch) }
  }

  deinit {
    table.deallocate()
    memory.deallocate()
  }

  /// The channels of an `Int16` buffer: one pointer per channel, or a single one if they are interleaved; nil for other
  /// types (Apple: `int16ChannelData`). Each has `frameCapacity` frames. The pointers are valid as long as the buffer.
  public var int16Channels: UnsafeBufferPointer<UnsafeMutablePointer<Int16>>? { channels(.int16) }

  /// The channels of an `Int32` buffer, like ``int16Channels`` (Apple: `int32ChannelData`).
  public var int32Channels: UnsafeBufferPointer<UnsafeMutablePointer<Int32>>? { channels(.int32) }

  /// The channels of a `Float` buffer, like ``int16Channels`` (Apple: `floatChannelData`).
  public var float32Channels: UnsafeBufferPointer<UnsafeMutablePointer<Float>>? { channels(.float32) }

  /// The channels of a `Double` buffer, like ``int16Channels``.
  public var float64Channels: UnsafeBufferPointer<UnsafeMutablePointer<Double>>? { channels(.float64) }

  /// SAFETY: all pointers have the same representation, and the memory holds samples of this type only.
  private func channels<Sample>(_ type: SampleType) -> UnsafeBufferPointer<UnsafeMutablePointer<Sample>>? {
    guard format.sampleType == type else { return nil }
    let first = table.baseAddress.map { UnsafeRawPointer($0) }
    return UnsafeBufferPointer(
      start: first?.assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self), count: table.count)
  }

  /// The samples of a channel, starting at a frame.
  package func run(channel: Int, frame: Int) -> SampleRun {
    let piece = format.isInterleaved ? table[0] : table[channel]
    let index = frame * stride + (format.isInterleaved ? channel : 0)
    return SampleRun(format.sampleType.stored, piece + index * format.sampleType.byteCount, channels: stride)
  }

  /// Sets every sample to zero, including those beyond `frameLength`.
  public func silence() {
    // SAFETY: Each region has `pitch` bytes, and zero bytes are zero in every format.
    for piece in table { piece.initializeMemory(as: UInt8.self, repeating: 0, count: pitch) }
  }

  /// Copies another buffer's frames, converted to this buffer's sample type and layout.
  ///
  /// An integer of n bits stands for its value divided by 2^(n-1). Conversion to a narrower float or to an integer
  /// rounds to the nearest, half to even; values beyond an integer's range are clipped, and NaN becomes the integer 0.
  /// libsndfile rounds the same way, with `lrint`. Integers of up to 24 bits survive conversion to float32 and back,
  /// and 32-bit integers conversion to float64 and back.
  ///
  /// Both buffers must have the same number of channels and the same sample rate, and there must be room for the
  /// other's frames; anything else is a programming error. Real-time safe.
  public func convert(from source: AudioBuffer) {
    precondition(source.format.channelCount == format.channelCount, "other channels")
    precondition(source.format.sampleRate == format.sampleRate, "another sample rate")
    frameLength = source.frameLength
    for channel in 0..<format.channelCount {
      copySamples(source.run(channel: channel, frame: 0), to: run(channel: channel, frame: 0), count: frameLength)
    }
  }
}

@available(*, unavailable)
extension AudioBuffer: Sendable {}
