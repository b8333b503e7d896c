internal import RenderChain

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
