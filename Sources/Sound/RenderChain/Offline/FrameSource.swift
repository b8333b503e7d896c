public import ChainHosting

/// Provides the sound for a render.
public protocol FrameSource: AnyObject {
  /// The number of channels; 0 if the first component generates the sound.
  var channelCount: Int { get }

  /// Reads the next frames.
  ///
  /// - Parameters:
  ///   - channels: memory for each channel.
  ///   - count: how many frames fit there.
  /// - Returns: how many were read: fewer than `count` at the end, and 0 from then on.
  /// - Throws: an error of the source's own, which ends the render and which the render rethrows.
  // SAFETY: Each channel has room for `count` samples, only during the call.
  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int
}

/// Provides MIDI with its sound, or with silence.
public protocol MIDISource: FrameSource {
  /// The messages of the frames that were read last, in order, with frames counted from the first of these. Those of
  /// the last read may have the frame after its end, which is the first of a render's tail.
  var messages: [MIDIMessage] { get }
}

/// Receives the sound of a render.
public protocol FrameSink: AnyObject {
  /// Writes frames.
  ///
  /// - Throws: an error of the sink's own, which ends the render and which the render throws.
  // SAFETY: Each channel has `count` samples, which are valid only during the call.
  func write(_ channels: [UnsafePointer<Float>], count: Int) throws
}
