/// The memory between the components of a live chain. Two sets of channels, and two sequences, are used in turn, so that no
/// component writes where it reads.
struct RealtimeBus {
  // SAFETY: All of it is in the pool of the chain: each set has as many channels as the widest place of the chain, with a block
  // of samples, and `bytes` has `byteCount`.

  /// The chain's input.
  let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let first: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let second: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// What the device sends.
  let midi: RealtimeAtomPort
  let firstMIDI: RealtimeAtomPort
  let secondMIDI: RealtimeAtomPort
  /// The bytes of what goes to the device in a cycle.
  let bytes: UnsafeMutablePointer<UInt8>
  let byteCount: Int
}
