// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioFiles
internal import AudioSources
package import CAucat

// SAFETY: `required` and `object` check what these functions get from C for NULL, copy text, and retain objects.
// Channels that a caller passes have room for as many frames as it says, during the call; their pointers are checked.

/// `aucat_source`; for one thread at a time.
final class SourceObject {
  let source: any AudioSource

  init(_ source: any AudioSource) { self.source = source }
}

/// Makes a source, and reports errors to C.
func made(_ error: ErrorSlot, _ body: () throws -> any AudioSource) -> OpaquePointer? {
  attempt(error, otherwise: nil) { handle(SourceObject(try body())) }
}

private func source(_ pointer: OpaquePointer?) throws -> any AudioSource {
  try required(pointer, "source", as: SourceObject.self).source
}

/// A format that a caller wants.
func format(_ rate: Double, _ channels: Int) throws(CallFailure) -> AudioFormat {
  do throws(AudioFormatError) {
    guard (1...AudioFormat.maximumChannelCount).contains(channels) else { throw .channelCount(channels) }
    return try AudioFormat(standardSampleRate: rate, layout: .standard(channelCount: channels))
  } catch {
    throw .argument(error.description)
  }
}

/// Fails if a rate isn't a valid sample rate.
func checkRate(_ rate: Double) throws(CallFailure) {
  guard rate > 0, rate <= AudioFormat.maximumSampleRate else { throw .argument("a rate of \(rate) Hz is invalid") }
}

/// The number of frames in this many seconds; nil, for no end, if `seconds` is negative.
private func frames(_ seconds: Double, _ rate: Double) throws(CallFailure) -> Int? {
  try checkRate(rate)
  guard seconds <= 1e9, !seconds.isNaN else { throw .argument("\(seconds) seconds are too many") }
  return seconds < 0 ? nil : Int((seconds * rate).rounded())
}

@c @implementation
package func aucat_source_file(
  _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) { try AudioFileSource(required(path, "path")) }
}

@c @implementation
package func aucat_source_tone(
  _ wave: UnsafePointer<CChar>?, _ frequency: Double, _ level: Double, _ seconds: Double, _ rate: Double,
  _ channels: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) {
    let name = try required(wave, "wave")
    guard let wave = ToneSource.Wave(rawValue: name) else { throw CallFailure.argument("there is no wave `\(name)`") }
    return try ToneSource(
      frequency, wave, level: level, length: frames(seconds, rate), format: format(rate, channels))
  }
}

@c @implementation
package func aucat_source_noise(
  _ color: UnsafePointer<CChar>?, _ level: Double, _ seed: UInt64, _ seconds: Double, _ rate: Double, _ channels: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) {
    let name = try required(color, "color")
    guard let color = NoiseSource.Color(rawValue: name) else {
      throw CallFailure.argument("there is no noise `\(name)`")
    }
    return try NoiseSource(
      color, level: level, seed: seed, length: frames(seconds, rate), format: format(rate, channels))
  }
}

@c @implementation
package func aucat_source_silence(
  _ seconds: Double, _ rate: Double, _ channels: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) { try SilenceSource(length: frames(seconds, rate), format: format(rate, channels)) }
}

/// The sources of an array.
private func sources(_ array: UnsafePointer<OpaquePointer?>?, _ count: Int) throws -> [any AudioSource] {
  guard count > 0, let array else { throw CallFailure.argument("there are no sources") }
  return try UnsafeBufferPointer(start: array, count: count).map { try source($0) }
}

@c @implementation
package func aucat_source_sequence(
  _ parts: UnsafePointer<OpaquePointer?>?, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) { try SequenceSource(sources(parts, count)) }
}

@c @implementation
package func aucat_source_layers(
  _ layers: UnsafePointer<OpaquePointer?>?, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) { try LayeredSource(sources(layers, count)) }
}

@c @implementation
package func aucat_source_loop(
  _ looped: OpaquePointer?, _ times: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) {
    guard times >= 0 else { throw CallFailure.argument("times is out of range") }
    return try LoopedSource(source(looped), times: times == 0 ? nil : times)
  }
}

@c @implementation
package func aucat_source_fade(
  _ faded: OpaquePointer?, _ fadeIn: Double, _ fadeOut: Double, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) {
    let faded = try source(faded)
    let rate = faded.format.sampleRate
    return try FadedSource(faded, fadeIn: frames(fadeIn, rate) ?? 0, fadeOut: frames(fadeOut, rate) ?? 0)
  }
}

@c @implementation
package func aucat_source_gain(
  _ changed: OpaquePointer?, _ decibels: Double, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) { try GainSource(source(changed), decibels: decibels) }
}

@c @implementation
package func aucat_source_convert(
  _ converted: OpaquePointer?, _ rate: Double, _ channels: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) { try source(converted).converted(to: format(rate, channels)) }
}

@c @implementation
package func aucat_source_rate(_ source: OpaquePointer?) -> Double {
  object(source, SourceObject.self)?.source.format.sampleRate ?? 0
}

@c @implementation
package func aucat_source_channels(_ source: OpaquePointer?) -> Int {
  object(source, SourceObject.self)?.source.channelCount ?? 0
}

@c @implementation
package func aucat_source_length(_ source: OpaquePointer?, _ frames: UnsafeMutablePointer<Int>?) -> Bool {
  guard let length = object(source, SourceObject.self)?.source.length else { return false }
  frames?.pointee = length
  return true
}

@c @implementation
package func aucat_source_seek(
  _ moved: OpaquePointer?, _ frame: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    guard frame >= 0 else { throw CallFailure.argument("frame is out of range") }
    try source(moved).seek(to: frame)
  }
}

@c @implementation
package func aucat_source_read(
  _ pulled: OpaquePointer?, _ channels: UnsafePointer<UnsafeMutablePointer<Float>?>?, _ frames: Int,
  _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let source = try source(pulled)
    guard frames >= 0 else { throw CallFailure.argument("frames is out of range") }
    guard let channels else { throw CallFailure.argument("channels is NULL") }
    let targets = UnsafeBufferPointer(start: channels, count: source.channelCount).compactMap(\.self)
    guard targets.count == source.channelCount else { throw CallFailure.argument("a channel is NULL") }
    let read = try source.read(into: targets, count: frames)
    count?.pointee = read
  }
}

@c @implementation
package func aucat_source_free(_ source: OpaquePointer?) { release(source, SourceObject.self) }

/// A source whose sound a function of the host provides.
private final class HostSource: AudioSource {
  let format: AudioFormat
  let length: Int? = nil
  private let function: aucat_source_fn
  private let context: UnsafeMutableRawPointer?

  init(_ function: @escaping aucat_source_fn, context: UnsafeMutableRawPointer?, format: AudioFormat) {
    (self.function, self.context, self.format) = (function, context, format)
  }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    let frames = channels.map(Optional.some).withUnsafeBufferPointer { function($0.baseAddress, count, context) }
    guard (0...count).contains(frames) else {
      throw CallFailure(AUCAT_ERROR_INTERRUPTED, "a source of the host has stopped")
    }
    return frames
  }
}

@c @implementation
package func aucat_source_new(
  _ read: aucat_source_fn?, _ context: UnsafeMutableRawPointer?, _ rate: Double, _ channels: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  made(error) {
    guard let read else { throw CallFailure.argument("read is NULL") }
    return HostSource(read, context: context, format: try format(rate, channels))
  }
}
