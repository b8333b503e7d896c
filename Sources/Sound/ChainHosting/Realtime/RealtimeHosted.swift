internal import CLV2Host
internal import Synchronization

/// A component that this process runs for its parent, as the render thread needs it.
struct RealtimeHosted {
  // SAFETY: Each pointer leads to as many elements as its count says, in the component's pool or in the shared memory;
  // both outlive the component. Only the render thread uses it while the parent asks for blocks.

  /// Its slot in the process.
  let number: Int
  let exchange: UnsafeMutablePointer<AucatExchange>
  /// The status that the parent may watch.
  let status: UnsafeMutablePointer<RealtimeStatus>
  let ports: UnsafeMutablePointer<AucatRemotePort>
  let portCount: UInt32
  let instances: UnsafeMutablePointer<Instance>
  let instanceCount: Int
  /// The memory of all its channels.
  let sounds: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let soundCount: Int
  let blockLength: UInt32
  let keepsDenormals: Bool
  let urids: RealtimeURIDs
  let progress: UnsafeMutablePointer<Progress>

  struct Instance {
    // SAFETY: The descriptor is in a library that is never unloaded; the rest is as in `RealtimeHosted`.
    let descriptor: UnsafePointer<LV2_Descriptor>
    let handle: LV2_Handle
    let worker: UnsafeMutablePointer<RealtimeWorker>?
    let outputs: UnsafeMutablePointer<RealtimeAtomPort>
    let outputCount: Int
  }

  struct Progress {
    var isFreewheeling = false
    var follower = AucatFollower()
  }
}

extension RealtimeHosted {
  // SAFETY: Only the render thread runs this code. What the parent writes is bounded before use.

  /// The longest wait for the workers in the first block without a deadline, in nanoseconds.
  private static var longestWait: Int64 { 5_000_000_000 }

  /// Whether the parent has requested a block.
  @_noLocks func isAsked() -> Bool { aucatIsAsked(exchange) }

  @_noLocks func serve() {
    let asked = exchange.pointee.frames
    let frames = asked < blockLength ? asked : blockLength
    aucatTakeBlock(ports, portCount, frames, urids.sequence)
    freewheel(exchange.pointee.isFreewheeling != 0)
    var faults: UInt32 = 0
    if !aucatFollow(exchange, &progress.pointee.follower) { exchange.pointee.refusals &+= 1 }
    _ = aucatFlushDenormals()
    status.pointee.stage.publish(UInt32(truncatingIfNeeded: number &+ 1))
    status.pointee.heartbeat.advance()
    for place in 0..<instanceCount {
      let instance = instances + place
      for output in 0..<instance.pointee.outputCount { instance.pointee.outputs[output].clearOutput(urids) }
      if keepsDenormals { aucatKeepDenormals() }
      aucatRun(instance.pointee.descriptor, instance.pointee.handle, frames)
      // The plugin may have changed the thread's floating-point mode.
      if !aucatIsFlushing(aucatFlushDenormals()), !keepsDenormals { faults |= UInt32(aucatChangedMode.rawValue) }
      if let worker = instance.pointee.worker { RealtimeWorker.deliver(worker) }
    }
    status.pointee.stage.publish(0)
    for place in 0..<soundCount where !GuardPattern.mend(before: sounds[place]) {
      faults |= UInt32(aucatWroteOutside.rawValue)
    }
    exchange.pointee.faults |= faults
    aucatGiveBlock(exchange, ports, portCount, frames, urids.sequence)
  }

  @_noLocks private func freewheel(_ isFreewheeling: Bool) {
    guard isFreewheeling || progress.pointee.isFreewheeling else { return }
    let deadline = progress.pointee.isFreewheeling ? 0 : aucatNow() + Self.longestWait
    progress.pointee.isFreewheeling = isFreewheeling
    for place in 0..<instanceCount {
      guard let worker = instances[place].worker else { continue }
      if isFreewheeling {
        RealtimeWorker.beginFreewheeling(worker, until: deadline)
      } else {
        RealtimeWorker.endFreewheeling(worker)
      }
    }
  }
}

/// The components that this process runs for its parent.
struct RealtimeBoard: ~Copyable {
  // SAFETY: A component stays for as long as its address is here or the parent requests its blocks.

  /// The number of slots that have been used.
  let count = Atomic<UInt32>(0)
  /// By slot: the address of a ``RealtimeHosted``, 0 for none.
  let stages: UnsafeMutablePointer<Atomic<UInt>>
  /// Grows with each block that the parent requests.
  let bell: UnsafeMutablePointer<UInt32>

  /// Renders the blocks that the parent requests, as long as the process lives.
  @_noLocks borrowing func serve() -> Never {
    while true {
      let value = aucatLoad(bell)
      var hasServed = false
      for slot in 0..<Int(count.load(ordering: .acquiring)) {
        let address = stages[slot].load(ordering: .acquiring)
        guard let stage = UnsafeMutablePointer<RealtimeHosted>(bitPattern: address), stage.pointee.isAsked() else {
          continue
        }
        stage.pointee.serve()
        hasServed = true
      }
      if !hasServed { aucatAwait(bell, value, 0) }
    }
  }
}
