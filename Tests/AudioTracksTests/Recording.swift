import AudioFiles
import AudioSources
import Synchronization
import TestSupport

@testable import AudioTracks

/// A coordinator, what it has rendered, and what it has told.
final class Recording: @unchecked Sendable {
  // SAFETY: One thread renders. What is told is behind a lock. The memory has room for `mostFrames` of each channel.

  private(set) var coordinator: AudioCoordinator
  /// By channels.
  private(set) var sound: [[Float]]
  private let told = Mutex<[String]>([])
  private static let mostFrames = 65_536

  init(rate: Double = 48_000, channels: Int = 1, policy: TrackPolicy = .pause) throws {
    let format = try AudioFormat(standardSampleRate: rate, layout: .standard(channelCount: channels))
    sound = Array(repeating: [], count: channels)
    coordinator = AudioCoordinator(format: format)
    coordinator = AudioCoordinator(format: format, policy: policy) { [weak self] event in
      self?.told.withLock { $0.append(Self.line(event)) }
    }
  }

  func track(_ name: String = "voice", _ priority: Int = 1) throws -> AudioTrack {
    try coordinator.addTrack(name, priority: priority)
  }

  /// What has happened, and when.
  var lines: [String] { told.withLock { $0 } }

  private static func line(_ event: TrackEvent) -> String {
    let text =
      switch event.kind {
      case .began(let item): "began \(item.name)"
      case .ended(let item, .failed): "failed \(item.name)"
      case .ended(let item, let outcome): "\(outcome) \(item.name)"
      case .suspended(let frame): "suspended at \(frame)"
      case .resumed(let frame): "resumed at \(frame)"
      case .paused(let upper, let frame): "paused by \(upper.name) at \(frame)"
      case .continued(let frame): "continued at \(frame)"
      case .ducked(let decibels, let seconds): "ducked to \(decibels) in \(seconds)"
      }
    return "\(event.frame) \(event.track.name) \(text)"
  }

  /// Renders so many frames, in blocks.
  func render(_ count: Int, by block: Int = 512) {
    let size = min(block, Self.mostFrames)
    let memory = sound.map { _ in UnsafeMutablePointer<Float>.allocate(capacity: size) }
    defer { for channel in memory { channel.deallocate() } }
    var left = count
    repeat {
      let frames = min(size, left)
      for channel in memory { channel.initialize(repeating: .nan, count: frames) }
      coordinator.render(into: memory, count: frames)
      for channel in sound.indices { sound[channel] += UnsafeBufferPointer(start: memory[channel], count: frames) }
      left -= frames
    } while left > 0
  }

  /// Adds what a device has played.
  func append(_ frames: [Float]) { sound[0] += frames }

  /// Renders until a frame.
  func render(until frame: Int, by block: Int = 512) { render(frame - coordinator.frame, by: block) }
}

/// A sound whose samples tell its frames, and which may fail.
final class Numbered: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  let format: AudioFormat
  let length: Int?
  private let failsAfter: Int?
  private let end: Int
  private let value: (Int) -> Float
  private var position = 0

  struct Failure: Error {}

  /// - Parameters:
  ///   - failsAfter: at least so many frames are given before it fails; it fails with the read that goes beyond.
  ///   - endsAfter: how many frames there are, whatever the length says.
  ///   - value: that of a frame.
  init(
    _ length: Int, rate: Double = 48_000, channels: Int = 1, failsAfter: Int? = nil, endsAfter: Int? = nil,
    value: @escaping (Int) -> Float = { Float($0 + 1) / 1_048_576 }
  ) throws {
    format = try AudioFormat(standardSampleRate: rate, layout: .standard(channelCount: channels))
    (self.length, self.failsAfter, self.value) = (length, failsAfter, value)
    end = endsAfter ?? length
  }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    if let failsAfter, position + count > failsAfter { throw Failure() }
    let frames = max(0, min(count, end - position))
    for channel in channels { for frame in 0..<frames { channel[frame] = value(position + frame) } }
    position += frames
    return frames
  }
}

/// The gain of the ramp from silence, or to it, at a frame.
func ramp(_ frame: Int) -> Float { Float(RealtimeRamp.share(frame, of: 240)) }
/// The whole ramp from silence.
let rise = (0..<240).map { ramp($0) }
/// The whole ramp to silence.
let fall = (0..<240).map { ramp(240 - $0) }
