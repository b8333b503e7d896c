public import RenderChain

extension FileTarget {
  // SAFETY: The scratch has `portion` frames for each channel, of which as many are written as were read.

  private static var portion: Int { 8_192 }

  /// Writes all of a source, and completes the file.
  ///
  /// - Parameters:
  ///   - source: a source that ends.
  ///   - progress: called with the number of frames written so far; an error that it throws stops the writing.
  /// - Returns: the number of frames that were written.
  /// - Throws: `AudioFileError`, and errors of the source and the closure.
  @discardableResult
  public func write(
    _ source: any AudioSource, progress: (Int) throws -> Void = { _ in }
  ) throws -> Int {
    let sink = try open(source.channelCount)
    let scratch = ScratchChannels(source.channelCount, frames: Self.portion)
    var written = 0
    while true {
      let frames = try source.read(into: scratch.channels, count: Self.portion)
      if frames > 0 { try sink.write(scratch.channels.map { UnsafePointer($0) }, count: frames) }
      written += frames
      try progress(written)
      if frames < Self.portion { break }
    }
    try finish()
    return written
  }
}
