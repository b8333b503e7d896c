/// A device's position in the song, at the first frame of a cycle.
public struct LivePosition: Hashable, Sendable, BitwiseCopyable {
  /// Frames from the start of the song.
  public var frame: Int64
  /// 1 while the transport is rolling, 0 while it is stopped.
  public var speed: Float
  /// Beats per minute, if ``hasBeats``.
  public var beatsPerMinute: Float
  /// Bars from the start, the first being 0, if ``hasBeats``.
  public var bar: Int64
  /// Beats from the start of the bar, the first being 0, if ``hasBeats``.
  public var barBeat: Double
  /// The number of beats in a bar, if ``hasBeats``.
  public var beatsPerBar: Float
  /// The note value of a beat, such as 4 for a quarter note, if ``hasBeats``.
  public var beatUnit: Int32
  /// Whether the device has a tempo. If not, plugins get the tempo of `LiveSettings`.
  public var hasBeats: Bool
  /// Whether cycles come as fast as they are rendered. The workers of plugins then do their work immediately, so that
  /// the result depends only on the input. The first such cycle waits up to five seconds for work in progress.
  public var isFreewheeling: Bool

  /// A position without beats.
  @_noLocks public init(frame: Int64 = 0, speed: Float = 0, isFreewheeling: Bool = false) {
    self.frame = frame
    self.speed = speed
    beatsPerMinute = 120
    bar = 0
    barBeat = 0
    beatsPerBar = 4
    beatUnit = 4
    hasBeats = false
    self.isFreewheeling = isFreewheeling
  }
}
