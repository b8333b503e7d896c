public import AudioFiles
internal import RenderChain
internal import Synchronization

/// A stream of equally long loops, which are chosen while it plays: a function says which loop comes next.
///
/// The function is called at each multiple of a phrase, such as a beat or a bar. The loop that it chooses begins
/// exactly there, at the position that all loops have reached, while the previous one fades out. Another thread may
/// call ``finish()``.
public final class DynamicSource: AudioSource {
  // SAFETY: The scratch has `fadeLength` frames for each channel, and no more are read at a time; channels have room
  // for `count` frames. `isFinishing` is atomic; everything else belongs to the one thread that reads.

  /// The format of all loops.
  public let format: AudioFormat
  /// Nil, because the host decides when the stream ends.
  public var length: Int? { nil }

  /// Returns the number of the next loop, from 0, or nil for silence. The frame that it gets counts from the beginning
  /// of the first loop, and is a multiple of the phrase.
  ///
  /// - Throws: an error that ends the stream; the read throws it.
  public typealias Selector = (_ frame: Int) throws -> Int?

  private let loops: [any AudioSource]
  private let loopLength: Int
  private let phrase: Int
  private let fadeLength: Int
  private let intro: (any AudioSource)?
  private let outro: (any AudioSource)?
  private let selector: Selector
  private let isFinishing = Atomic(false)
  private let scratch: ScratchChannels

  private enum Part {
    case intro, loops, outro, end
  }
  private var part: Part
  /// The number of frames since the beginning of the first loop, or of the outro.
  private var position = 0
  private var current: Int?
  /// The loop that fades out, and the frames of the fade so far.
  private var leaving: (loop: Int?, done: Int)?

  /// Creates a stream of loops.
  ///
  /// - Parameters:
  ///   - loops: sources of one format and length, which can seek.
  ///   - phrase: the number of frames between two calls of the function; at least 1.
  ///   - fadeLength: the number of frames that a cross-fade takes; no more than a phrase.
  ///   - intro: what is played before the first loop.
  ///   - outro: what is played after the phrase in which ``finish()`` is called.
  ///   - selector: chooses the next loop; called by the thread that reads.
  /// - Throws: ``SourceError`` if the sources can't be combined, or the phrase is too short.
  public init(
    _ loops: [any AudioSource], phrase: Int, fadeLength: Int = 480, intro: (any AudioSource)? = nil,
    outro: (any AudioSource)? = nil, selector: @escaping Selector
  ) throws(SourceError) {
    format = try (loops + [intro, outro].compactMap(\.self)).commonFormat()
    guard loops.allSatisfy(\.canSeek) else { throw .cannotSeek }
    let lengths = loops.map { $0.length ?? 0 }
    guard let first = lengths.first, first > 0, lengths.allSatisfy({ $0 == first }) else { throw .loopLengths(lengths) }
    guard phrase >= 1 else { throw .range("a phrase has at least 1 frame, not \(phrase)") }
    self.loops = loops
    loopLength = first
    self.phrase = phrase
    self.fadeLength = max(0, min(fadeLength, phrase))
    (self.intro, self.outro, self.selector) = (intro, outro, selector)
    part = intro == nil ? .loops : .intro
    scratch = ScratchChannels(format.channelCount, frames: max(1, self.fadeLength))
  }

  /// Ends the stream after the current phrase and the outro. May be called from any thread.
  public func finish() { isFinishing.store(true, ordering: .relaxed) }

  /// The number of the loop that plays; nil for silence.
  public var loop: Int? { part == .loops ? current : nil }

  /// Reads the next frames.
  ///
  /// - Throws: what the sources and the selector throw.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    var done = 0
    while done < count, part != .end {
      let targets = channels.from(done)
      switch part {
      case .intro:
        let frames = try intro?.read(into: targets, count: count - done) ?? 0
        if frames < count - done { part = .loops }
        done += frames
      case .loops: done += try readLoops(targets, count - done)
      case .outro: done += try readOutro(targets, count - done)
      case .end: break
      }
    }
    return done
  }

  private func readLoops(_ channels: [UnsafeMutablePointer<Float>], _ count: Int) throws -> Int {
    if position % phrase == 0 {
      if isFinishing.load(ordering: .relaxed) {
        leaving = (current, 0)
        leavingPosition = position
        (part, position) = (.outro, 0)
        return 0
      }
      try choose(try selector(position).flatMap { loops.indices.contains($0) ? $0 : nil })
    }
    let frames = min(count, phrase - position % phrase)
    try read(current, at: position, into: channels, frames)
    try fade(channels, frames, at: position)
    position += frames
    return frames
  }

  private var leavingPosition = 0

  private func choose(_ loop: Int?) throws {
    guard loop != current else { return }
    // The very beginning of the stream isn't faded.
    if position > 0, fadeLength > 0 { (leaving, leavingPosition) = ((current, 0), position) }
    current = loop
    if let loop { try loops[loop].seek(to: position % loopLength) }
  }

  /// Reads a loop repeatedly, or silence.
  private func read(_ loop: Int?, at position: Int, into channels: [UnsafeMutablePointer<Float>], _ count: Int) throws {
    guard let loop else { return channels.silence(from: 0, count: count) }
    var done = 0
    while done < count {
      let left = loopLength - (position + done) % loopLength
      let wanted = min(count - done, left)
      let frames = try loops[loop].read(into: channels.from(done), count: wanted)
      channels.silence(from: done + frames, count: wanted - frames)
      done += wanted
      if wanted == left { try loops[loop].seek(to: 0) }
    }
  }

  /// Mixes in the rest of the loop that fades out, from `leavingPosition`.
  private func fade(_ channels: [UnsafeMutablePointer<Float>], _ count: Int, at position: Int) throws {
    guard let (loop, before) = leaving else { return }
    let frames = min(count, fadeLength - before)
    if let loop, before == 0 { try loops[loop].seek(to: leavingPosition % loopLength) }
    try read(loop, at: leavingPosition + before, into: scratch.channels, frames)
    for frame in 0..<frames {
      let gain = Float(smoothGain(Double(before + frame) / Double(fadeLength)))
      for (target, old) in zip(channels, scratch.channels) {
        target[frame] = target[frame] * gain + old[frame] * (1 - gain)
      }
    }
    leaving = before + frames < fadeLength ? (loop, before + frames) : nil
  }

  private func readOutro(_ channels: [UnsafeMutablePointer<Float>], _ count: Int) throws -> Int {
    var frames = try outro?.read(into: channels, count: count) ?? 0
    let isOver = frames < count
    if let leaving {
      // The fade may be longer than the outro.
      let needed = min(count, fadeLength - leaving.done)
      channels.silence(from: frames, count: max(0, needed - frames))
      frames = max(frames, needed)
      try fade(channels, needed, at: position)
    }
    position += frames
    if isOver, leaving == nil { part = .end }
    return frames
  }
}
