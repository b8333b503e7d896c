/// The memory of a live chain's ends.
struct RealtimeBus {
  // SAFETY: All of it is in the pool of the graph: `inputs` has as many channels as the chain hears, with a block of samples, and
  // `bytes` has `byteCount`.

  /// The chain's input.
  let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// What the device sends.
  let midi: RealtimeAtomPort
  /// What goes on where one stream of MIDI takes the place of another.
  let changedMIDI: RealtimeAtomPort
  /// The bytes of what goes to the device in a cycle.
  let bytes: UnsafeMutablePointer<UInt8>
  let byteCount: Int
}
