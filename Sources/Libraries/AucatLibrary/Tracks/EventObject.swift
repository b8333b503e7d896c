// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioTracks
package import CAucat

/// `aucat_event`
final class EventObject: Sendable {
  // SAFETY: The texts are made by `init`, never changed, and freed by `deinit`.

  let kind: aucat_event_kind
  let frame: Int
  let track: Int
  let sound: Int
  let position: Int
  let upper: Int
  let decibels: Double
  let seconds: Double
  let trackName: CText?
  let name: CText?
  let message: CText?
  let error: ErrorObject?

  /// An event of a track.
  init(_ event: TrackEvent) {
    let facts = Facts(event.kind)
    (kind, frame, track) = (facts.kind, event.frame, event.track.number)
    (sound, position, upper) = (facts.item?.number ?? 0, facts.position, facts.upper)
    (decibels, seconds) = (facts.decibels, facts.seconds)
    (trackName, name) = (CText(event.track.name), facts.item.map { CText($0.name) })
    (message, error) = (nil, facts.failure.map { ErrorObject(CallFailure($0)) })
  }

  /// The failure of a plugin in a track's chain.
  init(_ failure: any Error, of name: String, number: Int, frame: Int) {
    (kind, self.frame, track, sound, position, upper) = (AUCAT_EVENT_PLUGIN, frame, number, 0, 0, 0)
    (decibels, seconds, trackName, self.name) = (0, 0, CText(name), nil)
    (message, error) = (nil, ErrorObject(CallFailure(failure)))
  }

  /// An event of the device.
  init(_ notice: TrackPlayer.Notice, frame: Int) {
    let text: String?
    switch notice {
    case .lateBlocks(let count):
      (kind, text) = (AUCAT_EVENT_LATE, count == 1 ? "1 block came too late" : "\(count) blocks came too late")
    case .lost(let reason): (kind, text) = (AUCAT_EVENT_LOST, reason)
    case .back: (kind, text) = (AUCAT_EVENT_BACK, nil)
    case .sampleRate(let rate): (kind, text) = (AUCAT_EVENT_RATE, "the device plays at \(Int(rate)) Hz")
    case .message(let words): (kind, text) = (AUCAT_EVENT_MESSAGE, words)
    }
    (self.frame, track, sound, position, upper, decibels, seconds) = (frame, 0, 0, 0, 0, 0, 0)
    (trackName, name, message, error) = (nil, nil, text.map(CText.init), nil)
  }

  deinit { for text in [trackName, name, message] { text?.free() } }
}

/// The values of an event's kind.
private struct Facts {
  var kind: aucat_event_kind
  var item: TrackItem?
  var position = 0
  var upper = 0
  var decibels = 0.0
  var seconds = 0.0
  var failure: (any Error)?

  init(_ event: TrackEvent.Kind) {
    switch event {
    case .began(let item): (kind, self.item) = (AUCAT_EVENT_BEGAN, item)
    case .ended(let item, .finished): (kind, self.item) = (AUCAT_EVENT_FINISHED, item)
    case .ended(let item, .cancelled): (kind, self.item) = (AUCAT_EVENT_CANCELLED, item)
    case .ended(let item, .failed(let error)): (kind, self.item, failure) = (AUCAT_EVENT_FAILED, item, error)
    case .suspended(let frame): (kind, position) = (AUCAT_EVENT_SUSPENDED, frame)
    case .resumed(let frame): (kind, position) = (AUCAT_EVENT_RESUMED, frame)
    case .paused(let track, let frame): (kind, position, upper) = (AUCAT_EVENT_PAUSED, frame, track.number)
    case .continued(let frame): (kind, position) = (AUCAT_EVENT_CONTINUED, frame)
    case .ducked(let decibels, let seconds):
      (kind, self.decibels, self.seconds) = (AUCAT_EVENT_DUCKED, decibels, seconds)
    }
  }
}

// SAFETY: The texts and the error that these functions give away live as long as the event, which the caller frees.

@c @implementation
package func aucat_event_get_kind(_ event: OpaquePointer?) -> aucat_event_kind {
  object(event, EventObject.self)?.kind ?? AUCAT_EVENT_NONE
}

@c @implementation
package func aucat_event_frame(_ event: OpaquePointer?) -> UInt64 {
  UInt64(object(event, EventObject.self)?.frame ?? 0)
}

@c @implementation
package func aucat_event_track(_ event: OpaquePointer?) -> UInt64 {
  UInt64(object(event, EventObject.self)?.track ?? 0)
}

@c @implementation
package func aucat_event_track_name(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
  (object(event, EventObject.self)?.trackName).map { UnsafePointer($0.pointer) }
}

@c @implementation
package func aucat_event_sound(_ event: OpaquePointer?) -> UInt64 {
  UInt64(object(event, EventObject.self)?.sound ?? 0)
}

@c @implementation
package func aucat_event_name(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
  (object(event, EventObject.self)?.name).map { UnsafePointer($0.pointer) }
}

@c @implementation
package func aucat_event_position(_ event: OpaquePointer?) -> UInt64 {
  UInt64(object(event, EventObject.self)?.position ?? 0)
}

@c @implementation
package func aucat_event_upper(_ event: OpaquePointer?) -> UInt64 {
  UInt64(object(event, EventObject.self)?.upper ?? 0)
}

@c @implementation
package func aucat_event_decibels(_ event: OpaquePointer?) -> Double { object(event, EventObject.self)?.decibels ?? 0 }

@c @implementation
package func aucat_event_seconds(_ event: OpaquePointer?) -> Double { object(event, EventObject.self)?.seconds ?? 0 }

@c @implementation
package func aucat_event_message(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
  (object(event, EventObject.self)?.message).map { UnsafePointer($0.pointer) }
}

@c @implementation
package func aucat_event_error(_ event: OpaquePointer?) -> OpaquePointer? {
  (object(event, EventObject.self)?.error).map(borrowedHandle)
}

@c @implementation
package func aucat_event_free(_ event: OpaquePointer?) { release(event, EventObject.self) }
