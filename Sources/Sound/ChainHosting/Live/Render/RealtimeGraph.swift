internal import Synchronization

/// The components that a live chain renders: some that stay, and between them some that replace others.
///
/// Every edit replaces a run of components with another one, which may be empty, and affects no others.
struct RealtimeGraph {
  // SAFETY: Each pointer leads to the pool of the graph, or of a component. Both outlive the graph's use: the control
  // thread keeps them until `GraphMailbox.settled` says that the render thread no longer uses them.

  let serial: UInt32
  let before: RealtimeLane
  /// The components that no longer run once the transition has settled.
  let old: RealtimeLane
  let new: RealtimeLane
  let after: RealtimeLane
  let transition: RealtimeTransition
  let bus: RealtimeBus
}

/// Hands graphs to the render thread, and reports when their edits are over. The control thread sends a graph only when
/// the one before has settled.
struct GraphMailbox: ~Copyable {
  /// The address of the next graph; 0 for none.
  let next = Atomic<UInt>(0)
  /// The number of the last graph whose transition is over: what it replaced is no longer used.
  let settled = Atomic<UInt32>(0)
}

/// The memory at the input and the output of a live chain.
struct RealtimeBus {
  // SAFETY: All of it is in the pool of the graph: `inputs` has as many channels as the chain reads, each with a block
  // of samples, and `bytes` has `byteCount`.

  /// The channels that the chain's first component reads.
  let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// The MIDI that the device sends.
  let midi: RealtimeAtomPort
  /// The MIDI of the block in which one stream replaces another: the ends of the old notes, and the new events.
  let changedMIDI: RealtimeAtomPort
  /// The bytes of a cycle's MIDI for the device.
  let bytes: UnsafeMutablePointer<UInt8>
  let byteCount: Int
}
