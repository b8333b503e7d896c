/// Memory for a number of frames of audio (Apple: `AVAudioPCMBuffer`).
///
/// Each channel begins at an address that is a multiple of 64 bytes, so it can be connected to a port of an LV2 plugin as
/// it is. The memory lives as long as the buffer, and its addresses never change.
///
/// One thread at a time may touch a buffer: it is not `Sendable`, and nothing here locks. Making and freeing one
/// allocates; everything else is real-time safe.
public final class AudioBuffer {
  /// How the samples lie.
  public let format: AudioFormat
  /// The capacity in frames.
  public let frameCapacity: Int
  /// How many frames are valid, from the first one; 0…`frameCapacity`, anything else is a programming error.
  public var frameLength: Int {
    willSet { precondition((0...frameCapacity).contains(newValue), "a buffer of \(frameCapacity) frames") }
  }

  /// From a sample to the next one of its channel, in samples: 1, or the number of channels where they are interleaved
  /// (Apple: `stride`).
  public var stride: Int { format.isInterleaved ? format.channelCount : 1 }

  /// From a piece of memory to the next, in bytes.
  private let pitch: Int
  private let memory: UnsafeMutableRawPointer
  private let table: UnsafeMutableBufferPointer<UnsafeMutableRawPointer>
  private static let alignment = 64

  /// A buffer whose samples are all zero, and whose `frameLength` is 0.
  ///
  /// The program stops if memory is exhausted, as with Swift's arrays.
  ///
  /// - Parameter frameCapacity: 0 or more.
  public init(format: AudioFormat, frameCapacity: Int) {
    precondition(frameCapacity >= 0, "a buffer can't have \(frameCapacity) frames")
    self.format = format
    self.frameCapacity = frameCapacity
    frameLength = 0
    let pieces = format.isInterleaved ? 1 : format.channelCount
    let samples = frameCapacity * (format.channelCount / pieces)
    pitch = max(1, (samples * format.sampleType.byteCount + Self.alignment - 1) / Self.alignment) * Self.alignment
    memory = .allocate(byteCount: pitch * pieces, alignment: Self.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: pitch * pieces)
    table = .allocate(capacity: pieces)
    for piece in 0..<pieces { table.initializeElement(at: piece, to: memory + piece * pitch) }
  }

  deinit {
    table.deallocate()
    memory.deallocate()
  }

  /// The channels of a buffer of `Int16`: one pointer a channel, or one to all where they are interleaved; nil for other
  /// types (Apple: `int16ChannelData`). Each has `frameCapacity` frames. The pointers are valid as long as the buffer.
  public var int16Channels: UnsafeBufferPointer<UnsafeMutablePointer<Int16>>? { channels(.int16) }

  /// The channels of a buffer of `Int32`, like ``int16Channels`` (Apple: `int32ChannelData`).
  public var int32Channels: UnsafeBufferPointer<UnsafeMutablePointer<Int32>>? { channels(.int32) }

  /// The channels of a buffer of `Float`, like ``int16Channels`` (Apple: `floatChannelData`).
  public var float32Channels: UnsafeBufferPointer<UnsafeMutablePointer<Float>>? { channels(.float32) }

  /// The channels of a buffer of `Double`, like ``int16Channels``.
  public var float64Channels: UnsafeBufferPointer<UnsafeMutablePointer<Double>>? { channels(.float64) }

  /// SAFETY: a pointer looks the same whatever it points to, and the memory holds samples of this type only.
  private func channels<Sample>(_ type: SampleType) -> UnsafeBufferPointer<UnsafeMutablePointer<Sample>>? {
    guard format.sampleType == type else { return nil }
    let first = table.baseAddress.map { UnsafeRawPointer($0) }
    return UnsafeBufferPointer(
      start: first?.assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self), count: table.count)
  }

  /// Where a channel's samples lie from a frame on.
  package func run(channel: Int, frame: Int) -> SampleRun {
    let piece = format.isInterleaved ? table[0] : table[channel]
    let index = frame * stride + (format.isInterleaved ? channel : 0)
    return SampleRun(format.sampleType.stored, piece + index * format.sampleType.byteCount, channels: stride)
  }

  /// Sets every sample to zero, those beyond `frameLength` too.
  public func silence() {
    for piece in table { piece.initializeMemory(as: UInt8.self, repeating: 0, count: pitch) }
  }

  /// Copies another buffer's frames, converted to this buffer's sample type and layout.
  ///
  /// An integer of n bits means its value divided by 2^(n-1). To a float of fewer digits and to an integer a value is
  /// rounded to the nearest, half to even; beyond an integer's range it is clipped; not-a-number becomes the integer 0.
  /// libsndfile rounds with `lrint`, which is the same. Integers of up to 24 bits survive float32, and those of 32 bits
  /// float64.
  ///
  /// Both buffers must have the same number of channels and the same sample rate, and there must be room for the other's
  /// frames; anything else is a programming error. Real-time safe.
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
