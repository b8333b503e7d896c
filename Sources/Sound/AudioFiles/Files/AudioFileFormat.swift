internal import ComponentModel

/// The format of an audio file (Apple: `AVAudioFile.fileFormat` and its `settings`).
public struct AudioFileFormat: Hashable, Sendable {
  /// The kind of file.
  public var container: Container
  /// How the samples are stored.
  public var encoding: Encoding
  /// Frames per second, in Hz.
  public var sampleRate: Double
  /// The role of each channel.
  public var layout: ChannelLayout
  /// The number of significant bits in each sample, if fewer than the encoding has; otherwise nil.
  public var validBits: Int?

  /// The number of channels.
  public var channelCount: Int { layout.channelCount }

  /// Creates a format for writing.
  ///
  /// - Parameters:
  ///   - container: the kind of file.
  ///   - encoding: one of the container's ``Container/encodings``; nil for its first.
  ///   - sampleRate: in Hz. Files store whole numbers.
  ///   - layout: the role of each channel, and thereby the number of channels.
  public init(_ container: Container, _ encoding: Encoding? = nil, sampleRate: Double, layout: ChannelLayout) {
    self.container = container
    self.encoding = encoding ?? container.encodings.first ?? .other
    self.sampleRate = sampleRate
    self.layout = layout
  }

  /// The format of the file's audio in memory.
  ///
  /// - Throws: `AudioFormatError` if audio in memory can't have that format.
  func inMemory(_ type: SampleType, isInterleaved: Bool) throws(AudioFormatError) -> AudioFormat {
    try AudioFormat(
      sampleType: type, sampleRate: sampleRate, channelCount: channelCount, isInterleaved: isInterleaved,
      layout: layout)
  }
}

extension AudioFileFormat: CustomStringConvertible {
  /// `WAV, 24-bit integer, 48000 Hz, 2 channels (stereo)`.
  public var description: String {
    let rate = Int(exactly: sampleRate).map(String.init) ?? "\(sampleRate)"
    let bits = validBits.map { " (\($0) bits used)" } ?? ""
    return "\(container.rawValue), \(encoding.name)\(bits), \(rate) Hz, "
      + Count.text(channelCount, "channel") + " (\(layout))"
  }
}
