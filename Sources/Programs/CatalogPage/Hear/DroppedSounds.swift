internal import AudioFiles
internal import AudioSources
internal import Linux
internal import Synchronization

/// Decoded files that somebody has dropped on the page.
final class DroppedSounds: Sendable {
  /// The maximum number of sounds to keep.
  private static let limit = 8
  /// How much of a file to use, in seconds.
  private static let seconds = 20
  /// The sample rate to convert to, in hertz.
  private static let rate = 48_000
  /// The maximum number of channels.
  private static let channels = 8
  /// The timeout for decoding a file, in milliseconds.
  private static let patience = 10_000

  private struct Kept {
    var last = 0
    var sounds: [(name: String, sound: HeardSound)] = []
  }

  private let kept = Mutex(Kept())

  subscript(_ name: String) -> HeardSound? {
    kept.withLock { kept in kept.sounds.first { $0.name == name }?.sound }
  }

  /// Decodes a file in a process of its own: a hostile file may exploit a fault of the decoder.
  ///
  /// - Returns: the sound's name, and its length in seconds.
  /// - Throws: a ``PageRefusal`` if it holds no audio, or too many channels.
  func add(_ request: PageRequest) throws -> (name: String, seconds: Double) {
    let sound = try decoded(request)
    let name = kept.withLock { kept in
      kept.last += 1
      kept.sounds.append(("file-\(kept.last)", sound))
      if kept.sounds.count > Self.limit { kept.sounds.removeFirst() }
      return "file-\(kept.last)"
    }
    return (name, Double(sound.frames) / sound.sampleRate)
  }

  private func decoded(_ request: PageRequest) throws -> HeardSound {
    let run = try RendererRun(
      [
        "render", "-", "-", "--rate", "\(Self.rate)", "--for", "\(Self.seconds)", "--encoding", "float32",
      ],
      // Beside the samples, there is a header.
      input: request.body, limit: 4_096 + Self.channels * Self.seconds * Self.rate * 4,
      milliseconds: Self.patience, for: request)
    let file = try? AudioFile(descriptor: run.output.number)
    // A sound with more doesn't fit, and has but a header then.
    if let count = file?.fileFormat.channelCount, count > Self.channels {
      throw PageRefusal(415, "the file has \(count) channels; at most \(Self.channels) can be heard")
    }
    guard run.end.exitStatus == 0, file != nil else { throw PageRefusal(415, "the file has no readable audio") }
    let written = try Self.written(run)
    let sound = try HeardSound(AudioFileSource(try AudioFile(descriptor: written.number)))
    guard sound.frames > 0 else { throw PageRefusal(415, "the file has no sound: it has no frames") }
    return sound
  }

  /// The part of the output that was written. After it, the output has zeros, which are sound behind a header that promises
  /// none: so ends a recording that was cut off.
  private static func written(_ run: borrowing RendererRun) throws -> FileDescriptor {
    let head = try run.bytes(8)
    // The size in the header of a WAV file counts what follows it.
    let size = 8 + head.dropFirst(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let file = try FileDescriptor(inMemory: "aucat sound")
    try file.writeAll(try run.bytes(size))
    return file
  }
}
