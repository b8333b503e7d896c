/// Receives the sound of a render.
public protocol FrameSink: AnyObject {
  /// Writes frames.
  func write(_ channels: [UnsafePointer<Float>], count: Int) throws
}
