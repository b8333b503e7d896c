internal import AucatCommands
internal import AudioData
internal import AudioFiles
internal import Glibc
internal import RenderChain

/// A file whose sound goes into a chain.
final class FileSource: FrameSource {
  let file: AudioFile
  private var buffer: AudioBuffer?

  init(_ file: AudioFile) { self.file = file }

  var channelCount: Int { file.fileFormat.channelCount }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    let buffer = buffer ?? AudioBuffer(format: file.processingFormat, frameCapacity: count)
    self.buffer = buffer
    try file.read(into: buffer)
    guard let samples = buffer.float32Channels else { return 0 }
    for (channel, target) in channels.enumerated() {
      target.update(from: samples[channel], count: buffer.frameLength)
    }
    return buffer.frameLength
  }
}

/// A file that takes what comes out.
final class FileSink: FrameSink {
  let writer: AudioFileWriter
  private let buffer: AudioBuffer

  init(_ writer: AudioFileWriter, _ format: AudioFormat) {
    self.writer = writer
    buffer = AudioBuffer(format: format, frameCapacity: 8_192)
  }

  func write(_ channels: [UnsafePointer<Float>], count: Int) throws {
    guard let samples = buffer.float32Channels else { return }
    var done = 0
    while done < count {
      let frames = min(buffer.frameCapacity, count - done)
      for (channel, source) in channels.enumerated() { samples[channel].update(from: source + done, count: frames) }
      buffer.frameLength = frames
      try writer.write(buffer)
      done += frames
    }
  }
}

/// The output of a render, which gets its name when all of it is on the disk.
final class RenderTarget {
  private let name: String
  private let path: String
  private let place: String
  private let format: AudioFileFormat
  private var sink: FileSink?
  private var isFinished = false

  init(_ request: RenderRequest, _ input: AudioFileFormat) throws {
    name = request.output
    guard let container = Container(path: request.output) else {
      throw CommandFailure(
        .usage,
        "\(request.output) ends in no extension of an audio file; known are \(Container.extensions.joined(separator: " "))"
      )
    }
    format = AudioFileFormat(
      container, try Self.encoding(request.encoding, container), sampleRate: input.sampleRate, layout: input.layout)
    path = Self.resolved(request.output)
    var status = stat()
    let isReplaced = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    place = isReplaced ? Self.unfinished(path, container, name) : path
  }

  deinit { if !isFinished, place != path, sink != nil { unlink(place) } }

  private static func encoding(_ word: String?, _ container: Container) throws -> Encoding? {
    guard let word else { return nil }
    if let encoding = Encoding(rawValue: word), container.encodings.contains(encoding) { return encoding }
    let known = container.encodings.map(\.rawValue).joined(separator: ", ")
    throw CommandFailure(.usage, "\(container.rawValue) has no encoding `\(word)`; it has \(known)")
  }

  /// The name while it is written keeps its extension, which says what is written, and is no longer than a name may be.
  private static func unfinished(_ path: String, _ container: Container, _ name: String) -> String {
    let ending = ".\(getpid()).unfinished" + (name.split(separator: ".").last.map { ".\($0)" } ?? "")
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var short = path.dropFirst(folder.count)
    while short.utf8.count + ending.utf8.count > Int(NAME_MAX) { short = short.dropLast() }
    return folder + short + ending
  }

  /// Where a symbolic link leads: it stays, and what it leads to is replaced.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Makes the file, when it is known how many channels come out.
  func open(_ channels: Int) throws -> any FrameSink {
    var format = format
    if channels != format.channelCount { format.layout = try ChannelLayout.usual(channels) }
    let writer = try AudioFileWriter(writing: place, format: format)
    let sink = FileSink(writer, try AudioFormat(standardSampleRate: format.sampleRate, layout: format.layout))
    self.sink = sink
    return sink
  }

  /// Gives the file its name.
  func finish() throws {
    try sink?.writer.finish()
    if place != path {
      let descriptor = Glibc.open(place, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      guard fsync(descriptor) == 0, rename(place, path) == 0 else {
        throw CommandFailure(
          .storeFailed, "\(name) can't be written (\(String(cString: strerror(errno)))); name another file")
      }
    }
    isFinished = true
  }
}

extension ChannelLayout {
  /// The layout of a sound that has only a number of channels.
  static func usual(_ channels: Int) throws -> ChannelLayout {
    channels == 1 ? .mono : channels == 2 ? .stereo : .discrete(channels)
  }
}
