internal import CJack
internal import ChainHosting
internal import Synchronization

/// Which chain a device plays, as the session's thread sees it.
final class LiveRelay {
  // SAFETY: The memory stays as long as this object, which a session keeps until no device makes calls. The device's thread has
  // addresses without counting references: this object holds each chain until that thread has left it. A device's block has the
  // layout of `LiveCycle`, which a test compares.

  private let memory: UnsafeMutablePointer<RealtimeRelay>
  private var played: PlayedChain?
  /// What is fading out.
  private var leaving: PlayedChain?

  /// - Parameter outputCount: of the device.
  init(outputCount: Int) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: RealtimeRelay(outputCount: outputCount))
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// The chain that plays, or is about to.
  var chain: LiveChain? { played?.chain }

  /// What a device is to call.
  var call: DeviceCall { DeviceCall(RealtimeRelay.render, context: memory) }

  /// A device is about to start: all channels begin softly.
  func begin() {
    memory.pointee.thread.store(0, ordering: .relaxed)
    memory.pointee.begins.store(1, ordering: .releasing)
  }

  /// Whether the device's thread has real-time priority; nil before its first call. Only while the device runs.
  var isRealtime: Bool? {
    let thread = memory.pointee.thread.load(ordering: .acquiring)
    return thread == 0 ? nil : aucatIsRealtime(thread) != 0
  }

  /// Changes to another chain, or to none. No device may make calls.
  func replace(with chain: LiveChain?) {
    let before = [played, leaving].compactMap(\.self)
    (played, leaving) = (chain.map(PlayedChain.init), nil)
    let address = played?.address ?? 0
    memory.pointee.wanted.store(address, ordering: .releasing)
    memory.pointee.playing.store(address, ordering: .releasing)
    memory.pointee.fadeLeft = 0
    for one in before { one.chain.deactivate() }
  }

  /// Fades over to another chain while a device makes calls. Only once ``isSettled``.
  func follow(with chain: LiveChain) {
    leaving = played
    let next = PlayedChain(chain)
    played = next
    memory.pointee.wanted.store(next.address, ordering: .releasing)
  }

  /// Whether no chain is fading out. The one that was is let go.
  var isSettled: Bool {
    if let leaving, memory.pointee.playing.load(ordering: .acquiring) == played?.address {
      leaving.chain.deactivate()
      self.leaving = nil
    }
    return leaving == nil
  }

  /// Whether the transport rolled in the last cycle.
  var rolls: Bool { memory.pointee.rolls.load(ordering: .relaxed) != 0 }
}

/// A chain, and its engine at an address that the device's thread may have without counting references.
final class PlayedChain {
  // SAFETY: the memory stays as long as this object, which `LiveRelay` keeps until the device's thread has left the address.

  let chain: LiveChain
  private let engine: UnsafeMutablePointer<LiveEngine>

  init(_ chain: LiveChain) {
    self.chain = chain
    engine = .allocate(capacity: 1)
    engine.initialize(to: chain.engine)
  }

  deinit { engine.deallocate() }

  /// The engine's address.
  var address: UInt { UInt(bitPattern: engine) }
}
