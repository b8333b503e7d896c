public import AudioFiles

extension RunningChain {
  // SAFETY: The number and length of the channels are checked here, and the buffers live as long as the call.

  /// Renders the next frames from one buffer to another, without MIDI. A number of channels other than the chain's, a
  /// format other than the standard one, or too little room is a programming error.
  ///
  /// - Parameters:
  ///   - input: standard format with at least as many frames; nil for a chain without inputs.
  ///   - output: standard format with room for as many frames; its length is set.
  ///   - frames: see ``render(_:into:frames:events:)``.
  public func render(_ input: AudioBuffer?, into output: AudioBuffer, frames: Int) {
    precondition(frames >= 0 && output.fits(channels: outputCount, frames: frames), "the output buffer")
    precondition(input?.fits(channels: inputCount, frames: frames) ?? (inputCount == 0), "the input buffer")
    guard let targets = output.float32Channels?.baseAddress else { return }
    let sources = input?.float32Channels?.baseAddress.map {
      UnsafeRawPointer($0).assumingMemoryBound(to: UnsafePointer<Float>.self)
    }
    render(sources, into: targets, frames: frames)
    output.frameLength = frames
  }
}

extension AudioBuffer {
  fileprivate func fits(channels: Int, frames: Int) -> Bool {
    format.isStandard && format.channelCount == channels && frameCapacity >= frames
  }
}
