internal import CLV2Host

/// A sequence that a test puts into each event input of a plugin, whatever it says of itself.
struct PlantedEvents {
  // SAFETY: `bytes` has `size` bytes in the chain's pool, and no more of them is copied than a port has room for.

  var bytes: UnsafeRawPointer?
  /// In bytes; 0 where nothing is planted.
  var size: UInt32 = 0

  /// Puts the sequence into the event inputs of an instance. Real-time safe.
  @_noLocks func plant(in instance: UnsafeMutablePointer<RealtimeInstance>) {
    guard let bytes else { return }
    for index in 0..<instance.pointee.atomInputCount {
      let port = instance.pointee.atomInputs[index]
      let count = size < port.capacity ? size : port.capacity
      aucatZero(port.sequence, port.capacity)
      aucatCopy(port.sequence, bytes, count)
    }
  }
}
