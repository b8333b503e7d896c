internal import AudioComponents
internal import AudioSources
internal import Linux
internal import Synchronization

/// Decoded files that somebody has dropped on the page.
final class DroppedSounds: Sendable {
  /// The maximum number of sounds to keep.
  private static let limit = 8
  /// How much of a file to use, in seconds.
  private static let seconds = 20
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
  /// - Throws: a ``PageRefusal`` if it holds no audio.
  func add(_ bytes: [UInt8]) throws -> (name: String, seconds: Double) {
    let sound = try decoded(bytes)
    let name = kept.withLock { kept in
      kept.last += 1
      kept.sounds.append(("file-\(kept.last)", sound))
      if kept.sounds.count > Self.limit { kept.sounds.removeFirst() }
      return "file-\(kept.last)"
    }
    return (name, Double(sound.frames) / sound.sampleRate)
  }

  private func decoded(_ bytes: [UInt8]) throws -> HeardSound {
    guard let program = HelperProgram.path("aucat-render") else {
      throw PageRefusal(500, "aucat-render is missing beside this program; install it again")
    }
    let folder = try TemporaryDirectory(prefix: "aucat-page")
    let (dropped, plain) = ("\(folder.path)/dropped", "\(folder.path)/plain.wav")
    let file = try FileDescriptor(dropped, for: .writing, options: [.create, .exclusive])
    try file.writeAll(bytes)
    try file.close()
    let child = try ChildProcess(
      program,
      arguments: [
        "render", dropped, plain, "--rate", "48000", "--for", "\(Self.seconds)", "--encoding", "float32",
      ],
      descriptors: [nil, nil], environment: Configuration.processEnvironment, messageLimit: 65_536)
    guard child.end(within: Self.patience).exitStatus == 0 else {
      throw PageRefusal(415, "the file has no readable audio")
    }
    return try HeardSound(AudioFileSource(plain))
  }
}
