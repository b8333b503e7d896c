internal import Synchronization

/// What other threads see of a component in a live chain, or of the chain's input.
struct LevelWatch: ~Copyable {
  /// Of what is heard, linear; falls slowly.
  let peak = Atomic<Float>(0)
  /// The share of the cycle that it takes, lately.
  let load = Atomic<Float>(0)
  /// How often it has been muted.
  let muted = Atomic<UInt32>(0)
  /// How many of its guards mute it now.
  let muting = Atomic<UInt32>(0)
  /// The peak for which it was muted last: the bits of its magnitude.
  let excess = Atomic<UInt32>(0)
  /// 1 once it has written just before the memory of its audio ports.
  let hasWrittenOutside = Atomic<UInt32>(0)
  /// 1 while the blocks don't have the one length that it requires.
  let isUnsuited = Atomic<UInt32>(0)
}
