/// Where a render puts its sound.
public protocol FrameSink: AnyObject {
  /// Writes frames.
  func write(_ channels: [UnsafePointer<Float>], count: Int) throws
}
