public import AudioData

extension RunningChain {
  /// Computes as many frames as are in a buffer, without MIDI.
  ///
  /// - Parameters:
  ///   - input: standard format with the chain's input channels; nil for a chain without inputs.
  ///   - output: standard format with the chain's output channels, and room for as many frames.
  public func render(_ input: AudioBuffer?, into output: AudioBuffer, frames: Int) {
    guard let targets = output.float32Channels?.baseAddress, output.frameCapacity >= frames else {
      preconditionFailure("the output has room for \(frames) frames in standard format")
    }
    let sources = input?.float32Channels?.baseAddress
    precondition(
      inputCount == 0 || (sources != nil && input?.format.channelCount == inputCount), "the chain's channels")
    precondition(output.format.channelCount == outputCount, "the chain's channels")
    sources.map { UnsafeRawPointer($0).assumingMemoryBound(to: UnsafePointer<Float>.self) }
      .map { render($0, targets, frames: frames) } ?? render(nil, targets, frames: frames)
    output.frameLength = frames
  }
}
