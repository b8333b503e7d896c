internal import Synchronization

/// What a live chain renders: components that stay, and in between some that replace others.
///
/// Every edit replaces a run of components by another one, which may be empty. Those before and after go on as they are.
struct RealtimeGraph {
  // SAFETY: Each pointer leads to the pool of the graph, or of a component. Both outlive the graph's use: the control thread
  // keeps them until `GraphMailbox.settled` says that the render thread has left them.

  let serial: UInt32
  let before: RealtimeLane
  /// Not run any more once the transition has settled.
  let old: RealtimeLane
  let new: RealtimeLane
  let after: RealtimeLane
  let transition: RealtimeTransition
  let bus: RealtimeBus
}

/// How a graph gets to the render thread, and when its edit is over. The control thread sends a graph only when the one before
/// has settled.
struct GraphMailbox: ~Copyable {
  /// The address of the next graph; 0 for none.
  let next = Atomic<UInt>(0)
  /// The number of the last graph whose transition is over: what it replaced isn't used any more.
  let settled = Atomic<UInt32>(0)
}

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
