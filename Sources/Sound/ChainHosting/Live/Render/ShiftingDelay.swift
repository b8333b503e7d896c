internal import CLV2Host

/// A delay line that can be read with any delay.
struct ShiftingDelay {
  // SAFETY: A line has `length` samples for each channel, in the pool of the graph: the longest delay and a block. Only
  // the render thread uses it, with no more channels and no longer blocks than it was made for.

  /// Nil if nothing is ever delayed.
  let line: UnsafeMutablePointer<Float>?
  /// The length of the line, in frames.
  let length: Int
  /// Where the next block is written.
  let position: UnsafeMutablePointer<Int>

  /// Writes a channel's next block. All channels are written before ``advance(_:)``.
  @_noLocks func write(_ samples: UnsafePointer<Float>, channel: Int, frames: Int) {
    guard let line else { return }
    let target = line + channel * length
    let room = length - position.pointee
    let first = frames < room ? frames : room
    aucatCopy(target + position.pointee, samples, UInt32(truncatingIfNeeded: first * 4))
    aucatCopy(target, samples + first, UInt32(truncatingIfNeeded: (frames - first) * 4))
  }

  /// Reads the block that has just been written, delayed.
  @_noLocks func read(_ channel: Int, delay: Int, _ frames: Int, into target: UnsafeMutablePointer<Float>) {
    guard let line else { return }
    let source = line + channel * length
    let start = (position.pointee + length - delay) % length
    let room = length - start
    let first = frames < room ? frames : room
    aucatCopy(target, source + start, UInt32(truncatingIfNeeded: first * 4))
    aucatCopy(target + first, source, UInt32(truncatingIfNeeded: (frames - first) * 4))
  }

  /// Moves on to the next block.
  @_noLocks func advance(_ frames: Int) {
    if line != nil { position.pointee = (position.pointee + frames) % length }
  }
}
