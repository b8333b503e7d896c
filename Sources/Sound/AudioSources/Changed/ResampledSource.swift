public import AudioFiles
internal import RenderChain

/// A source at another sample rate, with the length to the nearest frame.
///
/// Each frame is a sum of frames of the source with the values of a windowed sine cardinal (`SincTable`), in one order, so
/// that all machines give the same bits. Up to 20 kHz, or 0.907 of the lower rate's half, nothing changes; aliases are
/// below -110 dB. There is no delay.
public final class ResampledSource: AudioSource {
  // SAFETY: The window has room for `capacity` frames of each channel, of which those from `first` on up to `filled` are valid;
  // a sum reads `taps` of them, which are there by then (`fill`). Tables have `taps` values for each phase.

  /// The source's format, at another rate.
  public let format: AudioFormat
  /// If the source can.
  public var canSeek: Bool { source.canSeek }
  private let source: any AudioSource
  private let table: SincTable
  /// The next frame to give.
  private var position = 0
  private let window: ScratchChannels
  /// The frame of the source at the start of the window.
  private var first: Int
  /// The number of frames that the window holds.
  private var filled: Int
  /// The frame at which the source ended; nil before that.
  private var sourceEnd: Int?

  /// A source at another rate.
  ///
  /// - Parameters:
  ///   - source: what is resampled.
  ///   - sampleRate: in hertz; whole thousandths of one.
  /// - Throws: ``SourceError`` if the rate is out of range.
  public init(_ source: any AudioSource, sampleRate: Double) throws(SourceError) {
    guard (1_000...AudioFormat.maximumSampleRate).contains(sampleRate) else {
      throw .range("a sample rate is 1000 to \(Int(AudioFormat.maximumSampleRate)) Hz, not \(sampleRate)")
    }
    self.source = source
    table = SincTable.between(source.format.sampleRate, and: sampleRate)
    let layout = source.format.layout
    format =
      (try? AudioFormat(standardSampleRate: sampleRate, layout: layout))
      ?? .standard(sampleRate: sampleRate, channelCount: layout.channelCount)
    window = ScratchChannels(source.channelCount, frames: 2 * table.taps + 4_096)
    first = 1 - table.half
    filled = table.half - 1
  }

  /// The source's length at this rate.
  public var length: Int? { source.length.map(table.length) }

  /// Reads the next frames.
  ///
  /// - Throws: what the source throws.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    var done = 0
    while done < count {
      let ready = try fill(for: position, wanted: count - done)
      if ready == 0 { break }
      for (channel, samples) in window.channels.enumerated() {
        for frame in 0..<ready {
          let place = table.place(of: position + frame)
          let start = place.frame - table.half + 1 - first
          channels[channel][done + frame] = table.sum(samples + start, at: place)
        }
      }
      position += ready
      done += ready
    }
    return done
  }

  /// Makes sure that the window holds the samples for a frame.
  ///
  /// - Returns: how many frames from there on can be computed now; 0 at the end.
  private func fill(for position: Int, wanted: Int) throws -> Int {
    let end = sourceEnd.map(table.length) ?? .max
    guard position < end else { return 0 }
    let start = table.place(of: position).frame - table.half + 1
    if available(position, wanted: wanted, end: end) == 0 {
      drop(before: start)
      try load()
    }
    return available(position, wanted: wanted, end: sourceEnd.map(table.length) ?? .max)
  }

  /// How many frames the window suffices for.
  private func available(_ position: Int, wanted: Int, end: Int) -> Int {
    let last = first + filled - table.half - 1
    let limit = min(position + wanted, end)
    guard position < limit, table.place(of: position).frame <= last else { return 0 }
    if table.place(of: limit - 1).frame <= last { return limit - position }
    return max(1, table.firstFrame(after: last) - position)
  }

  /// Drops what is no longer needed.
  private func drop(before start: Int) {
    let dropped = min(max(0, start - first), filled)
    for channel in window.channels { channel.update(from: channel + dropped, count: filled - dropped) }
    first += dropped
    filled -= dropped
  }

  /// Reads on; beyond its end, a source is silent.
  private func load() throws {
    let room = window.frames - filled
    var frames = 0
    if sourceEnd == nil {
      frames = try source.read(into: window.channels.from(filled), count: room)
      if frames < room { sourceEnd = first + filled + frames }
    }
    window.channels.silence(from: filled + frames, count: room - frames)
    filled += room
  }

  /// Moves to a frame.
  ///
  /// - Throws: what the source throws.
  public func seek(to frame: Int) throws {
    let target = max(0, frame)
    // A window that begins before the source begins with silence.
    let start = table.place(of: target).frame - table.half + 1
    try source.seek(to: max(0, start))
    window.channels.silence(from: 0, count: window.frames)
    (position, first, filled, sourceEnd) = (target, start, max(0, -start), nil)
    // A read that begins beyond the end doesn't notice it.
    if let length = source.length, start >= length { sourceEnd = length }
  }
}

extension AudioSource {
  /// The source in a given format: unchanged if it has it, or else with other channels or at another rate.
  ///
  /// - Throws: ``SourceError`` if channels can't be converted.
  public func converted(to other: AudioFormat) throws(SourceError) -> any AudioSource {
    var source: any AudioSource = self
    // The fewer channels are resampled, the better.
    if source.channelCount > other.channelCount {
      source = try RemixedSource(source, channelCount: other.channelCount)
    }
    if source.format.sampleRate != other.sampleRate {
      source = try ResampledSource(source, sampleRate: other.sampleRate)
    }
    if source.channelCount != other.channelCount {
      source = try RemixedSource(source, channelCount: other.channelCount)
    }
    return source
  }
}
