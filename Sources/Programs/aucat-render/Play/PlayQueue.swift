internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import AudioFiles
internal import AudioSources
internal import Linux
internal import RenderChain
internal import Synchronization

/// The inputs of `aucat play`, and which of them is heard at a frame.
final class PlayQueue: @unchecked Sendable {
  // SAFETY: Only the feeding thread uses the sources, once it runs; the places are behind their lock.

  /// A position: an input, and a frame of it.
  struct Place: Equatable {
    var part: Int
    var frame: Int
  }

  /// The position that is heard from a frame of the ring on.
  private struct Beginning {
    var ring: Int
    var place: Place
  }

  let names: [String]
  /// The lengths of the inputs, in frames; nil if they aren't known.
  let lengths: [Int?]
  let sampleRate: Double
  private let sequence: SequenceSource?
  private let whole: any AudioSource
  private let chain: ChainSource?
  private var written = 0
  private var current = 0
  private var isOver = false
  private let beginnings = Mutex<[Beginning]>([Beginning(ring: 0, place: Place(part: 0, frame: 0))])

  init(_ command: PlayCommand, through choice: ChainChoice, in session: Session, sampleRate: Double) throws {
    self.sampleRate = sampleRate
    let inputs = try SoundInputs(command, bpm: command.bpm, deviceRate: sampleRate, requiresEnd: false)
    for input in inputs.files { for remark in input.file.remarks { warn("\(input.name): \(remark)") } }
    var options = RenderOptions()
    options.tempo = command.bpm
    let directories = session.manager.configuration.searchDirectories
    let log: @Sendable (PluginMessage) -> Void = { message in
      if message.level == .error { warn("\(message.component): \(message.text)") }
    }
    // The queue outlives a plugin that crashes.
    let renderer = ProgramLocation.executable
    let environment = Configuration.processEnvironment
    let fell: (ChainError) -> Void = { error in
      Shortfalls.report(
        CommandFailure(error, names: choice.names, remedy: "its input is heard in its place").message)
    }
    guard let source = inputs.source else {
      guard let instrument = choice.components.first else {
        throw CommandFailure(.usage, "notes need an instrument; name one with --through")
      }
      try choice.requireMIDI()
      names = [command.inputs.first ?? command.notes ?? ""]
      lengths = [inputs.length]
      (sequence, chain) = (nil, nil)
      whole = try InstrumentSource(
        choice.chain, playing: inputs.song, sampleRate: sampleRate, inputs: instrument.audioInputs, options: options,
        length: inputs.length, bundleDirectories: directories, isolation: .each, renderer: renderer,
        environment: environment,
        fell: { error in
          // Without its instrument, there would be silence.
          if error.component == instrument.uri { throw error }
          fell(error)
        }, log: log)
      return
    }
    let isSequence = !command.mixes && command.seconds == nil && inputs.parts.count > 1
    names = isSequence ? inputs.parts.map(\.name) : [command.inputs.joined(separator: command.mixes ? " + " : ", ")]
    lengths = isSequence ? inputs.parts.map(\.source.length) : [inputs.length]
    sequence = isSequence ? source as? SequenceSource : nil
    chain =
      command.isThroughChain
      ? try ChainSource(
        choice.chain, over: source, options: options, bundleDirectories: directories, isolation: .each,
        renderer: renderer, environment: environment, fell: fell, log: log) : nil
    whole = chain ?? source
  }

  var channelCount: Int { whole.channelCount }

  /// Reads the next frames, on the feeding thread.
  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    if isOver { return 0 }
    let frames = try whole.read(into: channels, count: count)
    written += frames
    if let position = sequence?.position, position.part != current, position.part < names.count {
      // An input began within the last read. A chain reads a few frames ahead, which is hardly noticeable.
      current = position.part
      let ring = max(0, written - position.frame)
      beginnings.withLock { $0.append(Beginning(ring: ring, place: Place(part: position.part, frame: 0))) }
    }
    return frames
  }

  /// Moves to a frame of an input; after the last one, nothing is left. On the feeding thread.
  ///
  /// - Parameter next: the ring's next frame to be read.
  func move(to part: Int, frame: Int, next: Int) throws {
    let place = Place(part: part, frame: frame)
    isOver = part >= names.count
    if let sequence, !isOver {
      guard sequence.parts[part].canSeek else { return }
      try sequence.move(to: part, frame: frame)
      try chain?.restart()
    } else if !isOver {
      guard whole.canSeek else { return }
      try whole.seek(to: frame)
    }
    (written, current) = (next, part)
    beginnings.withLock { $0.append(Beginning(ring: next, place: place)) }
  }

  /// The position that is heard at a frame of the ring.
  func place(at ring: Int) -> Place {
    beginnings.withLock { beginnings in
      // Later entries of the list have been read later.
      while beginnings.count > 1, beginnings[1].ring <= ring { beginnings.removeFirst() }
      let first = beginnings[0]
      return Place(part: first.place.part, frame: first.place.frame + max(0, ring - first.ring))
    }
  }
}
