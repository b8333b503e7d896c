/// Where a file's frames go.
protocol FrameEncoder: AnyObject {
  /// The form in which frames are taken, interleaved.
  var sample: StoredSample { get }

  /// Writes frames at the end.
  func write(_ source: UnsafeRawPointer, frames: Int) throws(AudioFileError)

  /// Completes the file and closes it.
  func finish() throws(AudioFileError)
}
