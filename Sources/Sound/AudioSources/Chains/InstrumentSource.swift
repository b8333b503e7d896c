public import AudioFiles
public import RenderChain
internal import Synchronization

/// An instrument: a chain whose first component takes MIDI.
///
/// It plays given messages, such as those of a file, up to the last one and the tail, or messages that the host sends
/// while it plays. The plugins run in this process, which a crash of theirs ends, or in processes of their own: then a
/// plugin that fails is bypassed, which silences the instrument.
public final class InstrumentSource: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  /// Its sample rate, with the number of channels at the end of the chain.
  public let format: AudioFormat
  private let feed: MessageFeed
  private let render: PulledRender
  private let tail: RenderOptions.Tail

  /// Creates an instrument that plays messages.
  ///
  /// - Parameters:
  ///   - chain: the instrument, and what follows it.
  ///   - messages: in the order of their frames; nil for only those of ``send(_:)``, until ``finish()``.
  ///   - sampleRate: in hertz.
  ///   - inputs: the number of audio inputs of the first component, which get silence.
  ///   - options: how it is rendered.
  ///   - length: the number of frames that are played before the tail; nil for the length of the messages.
  ///   - blockLength: the number of frames that plugins process at a time, and the longest delay of a sent message.
  ///   - bundleDirectories: see `HostSettings.bundleDirectories`.
  ///   - isolation: which plugins share a process; by default they run in this one.
  ///   - renderer: the program that hosts them, an `aucat-render`; nil for the one that is installed with this library.
  ///   - environment: the environment of those processes; nil for this process's.
  ///   - timeout: the time limit for a block, or for one step of a plugin's start, in seconds.
  ///   - fell: called by ``read(into:count:)``, once for each plugin whose process has failed. The read throws the
  ///     error that it throws.
  ///   - log: receives plugins' log messages.
  /// - Throws: `ChainError`.
  public init(
    _ chain: RenderChain, playing messages: [MIDIMessage]? = nil, sampleRate: Double = 48_000, inputs: Int = 0,
    options: RenderOptions = RenderOptions(), length: Int? = nil, blockLength: Int = 512,
    bundleDirectories: [String]? = nil,
    isolation: PluginIsolation = .none, renderer: String? = nil, environment: [String: String]? = nil,
    timeout: Double = 10, fell: @escaping (ChainError) throws -> Void = { throw $0 },
    log: @escaping @Sendable (PluginMessage) -> Void = { _ in }
  ) throws {
    feed = MessageFeed(messages, channelCount: inputs, limit: length)
    tail = options.tail
    var job = RenderJob(chain, sampleRate: sampleRate, blockLength: blockLength, channels: inputs, options: options)
    job.bundleDirectories = bundleDirectories
    render = try PulledRender(
      job, from: feed, log: log,
      hosts: { (plan, settings) throws(ChainError) in
        try PluginHosts(
          isolation, of: plan, settings, renderer: renderer, environment: environment, timeout: timeout)
      }, fell: fell)
    format = try render.format
  }

  /// Plays a message in the next block. May be called from any thread but a render thread.
  ///
  /// - Parameter message: its frame is ignored.
  public func send(_ message: MIDIMessage) { feed.send(message) }

  /// Ends the stream of sent messages: the tail follows. May be called from any thread but a render thread.
  public func finish() { feed.finish() }

  /// The number of frames up to the end of the tail; nil if the tail lasts until it is silent, or neither messages nor
  /// a length are given.
  public var length: Int? {
    guard case .seconds(let seconds) = tail else { return nil }
    return feed.length.map { $0 + Int((seconds * format.sampleRate).rounded()) }
  }

  /// Whether messages or a length are given. A seek ends all notes, but what plugins still hold of them is heard.
  public var canSeek: Bool { feed.length != nil }

  /// Reads the next frames.
  ///
  /// - Throws: `ChainError`.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    try render.read(into: channels, count: count)
  }

  /// Moves to a frame. Of the messages before it, notes and system exclusive messages are skipped; the others, such as
  /// programs and controllers, take effect.
  ///
  /// - Throws: `ChainError`, and ``SourceError`` if ``canSeek`` is false.
  public func seek(to frame: Int) throws {
    guard canSeek else { throw SourceError.cannotSeek }
    feed.seek(to: max(0, frame))
    try render.restart()
  }
}

/// Silence with messages: those of a song, and those that other threads send.
package final class MessageFeed: MIDISource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  package let channelCount: Int
  package private(set) var messages: [MIDIMessage] = []
  /// The length in frames; nil if it is endless.
  package let length: Int?

  private struct Sent {
    var messages: [MIDIMessage] = []
    var isFinished = false
  }

  private let song: [MIDIMessage]
  private var next = 0
  private var position = 0
  /// The messages to play at the next frame, after a seek.
  private var chased: [MIDIMessage] = []
  private let sent = Mutex(Sent())

  /// - Parameters:
  ///   - song: messages in the order of their frames; nil for only those that are sent.
  ///   - limit: the number of frames; nil for as many as the song has.
  package init(_ song: [MIDIMessage]?, channelCount: Int, limit: Int? = nil) {
    self.song = song ?? []
    self.channelCount = channelCount
    length = limit ?? song.map { $0.last?.frame ?? 0 }
  }

  package func send(_ message: MIDIMessage) { sent.withLock { $0.messages.append(message) } }

  package func finish() { sent.withLock { $0.isFinished = true } }

  package func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let (now, isFinished) = sent.withLock { sent in
      defer { sent.messages = [] }
      return (sent.messages, sent.isFinished)
    }
    let left = length.map { max(0, $0 - position) } ?? (isFinished ? 0 : count)
    let frames = min(count, left)
    for channel in channels { channel.update(repeating: 0, count: frames) }
    messages = (chased + now).map { MIDIMessage(frame: 0, bytes: $0.bytes) }
    chased = []
    // The last read includes messages at the very end, such as the ends of the last notes.
    let end = position + frames + (frames < count ? 1 : 0)
    while next < song.count, song[next].frame < end {
      messages.append(MIDIMessage(frame: max(0, song[next].frame - position), bytes: song[next].bytes))
      next += 1
    }
    position += frames
    if frames < count { messages += song[..<next].notesEnded(at: frames) }
    return frames
  }

  package func seek(to frame: Int) {
    let ended = song[..<next].notesEnded(at: 0)
    next = song.firstIndex { $0.frame >= frame } ?? song.count
    chased = ended + song[..<next].filter { $0.note == nil && $0.bytes.first != 0xF0 }
    position = frame
  }
}
