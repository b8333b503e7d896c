package import ComponentModel

/// What a control input follows of its host, until it is set: the input's `lv2:designation` names it.
///
/// `lv2:enabled` is not among them: a bypass sets it.
package enum HostQuantity: CaseIterable, Sendable {
  /// Beats per minute.
  case tempo
  /// 1 while the transport plays, 0 while it is stopped.
  case speed
  /// Frames from the start.
  case frame
  /// The sample rate in hertz.
  case frameRate
  /// Bars from the start, the first being 0.
  case bar
  /// Beats from the start.
  case beat
  /// Beats from the start of the bar.
  case barBeat
  case beatsPerBar
  /// The note value of a beat, such as 4 for a quarter note.
  case beatUnit
  /// 1 while blocks are rendered as fast as possible, 0 while they have a deadline.
  case freewheeling

  /// The URI of the designation.
  package var designation: String {
    switch self {
    case .tempo: Namespace.time + "beatsPerMinute"
    case .speed: Namespace.time + "speed"
    case .frame: Namespace.time + "frame"
    case .frameRate: Namespace.time + "framesPerSecond"
    case .bar: Namespace.time + "bar"
    case .beat: Namespace.time + "beat"
    case .barBeat: Namespace.time + "barBeat"
    case .beatsPerBar: Namespace.time + "beatsPerBar"
    case .beatUnit: Namespace.time + "beatUnit"
    case .freewheeling: Namespace.lv2 + "freeWheeling"
    }
  }
}

extension ComponentPort {
  /// What the port follows of the host; nil for a port that has its own value.
  package var hostQuantity: HostQuantity? {
    guard isParameter, let designation else { return nil }
    return HostQuantity.allCases.first { $0.designation == designation }
  }

  /// Whether the host decides about the port, so that a preset's value for it says nothing: it follows the host, or is
  /// `lv2:enabled`.
  package var belongsToHost: Bool { hostQuantity != nil || (isParameter && has(.enabled)) }
}
