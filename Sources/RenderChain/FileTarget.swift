internal import AudioData
public import AudioFiles
internal import Glibc

/// An audio file that gets its name when all of it is on the disk: a render that fails leaves nothing behind, and what had the
/// name before stays.
public final class FileTarget {
  private let path: String
  private let place: String
  private let format: AudioFileFormat
  private var sink: FileSink?
  private var isFinished = false

  /// A file to be written.
  ///
  /// - Parameters:
  ///   - name: its path, whose extension says what kind of file it is. Where it is a link, what that leads to is replaced;
  ///     what is no regular file, such as `/dev/null`, is written as it is.
  ///   - encoding: how samples are kept; nil for the kind's usual way.
  ///   - input: the sampling rate, and the channels' roles where as many come out.
  /// - Throws: `AudioFileError`
  public init(_ name: String, encoding: Encoding? = nil, like input: AudioFileFormat) throws(AudioFileError) {
    guard let container = Container(path: name) else {
      let known = Container.extensions.joined(separator: " ")
      throw AudioFileError(
        .unsupported, path: name, detail: "its name ends in no extension of an audio file (\(known))")
    }
    if let encoding, !container.encodings.contains(encoding) {
      let known = container.encodings.map(\.rawValue).joined(separator: ", ")
      throw AudioFileError(
        .unsupported, path: name, detail: "\(container.rawValue) has no encoding \(encoding.rawValue); it has \(known)")
    }
    format = AudioFileFormat(container, encoding, sampleRate: input.sampleRate, layout: input.layout)
    path = Self.resolved(name)
    var status = stat()
    let isReplaced = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    place = isReplaced ? Self.unfinished(path) : path
  }

  deinit { if !isFinished, place != path, sink != nil { unlink(place) } }

  /// The name while it is written keeps its extension, which says what is written, and is no longer than a name may be.
  private static func unfinished(_ path: String) -> String {
    let ending = ".\(getpid()).unfinished" + (path.split(separator: ".").last.map { ".\($0)" } ?? "")
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var short = path.dropFirst(folder.count)
    while short.utf8.count + ending.utf8.count > Int(NAME_MAX) { short = short.dropLast() }
    return folder + short + ending
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Makes the file, when it is known how many channels come out.
  public func open(_ channels: Int) throws -> any FrameSink {
    var format = format
    if channels != format.channelCount { format.layout = .standard(channelCount: channels) }
    let writer = try writer(format)
    let sink = FileSink(writer, try AudioFormat(standardSampleRate: format.sampleRate, layout: format.layout))
    self.sink = sink
    return sink
  }

  /// The name while it is written is nobody's business.
  private func writer(_ format: AudioFileFormat) throws(AudioFileError) -> AudioFileWriter {
    do throws(AudioFileError) {
      return try AudioFileWriter(writing: place, format: format)
    } catch {
      throw AudioFileError(error.code, path: path, detail: error.detail)
    }
  }

  /// Completes the file and gives it its name.
  public func finish() throws {
    try sink?.writer.finish()
    if place != path {
      let descriptor = Glibc.open(place, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      guard fsync(descriptor) == 0, rename(place, path) == 0 else {
        throw AudioFileError(.unwritable, path: path, detail: String(cString: strerror(errno)))
      }
    }
    isFinished = true
  }
}
