public import AudioFiles
public import RenderChain
internal import Synchronization

/// An instrument: a chain whose first component takes MIDI.
///
/// It plays given messages, such as a file's, up to the last one and its tail, or messages that the host sends while it
/// plays. The plugins run in this process, where a crash ends it, or in processes of their own: then a plugin that
/// fails is replaced by its input, which is silence for the instrument.
public final class InstrumentSource: AudioSource {
  // SAFETY: Channels have room for `count` frames, as a `FrameSource` requires.

  /// Its rate, with the number of channels that the chain has at its end.
  public let format: AudioFormat
  private let feed: MessageFeed
  private let render: PulledRender
  private let tail: RenderOptions.Tail

  /// An instrument that plays messages.
  ///
  /// - Parameters:
  ///   - chain: the instrument, and what follows it.
  ///   - messages: in the order of their frames; nil for those of ``send(_:)`` alone, without end.
  ///   - sampleRate: in hertz.
  ///   - inputs: how many audio inputs the first component has, which are silent.
  ///   - options: how it is rendered.
  ///   - length: how many frames are played before the tail; nil for the length of the messages.
  ///   - blockLength: in frames: the longest delay of a sent message.
  ///   - bundleDirectories: see `HostSettings.bundleDirectories`.
  ///   - isolation: which plugins share a process; by default they run in this one.
  ///   - renderer: the program that hosts them, an `aucat-render`; nil for the one that is installed with this library.
  ///   - environment: that of the processes; nil for this process's.
  ///   - timeout: for a block, or for one step of a plugin's start, in seconds.
  ///   - fell: called by ``read(into:count:)``, once for each plugin whose process has failed. The read throws its
  ///     errors.
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

  /// Plays a message, in the next block. May be called from any thread but a render thread.
  ///
  /// - Parameter message: its frame is ignored.
  public func send(_ message: MIDIMessage) { feed.send(message) }

  /// Ends the messages of ``send(_:)``: the tail follows. May be called from any thread but a render thread.
  public func finish() { feed.finish() }

  /// The length up to the last message and the tail; nil if the tail lasts until it is silent, or there is no last
  /// message.
  public var length: Int? {
    guard case .seconds(let seconds) = tail else { return nil }
    return feed.length.map { $0 + Int((seconds * format.sampleRate).rounded()) }
  }

  /// Whether the messages are given. Sounding notes end; what plugins hold of them is heard.
  public var canSeek: Bool { feed.length != nil }

  /// Reads the next frames.
  ///
  /// - Throws: `ChainError`.
  public func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    try render.read(into: channels, count: count)
  }

  /// Moves to a frame: messages before it are passed over, but for programs, controllers and the tempo.
  ///
  /// - Throws: `ChainError`, and ``SourceError`` without messages that are known.
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
  /// In frames; nil without end.
  package let length: Int?

  private struct Sent {
    var messages: [MIDIMessage] = []
    var isFinished = false
  }

  private let song: [MIDIMessage]
  private var next = 0
  private var position = 0
  /// What precedes the next frame after a seek.
  private var chased: [MIDIMessage] = []
  private let sent = Mutex(Sent())

  /// - Parameters:
  ///   - song: in the order of their frames; nil for only what is sent.
  ///   - limit: the most frames; nil for as many as the song has.
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
    // The ends of the last notes stand at the end.
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
