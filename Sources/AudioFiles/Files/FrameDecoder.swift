/// Where a file's frames come from: our own reading of WAV, or libsndfile.
protocol FrameDecoder: AnyObject {
  /// What is in the file.
  var format: AudioFileFormat { get }
  /// The length in frames, as far as the file tells.
  var length: Int64 { get }
  /// What is odd about the file and does not keep it from being read.
  var remarks: [String] { get }
  /// The form in which frames are handed out, interleaved.
  var sample: StoredSample { get }

  /// Reads frames from the position on and moves it.
  ///
  /// - Returns: how many; fewer only at the end.
  func read(_ target: UnsafeMutableRawPointer, frames: Int) throws(AudioFileError) -> Int

  /// Moves the position to a frame.
  func seek(to frame: Int64) throws(AudioFileError)
}
