// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioFiles
internal import AudioSources
internal import CAucat

// SAFETY: The caller passes as many arrays as there are channels, each with as many samples as it says; they are copied. Channels
// of a read have room for as many frames as it asks for.

/// A source that reads samples in memory.
private final class SampleSource: AudioSource {
  let format: AudioFormat
  private let samples: [[Float]]
  private var position = 0

  init(_ samples: [[Float]], _ format: AudioFormat) { (self.samples, self.format) = (samples, format) }

  var length: Int? { samples.first?.count ?? 0 }
  var canSeek: Bool { true }

  func seek(to frame: Int) { position = max(0, frame) }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let frames = max(0, min(count, (length ?? 0) - position))
    for (target, channel) in zip(channels, samples) {
      for frame in 0..<frames { target[frame] = channel[position + frame] }
    }
    position += frames
    return frames
  }
}

@c @implementation
package func aucat_source_samples(
  _ samples: UnsafePointer<UnsafePointer<Float>?>?, _ frames: Int, _ rate: Double, _ channels: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) {
    let format = try format(rate, channels)
    guard let samples else { throw CallFailure.argument("samples is NULL") }
    guard frames >= 0 else { throw CallFailure.argument("frames is out of range") }
    let copies = try UnsafeBufferPointer(start: samples, count: channels).map { channel in
      guard let channel else { throw CallFailure.argument("a channel of samples is NULL") }
      return Array(UnsafeBufferPointer(start: channel, count: frames))
    }
    return SampleSource(copies, format)
  }
}
