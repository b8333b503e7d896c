public import AudioFiles
internal import Linux

/// An audio file that gets its name only when it is complete and on disk: a failed render keeps the old file.
public final class FileTarget {
  private let name: String
  /// The format to write; its layout is that of the input until the file is open.
  package private(set) var format: AudioFileFormat
  /// The descriptor that is written to directly; nil for a file with a name.
  private let stream: Int32?
  private var file: FileReplacement?
  private var sink: FileSink?

  /// A file to be written.
  ///
  /// - Parameters:
  ///   - name: its path, whose extension gives the kind of file. If it is a link, the link's target is replaced;
  ///     anything but a regular file, such as `/dev/null`, is written directly, as WAV if it has no extension.
  ///   - encoding: how samples are stored; nil for the kind's default.
  ///   - input: gives the sample rate, and the channels' roles if the output has as many channels.
  /// - Throws: `AudioFileError`.
  public convenience init(
    _ name: String, encoding: Encoding? = nil, like input: AudioFileFormat
  ) throws(AudioFileError) {
    guard let container = Container(path: name) ?? (Self.isSpecial(name) ? .wav : nil) else {
      let known = Container.extensions.joined(separator: " ")
      throw AudioFileError(
        .unsupported, path: name, detail: "its name doesn't end in the extension of an audio file (\(known))")
    }
    try self.init(name, AudioFileFormat(container, encoding, sampleRate: input.sampleRate, layout: input.layout))
  }

  /// Standard output or another open descriptor, which gets WAV. The caller keeps it open until ``finish()``.
  ///
  /// - Parameters:
  ///   - name: its name in errors.
  ///   - encoding: how samples are stored; nil for float32.
  ///   - input: gives the sample rate, and the channels' roles if the output has as many channels.
  /// - Throws: `AudioFileError`.
  package convenience init(
    stream descriptor: Int32, name: String, encoding: Encoding? = nil, like input: AudioFileFormat
  ) throws(AudioFileError) {
    let format = AudioFileFormat(.wav, encoding, sampleRate: input.sampleRate, layout: input.layout)
    try self.init(name, format, stream: descriptor)
  }

  private init(_ name: String, _ format: AudioFileFormat, stream: Int32? = nil) throws(AudioFileError) {
    self.name = name
    self.format = format
    self.stream = stream
    let (container, encoding) = (format.container, format.encoding)
    guard container.encodings.contains(encoding) else {
      let known = container.encodings.map(\.rawValue).joined(separator: ", ")
      throw AudioFileError(
        .unsupported, path: name,
        detail: "\(container.rawValue) has no encoding \(encoding.rawValue); it has \(known)")
    }
    // The sample rate is known before any plugin is loaded, unlike the number of channels.
    if let objection = format.rateObjection { throw AudioFileError(.unsupported, path: name, detail: objection) }
  }

  /// The samples so far that the file's integers could not hold; nil if there were none.
  public var clipping: Clipping? { sink?.writer.clipping }

  private static func isSpecial(_ path: String) -> Bool {
    guard let kind = (try? FileStatus(path))?.kind else { return false }
    return kind != .regular && kind != .directory
  }

  /// Creates the file, once the number of output channels is known.
  ///
  /// - Throws: `AudioFileError`.
  public func open(_ channels: Int) throws(AudioFileError) -> any FrameSink {
    if channels != format.channelCount { format.layout = .standard(channelCount: channels) }
    let file = stream == nil ? try replacedFile() : nil
    let descriptor = stream ?? file?.descriptor.number ?? -1
    let writer = try named { [format] () throws(AudioFileError) in
      try AudioFileWriter(descriptor: descriptor, format: format)
    }
    let sink = FileSink(writer, try processed(format), name: name)
    self.file = file
    self.sink = sink
    return sink
  }

  /// The format in which a chain delivers the file's sound.
  private func processed(_ format: AudioFileFormat) throws(AudioFileError) -> AudioFormat {
    do throws(AudioFormatError) {
      return try AudioFormat(standardSampleRate: format.sampleRate, layout: format.layout)
    } catch {
      throw AudioFileError(.unsupported, path: name, detail: error.description)
    }
  }

  private func replacedFile() throws(AudioFileError) -> FileReplacement {
    do throws(SystemError) {
      return try FileReplacement(name)
    } catch {
      throw AudioFileError.writing(name, error)
    }
  }

  /// Reports errors under the file name that the caller knows.
  private func named<Result>(_ body: () throws(AudioFileError) -> Result) throws(AudioFileError) -> Result {
    do throws(AudioFileError) {
      return try body()
    } catch {
      throw AudioFileError(error.code, path: name, detail: error.detail)
    }
  }

  /// Completes the file and gives it its name.
  ///
  /// - Throws: `AudioFileError`. The former file then keeps its name.
  public func finish() throws(AudioFileError) {
    try named { () throws(AudioFileError) in try sink?.writer.finish() }
    do throws(SystemError) {
      try file?.finish()
    } catch {
      throw AudioFileError.writing(name, error)
    }
  }
}
