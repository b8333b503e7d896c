// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioFiles
internal import AudioSources
internal import AudioTracks
package import CAucat
internal import Synchronization

// SAFETY: `required`, `optional` and `object` check what these functions get from C for NULL, copy text, and retain
// objects. Channels that a caller passes have room for as many frames as it says, during the call; their pointers are
// checked.

/// `aucat_coordinator`
final class CoordinatorObject: Sendable {
  let coordinator: AudioCoordinator
  let events: EventQueue
  /// The player; nil unless the coordinator plays on a device. A render by the host holds the lock.
  private let player = Mutex<TrackPlayer?>(nil)

  init(format: AudioFormat, policy: TrackPolicy) throws(CallFailure) {
    let events = try EventQueue()
    self.events = events
    // Tracks keep their coordinator, and nobody takes events any more once this object is gone.
    coordinator = AudioCoordinator(format: format, policy: policy) { [weak events] event in
      events?.add(EventObject(event))
    }
  }

  deinit { stop() }

  func start(_ device: TrackPlayer.Device) throws(CallFailure) {
    try player.withLock { (player) throws(CallFailure) in
      guard player == nil else { throw Self.playing }
      let made = TrackPlayer(coordinator, on: device) { [weak events, coordinator] notice in
        events?.add(EventObject(notice, frame: coordinator.frame))
      }
      do { try made.start() } catch { throw CallFailure(AUCAT_ERROR_DEVICE, "\(error)") }
      player = made
    }
  }

  func stop() {
    player.withLock { player in
      player?.stop()
      player = nil
    }
  }

  func render(_ channels: UnsafePointer<UnsafeMutablePointer<Float>?>?, frames: Int) throws(CallFailure) {
    guard frames >= 0 else { throw .argument("frames is out of range") }
    guard let channels else { throw .argument("channels is NULL") }
    let targets = UnsafeBufferPointer(start: channels, count: coordinator.format.channelCount).compactMap(\.self)
    guard targets.count == coordinator.format.channelCount else { throw .argument("a channel is NULL") }
    nonisolated(unsafe) let places = targets
    try player.withLock { (player) throws(CallFailure) in
      guard player == nil else { throw Self.playing }
      coordinator.render(into: places, count: frames)
    }
  }

  private static var playing: CallFailure {
    .argument("the coordinator plays on a device; call aucat_coordinator_stop first")
  }
}

/// Reads a policy from C.
private func policy(_ policy: UnsafePointer<aucat_policy>) throws -> TrackPolicy {
  guard policy.pointee.size >= MemoryLayout<aucat_policy>.size else {
    throw CallFailure.argument("policy is not initialized; begin with aucat_policy_of()")
  }
  let values = policy.pointee
  switch values.kind {
  case AUCAT_POLICY_PAUSE: return .pause
  case AUCAT_POLICY_MIX: return .mix
  case AUCAT_POLICY_DUCK:
    return .duck(
      try Ducking(
        depth: values.depth, attack: values.attack, release: values.release, hold: values.hold,
        lookAhead: values.look_ahead < 0 ? nil : values.look_ahead))
  default: throw CallFailure.argument("there is no kind of policy \(values.kind.rawValue)")
  }
}

/// The device with this name.
private func device(
  _ name: UnsafePointer<CChar>?, client: UnsafePointer<CChar>? = nil, ports: [String] = []
) throws(CallFailure) -> TrackPlayer.Device {
  switch try required(name, "device") {
  case "jack": return .jack(client: try optional(client, "client") ?? "aucat", ports: ports)
  case "null": return .null
  case let name: throw .argument("there is no device `\(name)`; use jack or null")
  }
}

@c @implementation
package func aucat_coordinator_new(
  _ rate: Double, _ channels: Int, _ usual: UnsafePointer<aucat_policy>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    handle(
      try CoordinatorObject(format: format(rate, channels), policy: usual.map { try policy($0) } ?? .pause))
  }
}

@c @implementation
package func aucat_coordinator_set_policy(
  _ coordinator: OpaquePointer?, _ upper: OpaquePointer?, _ lower: OpaquePointer?, _ pair: UnsafePointer<aucat_policy>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let owner = try required(coordinator, "coordinator", as: CoordinatorObject.self).coordinator
    let upper = try required(upper, "upper", as: TrackObject.self).track
    let lower = try required(lower, "lower", as: TrackObject.self).track
    guard upper.isOf(owner), lower.isOf(owner) else {
      throw CallFailure.argument("a track belongs to another coordinator")
    }
    owner.setPolicy(try pair.map { try policy($0) }, of: upper, over: lower)
  }
}

@c @implementation
package func aucat_coordinator_render(
  _ coordinator: OpaquePointer?, _ channels: UnsafePointer<UnsafeMutablePointer<Float>?>?, _ frames: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    try required(coordinator, "coordinator", as: CoordinatorObject.self).render(channels, frames: frames)
  }
}

@c @implementation
package func aucat_coordinator_start(
  _ coordinator: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ client: UnsafePointer<CChar>?,
  _ ports: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let owner = try required(coordinator, "coordinator", as: CoordinatorObject.self)
    try owner.start(device(name, client: client, ports: texts(ports, count: count, "ports")))
  }
}

@c @implementation
package func aucat_coordinator_stop(_ coordinator: OpaquePointer?) {
  object(coordinator, CoordinatorObject.self)?.stop()
}

@c @implementation
package func aucat_device_rate(
  _ name: UnsafePointer<CChar>?, _ rate: UnsafeMutablePointer<Double>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let device = try device(name)
    let found: Double
    do { found = try TrackPlayer.sampleRate(of: device) } catch { throw CallFailure(AUCAT_ERROR_DEVICE, "\(error)") }
    rate?.pointee = found
  }
}

@c @implementation
package func aucat_coordinator_suspend(_ coordinator: OpaquePointer?) {
  object(coordinator, CoordinatorObject.self)?.coordinator.suspend()
}

@c @implementation
package func aucat_coordinator_resume(_ coordinator: OpaquePointer?) {
  object(coordinator, CoordinatorObject.self)?.coordinator.resume()
}

@c @implementation
package func aucat_coordinator_will_leave(_ coordinator: OpaquePointer?) {
  object(coordinator, CoordinatorObject.self)?.coordinator.willLeave()
}

@c @implementation
package func aucat_coordinator_did_return(_ coordinator: OpaquePointer?) {
  object(coordinator, CoordinatorObject.self)?.coordinator.didReturn()
}

@c @implementation
package func aucat_coordinator_frame(_ coordinator: OpaquePointer?) -> UInt64 {
  UInt64(object(coordinator, CoordinatorObject.self)?.coordinator.frame ?? 0)
}

@c @implementation
package func aucat_coordinator_is_idle(_ coordinator: OpaquePointer?) -> Bool {
  object(coordinator, CoordinatorObject.self)?.coordinator.isIdle ?? false
}

@c @implementation
package func aucat_coordinator_descriptor(_ coordinator: OpaquePointer?) -> Int32 {
  object(coordinator, CoordinatorObject.self)?.events.descriptor ?? -1
}

@c @implementation
package func aucat_coordinator_next(_ coordinator: OpaquePointer?) -> OpaquePointer? {
  (object(coordinator, CoordinatorObject.self)?.events.next()).map { handle($0) }
}

@c @implementation
package func aucat_coordinator_free(_ coordinator: OpaquePointer?) {
  // A source that is being read may hold a reference.
  object(coordinator, CoordinatorObject.self)?.stop()
  release(coordinator, CoordinatorObject.self)
}
