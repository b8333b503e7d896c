public import AudioFiles
internal import RenderChain

/// A source at another sample rate, whose length is rounded to the nearest frame.
///
/// Each frame is a sum of frames of the source, weighted with a windowed sinc function (`SincTable`) and added in a
/// fixed order, so that all machines give the same bits. Frequencies up to 0.907 of half of the lower rate (20 kHz at
/// 44.1 kHz) are unchanged; aliases are below -110 dB. There is no delay.
public final class ResampledSource: AudioSource {
  // SAFETY: The window has room for `frames` frames of each channel, of which the first `filled` are valid; a sum reads
  // `taps` of them, which `fill` has provided by then. Tables have `taps` values for each phase.

  /// The source's format, at another rate.
  public let format: AudioFormat
  /// Whether the source can seek.
  public var canSeek: Bool { source.canSeek }
  private let source: any AudioSource
  private let table: SincTable
  /// The next frame to return.
  private var position = 0
  private let window: ScratchChannels
  /// The frame of the source at the start of the window.
  private var first: Int
  /// The number of frames that the window holds.
  private var filled: Int
  /// The frame at which the source ended; nil before that.
  private var sourceEnd: Int?

  /// Creates a source at another rate.
  ///
  /// - Parameters:
  ///   - source: the source to resample.
  ///   - sampleRate: in hertz; a multiple of 0.001.
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

  /// The number of frames from a position on that the window suffices for.
  private func available(_ position: Int, wanted: Int, end: Int) -> Int {
    let last = first + filled - table.half - 1
    let limit = min(position + wanted, end)
    guard position < limit, table.place(of: position).frame <= last else { return 0 }
    if table.place(of: limit - 1).frame <= last { return limit - position }
    return max(1, table.firstFrame(after: last) - position)
  }

  /// Drops the samples before a frame of the source, which are no longer needed.
  private func drop(before start: Int) {
    let dropped = min(max(0, start - first), filled)
    for channel in window.channels { channel.update(from: channel + dropped, count: filled - dropped) }
    first += dropped
    filled -= dropped
  }

  /// Fills the window with the source's next frames, and with silence after its end.
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
    // A window that starts before the source's first frame begins with silence.
    let start = table.place(of: target).frame - table.half + 1
    try source.seek(to: max(0, start))
    window.channels.silence(from: 0, count: window.frames)
    (position, first, filled, sourceEnd) = (target, start, max(0, -start), nil)
    // A read that starts beyond the end can't find out where the end is.
    if let length = source.length, start >= length { sourceEnd = length }
  }
}

extension AudioSource {
  /// Returns the source in a given format: unchanged if it has that format, or else remixed, resampled or both.
  ///
  /// - Throws: ``SourceError`` if its channels or its rate can't be converted.
  public func converted(to other: AudioFormat) throws(SourceError) -> any AudioSource {
    var source: any AudioSource = self
    // Resampling fewer channels costs less.
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
