// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioSources
internal import AudioTracks
package import CAucat
internal import RenderChain
internal import Synchronization

// SAFETY: `required`, `optional` and `object` check what these functions get from C for NULL, copy text, and retain
// objects.

/// `aucat_track`
final class TrackObject: Sendable {
  let track: AudioTrack

  init(_ track: AudioTrack) { self.track = track }
}

extension CoordinatorObject {
  /// Adds a track with a chain, and reports plugins that fail.
  fileprivate func addTrack(_ name: String, priority: Int, through chain: Rendering) throws -> AudioTrack {
    // Nothing is read before the caller has the track.
    let number = NumberBox()
    let track = try chain.track(name, priority: priority, of: coordinator) { [weak events, weak coordinator] failure in
      let place = number.value.load(ordering: .relaxed)
      events?.add(EventObject(failure, of: name, number: place, frame: coordinator?.frame ?? 0))
    }
    number.value.store(track.number, ordering: .relaxed)
    return track
  }
}

/// A number that is set later.
private final class NumberBox: Sendable {
  let value = Atomic(0)
}

@c @implementation
package func aucat_track_new(
  _ coordinator: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ priority: Int32, _ catalog: OpaquePointer?,
  _ chain: OpaquePointer?, _ options: UnsafePointer<aucat_render_options>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    let owner = try required(coordinator, "coordinator", as: CoordinatorObject.self)
    let name = try required(name, "name")
    guard chain != nil else {
      return handle(TrackObject(try owner.coordinator.addTrack(name, priority: Int(priority))))
    }
    let rendering = try Rendering(chain, in: catalog, options: options, telling: nil, context: nil)
    return handle(TrackObject(try owner.addTrack(name, priority: Int(priority), through: rendering)))
  }
}

@c @implementation
package func aucat_track_enqueue(
  _ queue: OpaquePointer?, _ sound: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ frame: Int64,
  _ number: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let track = try required(queue, "track", as: TrackObject.self).track
    // SAFETY: The header leaves the source to the track from here on.
    nonisolated(unsafe) let source = try required(sound, "source", as: SourceObject.self).source
    let name = try optional(name, "name") ?? ""
    let item = try track.enqueue(source, named: name, at: frame < 0 ? nil : Int(frame))
    number?.pointee = UInt64(item.number)
  }
}

private func track(_ pointer: OpaquePointer?) -> AudioTrack? { object(pointer, TrackObject.self)?.track }

@c @implementation
package func aucat_track_cancel(_ queue: OpaquePointer?, _ sound: UInt64) -> Bool {
  guard let track = track(queue), let item = track.items.first(where: { UInt64($0.number) == sound }) else {
    return false
  }
  return track.cancel(item)
}

@c @implementation
package func aucat_track_cancel_all(_ queue: OpaquePointer?) { track(queue)?.cancelAll() }

@c @implementation
package func aucat_track_suspend(_ queue: OpaquePointer?) { track(queue)?.suspend() }

@c @implementation
package func aucat_track_resume(_ queue: OpaquePointer?) { track(queue)?.resume() }

@c @implementation
package func aucat_track_yield(_ queue: OpaquePointer?) { track(queue)?.yield() }

@c @implementation
package func aucat_track_claim(_ queue: OpaquePointer?) { track(queue)?.claim() }

@c @implementation
package func aucat_track_set_priority(_ queue: OpaquePointer?, _ priority: Int32) {
  track(queue)?.priority = Int(priority)
}

@c @implementation
package func aucat_track_set_keeps_ducking(_ queue: OpaquePointer?, _ keepsDucking: Bool) {
  track(queue)?.keepsDucking = keepsDucking
}

@c @implementation
package func aucat_track_set_gain(
  _ queue: OpaquePointer?, _ decibels: Double, _ balance: Double, _ seconds: Double,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    try required(queue, "track", as: TrackObject.self).track.setGain(decibels, balance: balance, over: seconds)
  }
}

@c @implementation
package func aucat_track_number(_ queue: OpaquePointer?) -> UInt64 { UInt64(track(queue)?.number ?? 0) }

@c @implementation
package func aucat_track_priority(_ queue: OpaquePointer?) -> Int32 { Int32(track(queue)?.priority ?? 0) }

@c @implementation
package func aucat_track_is_live(_ queue: OpaquePointer?) -> Bool { track(queue)?.isLive ?? false }

@c @implementation
package func aucat_track_is_suspended(_ queue: OpaquePointer?) -> Bool { track(queue)?.isSuspended ?? false }

@c @implementation
package func aucat_track_has_yielded(_ queue: OpaquePointer?) -> Bool { track(queue)?.hasYielded ?? false }

@c @implementation
package func aucat_track_keeps_ducking(_ queue: OpaquePointer?) -> Bool { track(queue)?.keepsDucking ?? false }

@c @implementation
package func aucat_track_position(_ queue: OpaquePointer?) -> UInt64 { UInt64(track(queue)?.position ?? 0) }

@c @implementation
package func aucat_track_missing(_ queue: OpaquePointer?) -> UInt64 { UInt64(track(queue)?.missingFrames ?? 0) }

@c @implementation
package func aucat_track_remove(_ queue: OpaquePointer?) { track(queue)?.remove() }

@c @implementation
package func aucat_track_free(_ queue: OpaquePointer?) { release(queue, TrackObject.self) }
