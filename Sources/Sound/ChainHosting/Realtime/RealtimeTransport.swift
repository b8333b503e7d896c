internal import ChainModel
internal import Synchronization

/// The transport, as `time:Position` describes it.
struct RealtimeTransport {
  /// Frames from the start.
  var frame: Int64 = 0
  /// Beats from the start, regardless of their tempo.
  var beat: Double = 0
  /// The tempo in beats per minute.
  var beatsPerMinute: Float = 120
  /// Beats per bar, and the note value of a beat.
  var beatsPerBar: Float = 4
  var beatUnit: Int32 = 4
  /// 1 while it plays, 0 while it is stopped.
  var speed: Float = 1
  /// The sample rate in hertz.
  var sampleRate: Double = 48_000
  /// Whether blocks are rendered as fast as possible.
  var isFreewheeling = false
  /// The value of ``TransportRequest/changes`` that was seen last.
  var seen: UInt32 = 0
  /// Whether plugins have yet to be notified.
  var hasChanged = true
}

extension RealtimeTransport {
  /// How far the beat may be from where the tempo predicts it before plugins are notified: a tick of a sequencer.
  private static var tolerance: Double { 1.0 / 480 }

  /// Adopts a device's position. Plugins are notified of a start, a stop, a jump, and a new tempo or meter. Real-time
  /// safe.
  ///
  /// - Parameter tempo: beats per minute if the device has no tempo.
  @_noLocks mutating func follow(_ position: LivePosition, tempo: Float) {
    let speed: Float = position.speed != 0 ? 1 : 0
    let wanted = position.hasBeats ? position.beatsPerMinute : tempo
    let hasTempo = wanted >= 0 && wanted <= 1_000_000
    let hasMeter = Self.isMeter(position)
    let hasJumped = position.frame != frame
    if hasJumped || speed != self.speed { hasChanged = true }
    if hasTempo && wanted != beatsPerMinute {
      beatsPerMinute = wanted
      hasChanged = true
    }
    if hasMeter && (position.beatsPerBar != beatsPerBar || position.beatUnit != beatUnit) {
      beatsPerBar = position.beatsPerBar
      beatUnit = position.beatUnit
      hasChanged = true
    }
    frame = position.frame
    self.speed = speed
    isFreewheeling = position.isFreewheeling
    if position.hasBeats {
      followBeat(Double(position.bar) * Double(beatsPerBar) + position.barBeat)
    } else if hasJumped {
      let wanted = Double(frame) / sampleRate / 60 * Double(beatsPerMinute)
      if Self.isBeat(wanted) { beat = wanted }
    }
  }

  @_noLocks private mutating func followBeat(_ wanted: Double) {
    guard Self.isBeat(wanted) else { return }
    let difference = wanted - beat
    guard hasChanged || difference > Self.tolerance || difference < -Self.tolerance else { return }
    beat = wanted
    hasChanged = true
  }
}

extension RealtimeTransport {
  /// Bars from the start. A beat before the start, too, belongs to the bar that began before it. Real-time safe.
  @_noLocks func bar() -> Int64 {
    let perBar = Double(beatsPerBar)
    let bar = perBar > 0 ? Int64(beat / perBar) : 0
    return Double(bar) * perBar > beat ? bar - 1 : bar
  }

  /// Beats from the start of the bar. Real-time safe.
  @_noLocks func barBeat() -> Float { Float(beat - Double(bar()) * Double(beatsPerBar)) }

  /// What an input that follows the host gets. Real-time safe.
  @_noLocks func value(of quantity: HostQuantity) -> Float {
    switch quantity {
    case .tempo: beatsPerMinute
    case .speed: speed
    case .frame: Float(frame)
    case .frameRate: Float(sampleRate)
    case .bar: Float(bar())
    case .beat: Float(beat)
    case .barBeat: barBeat()
    case .beatsPerBar: beatsPerBar
    case .beatUnit: Float(beatUnit)
    case .freewheeling: isFreewheeling ? 1 : 0
    }
  }
}

extension RealtimeTransport {
  // Invalid values from a device must not crash the process, either when the bar is computed or when a plugin divides.

  @_noLocks private static func isMeter(_ position: LivePosition) -> Bool {
    position.hasBeats && position.beatsPerBar >= 1.0 / 64 && position.beatsPerBar <= 1_024 && position.beatUnit > 0
  }

  @_noLocks private static func isBeat(_ beat: Double) -> Bool { beat > -1e12 && beat < 1e12 }
}

/// The control thread's requests to the transport.
struct TransportRequest: ~Copyable {
  /// Grows with each change of the other fields.
  let changes = Atomic<UInt32>(0)
  /// The tempo in beats per minute.
  let tempo = Atomic<Float>(120)
  /// 1 to play, 0 to stop.
  let speed = Atomic<Float>(1)
  /// Beats per bar, and the note value of a beat.
  let beatsPerBar = Atomic<Float>(4)
  let beatUnit = Atomic<UInt32>(4)
}
