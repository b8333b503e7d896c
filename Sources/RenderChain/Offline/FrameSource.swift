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
