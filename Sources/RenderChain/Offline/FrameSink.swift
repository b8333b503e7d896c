/// Receives the sound of a render.
public protocol FrameSink: AnyObject {
  /// Writes frames.
  // SAFETY: Each channel has `count` samples, which are there only during the call.
  func write(_ channels: [UnsafePointer<Float>], count: Int) throws
}
