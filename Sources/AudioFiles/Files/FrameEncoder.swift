/// Encodes frames into a file.
protocol FrameEncoder: AnyObject {
  /// The form of the interleaved samples that it takes.
  var sample: StoredSample { get }

  /// Writes frames at the end.
  // SAFETY: The source has that many interleaved frames in the form of ``sample``.
  func encode(_ source: UnsafeRawPointer, frames: Int) throws(AudioFileError)

  /// Completes the file and closes it.
  func finish() throws(AudioFileError)
}
