/// Receives the sound of a render.
public protocol FrameSink: AnyObject {
  /// Writes frames.
  ///
  /// - Throws: an error of the caller's, which ends the render: the render throws it.
  // SAFETY: Each channel has `count` samples, which are there only during the call.
  func write(_ channels: [UnsafePointer<Float>], count: Int) throws
}
