internal import CJack
internal import ChainHosting
internal import Synchronization

/// Chooses the chain that a device plays, from the session's thread.
final class LiveRelay {
  // SAFETY: The memory stays as long as this object, which a session keeps until no device makes calls. The device's
  // thread has addresses without counting references: this object holds each chain until that thread no longer uses it.
  // A device's block has the layout of `LiveCycle`, which a test compares.

  private let memory: UnsafeMutablePointer<RealtimeRelay>
  private var played: PlayedChain?
  /// The chain that is fading out.
  private var leaving: PlayedChain?

  /// - Parameter outputCount: the number of the device's outputs.
  init(outputCount: Int) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: RealtimeRelay(outputCount: outputCount))
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// The chain that plays or is about to play.
  var chain: LiveChain? { played?.chain }

  /// The call that a device is to make.
  var call: DeviceCall { DeviceCall(RealtimeRelay.render, context: memory) }

  /// Prepares for a device that is about to start: all channels fade in.
  func begin() {
    memory.pointee.thread.store(0, ordering: .relaxed)
    memory.pointee.begins.store(1, ordering: .releasing)
  }

  /// Whether the device's thread has real-time priority; nil before its first call. Valid only while the device runs.
  var isRealtime: Bool? {
    let thread = memory.pointee.thread.load(ordering: .acquiring)
    return thread == 0 ? nil : aucatIsRealtime(thread) != 0
  }

  /// Switches to another chain or to none. No device may make calls meanwhile.
  func replace(with chain: LiveChain?) {
    let before = [played, leaving].compactMap(\.self)
    (played, leaving) = (chain.map(PlayedChain.init), nil)
    let address = played?.address ?? 0
    memory.pointee.wanted.store(address, ordering: .releasing)
    memory.pointee.playing.store(address, ordering: .releasing)
    memory.pointee.fadeLeft = 0
    for one in before { one.chain.deactivate() }
  }

  /// Fades the chain out and plays another one, while a device makes calls. Call it only once ``isSettled`` is true.
  func follow(with chain: LiveChain) {
    leaving = played
    let next = PlayedChain(chain)
    played = next
    memory.pointee.wanted.store(next.address, ordering: .releasing)
  }

  /// Whether no chain is fading out. One that has faded out is released.
  var isSettled: Bool {
    if let leaving, memory.pointee.playing.load(ordering: .acquiring) == played?.address {
      leaving.chain.deactivate()
      self.leaving = nil
    }
    return leaving == nil
  }

  /// Whether the transport was rolling in the last cycle.
  var rolls: Bool { memory.pointee.rolls.load(ordering: .relaxed) != 0 }
}

/// A chain, with its engine at an address that the device's thread uses without counting references.
final class PlayedChain {
  // SAFETY: the memory stays as long as this object, which `LiveRelay` keeps until the device's thread no longer uses
  // the address.

  let chain: LiveChain
  private let engine: UnsafeMutablePointer<LiveEngine>

  init(_ chain: LiveChain) {
    self.chain = chain
    engine = .allocate(capacity: 1)
    engine.initialize(to: chain.engine)
  }

  deinit { engine.deallocate() }

  var address: UInt { UInt(bitPattern: engine) }
}
