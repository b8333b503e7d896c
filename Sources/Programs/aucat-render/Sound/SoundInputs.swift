internal import AucatCommands
internal import AucatProgram
internal import AudioFiles
internal import AudioSources
internal import Linux

/// The inputs of a command as sound: one source, or a song for an instrument.
struct SoundInputs {
  /// An audio file that was opened, and its name on the command line.
  struct File {
    let name: String
    let file: AudioFile
  }

  /// The sound; nil for a song.
  private(set) var source: (any AudioSource)?
  /// The song that an instrument plays.
  private(set) var song: [MIDIMessage] = []
  /// The format of the sound, or the rate of the song.
  private(set) var format: AudioFileFormat
  /// The length in frames; nil for no end.
  private(set) var length: Int?
  private(set) var files: [File] = []
  /// The sources of the inputs, in order, if they form a sequence.
  private(set) var parts: [(name: String, source: any AudioSource)] = []

  /// Songs of more seconds need `--for`: a few bytes can make any number of them.
  private static let longestSong = 3_600.0

  /// Opens the inputs.
  ///
  /// - Parameters:
  ///   - command: what to open.
  ///   - bpm: the tempo of `--notes`; nil for 120.
  ///   - deviceRate: the required rate, in hertz; nil for that of the first file or of the command.
  ///   - requiresEnd: whether an endless input is an error.
  init(
    _ command: some SoundingCommand, bpm: Double? = nil, deviceRate: Double? = nil, requiresEnd: Bool = true
  ) throws {
    let words = try command.inputs.map { ($0, try SoundWords($0)) }
    let usual = deviceRate ?? command.rate
    format = AudioFileFormat(.wav, sampleRate: usual ?? 48_000, layout: .stereo)
    if command.notes != nil || words.contains(where: { if case .midi = $0.1 { true } else { false } }) {
      try openSong(command, words, bpm: bpm)
      return
    }
    try rejectUnreached(words, command, requiresEnd: requiresEnd)
    try openFiles(words, isForgiving: words.count > 1 && !command.mixes)
    if let first = files.first {
      format = first.file.fileFormat
      if let usual { format.sampleRate = usual }
      let widest = files.map(\.file.fileFormat.channelCount).max() ?? 2
      if widest != format.channelCount {
        format.layout = files.first { $0.file.fileFormat.channelCount == widest }?.file.fileFormat.layout ?? .stereo
      }
    }
    let limit = command.seconds.map { Int(($0 * format.sampleRate).rounded()) }
    try makeParts(words, limit: limit, isForgiving: words.count > 1 && !command.mixes)
    let sources = parts.map(\.source)
    var whole = sources.first
    if sources.count > 1 { whole = command.mixes ? try LayeredSource(sources) : try SequenceSource(sources) }
    guard let whole else { return }
    let source = limit.map { LimitedSource(whole, length: $0) } ?? whole
    self.source = source
    length = source.length
  }

  // MARK: Sound

  /// Rejects inputs that are never reached: an endless input needs `--for`, and nothing after it is ever heard.
  private func rejectUnreached(
    _ words: [(String, SoundWords)], _ command: some SoundingCommand, requiresEnd: Bool
  ) throws {
    guard let endless = words.firstIndex(where: \.1.isEndless) else { return }
    let name = words[endless].0
    if !command.mixes, endless < words.count - 1 {
      throw CommandFailure(
        .usage, "`\(name)` has no end, so what follows would not be heard; write \(name),seconds=2")
    }
    if requiresEnd, command.seconds == nil {
      throw CommandFailure(.usage, "`\(name)` has no end; add --for SECONDS, or write \(name),seconds=2")
    }
  }

  private mutating func openFiles(_ words: [(String, SoundWords)], isForgiving: Bool) throws {
    var failure: (any Error)?
    for case (let name, .file) in words {
      do {
        files.append(File(name: name, file: try Self.opened(name)))
      } catch  where isForgiving && (error is AudioFileError || error is CommandFailure) {
        Self.leaveOut(name, error)
        failure = failure ?? error
      }
    }
    // Without any input, there is no sound.
    let readsFiles = words.allSatisfy { if case .file = $0.1 { true } else { false } }
    if files.isEmpty, readsFiles, let failure { throw failure }
  }

  private static func opened(_ path: String) throws -> AudioFile {
    guard path == StandardStream.word else {
      try StandardStream.input.rejectPipe(path)
      return try AudioFile(reading: path)
    }
    try StandardStream.input.rejectTerminal()
    return try AudioFile(
      stream: StandardStream.input.descriptor.number, name: StandardStream.input.name,
      isStopped: { Interruption.isRequested })
  }

  /// Reports that a file can't be played, which also sets the exit status.
  static func leaveOut(_ name: String, _ error: any Error) {
    let reason = (error as? CommandFailure)?.message ?? "\(error)"
    Shortfalls.report("\(name) is left out: \(reason)")
  }

  private mutating func makeParts(_ words: [(String, SoundWords)], limit: Int?, isForgiving: Bool) throws {
    let wanted = try Self.standard(format)
    var opened = files[...]
    for (name, word) in words {
      do throws(SourceError) {
        if case .file = word {
          guard let next = opened.first, next.name == name else { continue }
          opened.removeFirst()
          let source = try Self.converting { try AudioFileSource(next.file) }
          let converted = try source.converted(to: wanted)
          parts.append((name, isForgiving ? ForgivingSource(converted, name: name) : converted))
        } else if let made = try Self.converting({ try word.generated(wanted, length: limit) }) {
          parts.append((name, made))
        }
      } catch {
        throw CommandFailure(.usage, "`\(name)` can't be played: \(error)")
      }
    }
  }

  private static func converting<Result>(_ body: () throws -> Result) throws(SourceError) -> Result {
    do {
      return try body()
    } catch let error as SourceError {
      throw error
    } catch {
      throw .range("\(error)")
    }
  }

  private static func standard(_ format: AudioFileFormat) throws -> AudioFormat {
    do throws(AudioFormatError) {
      return try AudioFormat(standardSampleRate: format.sampleRate, layout: format.layout)
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
  }

  // MARK: Songs

  private mutating func openSong(
    _ command: some SoundingCommand, _ words: [(String, SoundWords)], bpm: Double?
  ) throws {
    guard words.count <= 1 else {
      throw CommandFailure(.usage, "a MIDI file must be the only input; render each, and then their sounds together")
    }
    let name = words.first?.0 ?? "--notes"
    let messages = try words.first.map { try Self.song($0.0, format.sampleRate) } ?? phrase(command.notes, bpm: bpm)
    let end = messages.last?.frame ?? 0
    if command.seconds == nil, Double(end) > Self.longestSong * format.sampleRate {
      let hours = (Double(end) / format.sampleRate / 360).rounded() / 10
      throw CommandFailure(.usage, "\(name) lasts \(hours) hours; limit it with --for SECONDS")
    }
    let limit = command.seconds.map { Int(($0 * format.sampleRate).rounded()) }
    song = messages
    length = limit.map { min($0, end) } ?? end
  }

  private func phrase(_ notes: String?, bpm: Double?) throws -> [MIDIMessage] {
    do throws(MIDIPhraseError) {
      return try MIDIPhrase(notes ?? "").messages(sampleRate: format.sampleRate, beatsPerMinute: bpm ?? 120)
    } catch {
      throw CommandFailure(.usage, "--notes: \(error)")
    }
  }

  private static func song(_ path: String, _ rate: Double) throws -> [MIDIMessage] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try WholeFile.bytes(path, limit: MIDIFile.limits.bytes)
    } catch {
      throw CommandFailure(.storeFailed, "\(path) can't be read (\(error)); check its name")
    }
    do throws(MIDIFileError) {
      return try MIDIFile(bytes).messages(sampleRate: rate)
    } catch {
      throw CommandFailure(.usage, "\(path) can't be played: \(error)")
    }
  }
}

/// A file in a sequence: unreadable parts are left out and reported.
private final class ForgivingSource: AudioSource {
  // SAFETY: Passes on what the caller has passed.

  private let source: any AudioSource
  private let name: String
  private var hasFailed = false

  init(_ source: any AudioSource, name: String) { (self.source, self.name) = (source, name) }

  var format: AudioFormat { source.format }
  var length: Int? { source.length }
  var canSeek: Bool { source.canSeek }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    if hasFailed { return 0 }
    do {
      return try source.read(into: channels, count: count)
    } catch let error as AudioFileError where !Interruption.isRequested {
      hasFailed = true
      SoundInputs.leaveOut(name, error)
      return 0
    }
  }

  func seek(to frame: Int) throws { try source.seek(to: frame) }
}
