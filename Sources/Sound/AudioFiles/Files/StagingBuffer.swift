/// Memory for interleaved frames on their way between a file and a buffer.
final class StagingBuffer {
  // SAFETY: `frameCapacity` frames are allocated for the lifetime of this object; callers stay within them.

  let address: UnsafeMutableRawPointer
  /// The capacity in frames; at least one.
  let frameCapacity: Int
  private let frameSize: Int

  /// The size in bytes: large enough that system calls cost little, and small enough for the processor's cache.
  private static let size = 1 << 17

  /// - Parameter frameSize: the size of a frame, in bytes.
  init(frameSize: Int) {
    self.frameSize = frameSize
    frameCapacity = max(1, Self.size / frameSize)
    address = .allocate(byteCount: frameCapacity * frameSize, alignment: 64)
  }

  deinit { address.deallocate() }

  /// Copies frames that were read from the file into a buffer, from a given frame of the buffer on.
  func unpack(_ sample: StoredSample, into buffer: AudioBuffer, at frame: Int, frames: Int) {
    for channel in 0..<buffer.format.channelCount {
      copySamples(
        run(of: sample, channel: channel, in: buffer), to: buffer.run(channel: channel, frame: frame), count: frames)
    }
  }

  /// Interleaves frames of a buffer, from a given frame on, for writing.
  func pack(_ sample: StoredSample, from buffer: AudioBuffer, at frame: Int, frames: Int) {
    for channel in 0..<buffer.format.channelCount {
      copySamples(
        buffer.run(channel: channel, frame: frame), to: run(of: sample, channel: channel, in: buffer), count: frames)
    }
  }

  private func run(of sample: StoredSample, channel: Int, in buffer: AudioBuffer) -> SampleRun {
    SampleRun(sample, address + channel * sample.byteCount, channels: buffer.format.channelCount)
  }
}

extension AudioBuffer {
  /// Stops the program if the buffer's format differs from the other one in anything but the channels' roles.
  func requireMatch(_ other: AudioFormat) {
    let isMatch =
      format.sampleType == other.sampleType && format.channelCount == other.channelCount
      && format.isInterleaved == other.isInterleaved && format.sampleRate == other.sampleRate
    precondition(isMatch, "a buffer of \(format) for a file of \(other)")
  }
}
