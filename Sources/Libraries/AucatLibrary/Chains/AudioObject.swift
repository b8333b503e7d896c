// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

package import CAucat
internal import RenderChain

/// `aucat_audio`
final class AudioObject: @unchecked Sendable {
  // SAFETY: The memory is written here only, and freed with its one owner.

  let channels: [UnsafeMutableBufferPointer<Float>]

  init(_ samples: [[Float]]) {
    channels = samples.map { samples in
      let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: samples.count)
      _ = memory.initialize(from: samples)
      return memory
    }
  }

  deinit { for channel in channels { channel.deallocate() } }
}

/// Reads a host's sound.
private final class MemorySource: FrameSource {
  // SAFETY: The caller passes `channelCount` arrays of `frames` samples; no more is read.

  let channelCount: Int
  private let channels: UnsafeBufferPointer<UnsafePointer<Float>?>
  private let frames: Int
  private var position = 0

  init(_ channels: UnsafePointer<UnsafePointer<Float>?>?, count: Int, frames: Int) throws {
    guard count >= 0, frames >= 0 else { throw CallFailure.argument("channels or frames is out of range") }
    guard count == 0 || channels != nil else { throw CallFailure.argument("input is NULL") }
    channelCount = count
    self.channels = UnsafeBufferPointer(start: channels, count: count)
    self.frames = frames
    guard self.channels.allSatisfy({ $0 != nil }) else { throw CallFailure.argument("a channel of input is NULL") }
  }

  func read(into targets: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let portion = min(count, frames - position)
    for (target, channel) in zip(targets, channels) {
      if let channel { target.update(from: channel + position, count: portion) }
    }
    position += portion
    return portion
  }
}

/// Keeps what a chain renders.
private final class MemorySink: FrameSink {
  // SAFETY: Each channel has `count` samples.

  private(set) var channels: [[Float]]

  init(_ count: Int, expecting frames: Int) {
    channels = Array(repeating: [], count: count)
    for channel in channels.indices { channels[channel].reserveCapacity(min(frames, 1 << 22)) }
  }

  func write(_ samples: [UnsafePointer<Float>], count: Int) {
    for (channel, source) in samples.enumerated() {
      channels[channel].append(contentsOf: UnsafeBufferPointer(start: source, count: count))
    }
  }
}

@c @implementation
package func aucat_render(
  _ catalog: OpaquePointer?, _ chain: OpaquePointer?, _ input: UnsafePointer<UnsafePointer<Float>?>?, _ channels: Int,
  _ frames: Int, _ sampleRate: Double, _ options: UnsafePointer<aucat_render_options>?, _ progress: aucat_render_fn?,
  _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    let rendering = try Rendering(chain, in: catalog, options: options, telling: progress, context: context)
    let source = try MemorySource(input, count: channels, frames: frames)
    var sink: MemorySink?
    try rendering.run(from: source, sampleRate: sampleRate) { count in
      let made = MemorySink(count, expecting: frames)
      sink = made
      return made
    }
    return handle(AudioObject(sink?.channels ?? []))
  }
}

@c @implementation
package func aucat_audio_channels(_ audio: OpaquePointer?) -> Int {
  object(audio, AudioObject.self)?.channels.count ?? 0
}

@c @implementation
package func aucat_audio_frames(_ audio: OpaquePointer?) -> Int {
  object(audio, AudioObject.self)?.channels.first?.count ?? 0
}

@c @implementation
package func aucat_audio_channel(_ audio: OpaquePointer?, _ channel: Int) -> UnsafePointer<Float>? {
  // SAFETY: All samples are initialized and never change. `deinit` frees them, and the header lets no caller use them
  // after that.
  (object(audio, AudioObject.self)?.channels.element(at: channel)).flatMap { UnsafePointer($0.baseAddress) }
}

@c @implementation
package func aucat_audio_free(_ audio: OpaquePointer?) { release(audio, AudioObject.self) }
