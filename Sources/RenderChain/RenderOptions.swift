internal import Linux

/// Where a render gets its sound from.
public protocol FrameSource: AnyObject {
  /// How many channels there are; 0 for none, when the first component makes the sound.
  var channelCount: Int { get }

  /// Reads the next frames.
  ///
  /// - Parameters:
  ///   - channels: where each channel goes.
  ///   - count: how many frames have room there.
  /// - Returns: how many were read; fewer than `count` at the end, and then 0.
  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int
}

/// Where a render puts its sound.
public protocol FrameSink: AnyObject {
  /// Writes frames.
  func write(_ channels: [UnsafePointer<Float>], count: Int) throws
}

/// How a chain is rendered from beginning to end.
public struct RenderOptions: Hashable, Sendable {
  /// How long the chain is heard after the input has ended.
  public enum Tail: Hashable, Sendable {
    /// This many seconds.
    case seconds(Double)
    /// Until half a second is quieter than -90 dBFS, and no longer than 30 s. The quiet end is left out.
    case automatic
  }

  /// What follows the input.
  public var tail = Tail.automatic
  /// Whether the frames by which the chain delays are left out at the beginning, and rendered at the end.
  public var compensatesLatency = true
  /// Whether samples that are no numbers are rendered like others.
  public var allowsNotFinite = false
  /// Beats a minute.
  public var tempo: Double?
  /// How many threads render: components then work at the same time on different parts of the sound. The result is the same.
  public var jobs = 1

  /// How many processors this process may use.
  public static var processors: Int { CurrentProcess.processorCount }

  /// The usual options.
  public init() {}
}

/// What a render has done.
public struct RenderReport: Hashable, Sendable {
  /// Frames that were read.
  public var framesRead = 0
  /// Frames that were written.
  public var framesWritten = 0
  /// By how many frames the chain delayed in the end.
  public var latency = 0
  /// How many frames were left out at the beginning for it.
  public var framesSkipped = 0
}
