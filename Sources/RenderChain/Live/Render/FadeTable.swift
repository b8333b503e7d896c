/// The gains of a fade from silence: a raised cosine.
struct FadeTable {
  // SAFETY: `length` gains, in the pool of the chain that uses them.

  let gains: UnsafeMutablePointer<Float>
  /// In frames.
  let length: Int

  /// The gain at a frame of the fade: 0 at its start, 1 from its end on.
  @_noLocks func gain(_ frame: Int) -> Float { frame < length ? gains[frame] : 1 }
}
