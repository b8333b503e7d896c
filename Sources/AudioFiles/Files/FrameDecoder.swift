/// Decodes a file's frames: our own code for WAV, libsndfile for the rest.
protocol FrameDecoder: AnyObject {
  /// What is in the file.
  var format: AudioFileFormat { get }
  /// The length in frames, according to the header.
  var length: Int64 { get }
  /// Oddities that do not prevent reading.
  var remarks: [String] { get }
  /// The form of the interleaved samples that it returns.
  var sample: StoredSample { get }

  /// Reads frames from the current position and advances it.
  ///
  /// - Returns: the number of frames; fewer than requested only at the end.
  // SAFETY: The target has room for that many interleaved frames in the form of ``sample``.
  func read(_ target: UnsafeMutableRawPointer, frames: Int) throws(AudioFileError) -> Int

  /// Moves the position to a frame.
  func seek(to frame: Int64) throws(AudioFileError)
}
