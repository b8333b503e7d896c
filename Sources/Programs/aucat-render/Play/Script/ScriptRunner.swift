internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import AudioFiles
internal import AudioSources
internal import AudioTracks
internal import Linux
internal import LiveSound
internal import RenderChain
internal import Synchronization

/// Plays a schedule: `aucat play --script`.
struct ScriptRunner {
  // SAFETY: Each channel of the memory has `portion` frames, and no more are rendered at a time; it is released at the
  // end.

  private let command: PlayCommand
  private let session: Session
  private let script: PlayScript
  private let path: String
  private let lines = ScriptLines()
  /// How many frames to render at a time.
  private static let portion = 4_096
  private static let mostSeconds = 86_400.0

  init(_ command: PlayCommand, script path: String, _ session: Session) throws {
    (self.command, self.session, self.path) = (command, session, path)
    script = try PlayScript(path)
  }

  func run() throws {
    try Interruption.observed {
      do {
        try command.output == nil ? play() : render()
      } catch let error as DeviceError {
        throw CommandFailure(error)
      } catch let error as ChainError {
        throw CommandFailure(error, names: [:], remedy: nil)
      }
    }
  }

  /// The device that plays the schedule.
  private var device: TrackPlayer.Device {
    command.device == .null ? .null : .jack(client: command.client, ports: command.targets)
  }

  private func coordinator(rate: Double) throws -> AudioCoordinator {
    let format = try AudioFormat(standardSampleRate: rate, layout: .standard(channelCount: 2))
    return AudioCoordinator(format: format, policy: script.usual) { [lines] in lines.add($0, rate: rate) }
  }

  // MARK: To a file

  private func render() throws {
    let coordinator = try coordinator(rate: command.rate ?? 48_000)
    let players = try ScriptTracks(script, coordinator, in: session)
    let target = try FileTarget(
      command.output ?? "",
      like: AudioFileFormat(.wav, sampleRate: coordinator.format.sampleRate, layout: coordinator.format.layout))
    let sink = try target.open(2)
    let memory = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: Self.portion) }
    defer { for channel in memory { channel.deallocate() } }
    func advance(_ frames: Int) throws {
      coordinator.render(into: memory, count: frames)
      try sink.write(memory.map { UnsafePointer($0) }, count: frames)
      try lines.print()
    }
    let rate = coordinator.format.sampleRate
    let end = command.seconds.map { Int(($0 * rate).rounded()) }
    for request in script.requests {
      let frame = min(end ?? .max, Int((request.time * rate).rounded()))
      while coordinator.frame < frame, !Interruption.isRequested {
        try advance(min(Self.portion, frame - coordinator.frame))
      }
      if coordinator.frame == end { break }
      try players.make(request)
    }
    try advance(0)
    while end.map({ coordinator.frame < $0 }) ?? !coordinator.isIdle, !Interruption.isRequested {
      guard Double(coordinator.frame) < Self.mostSeconds * rate else {
        throw CommandFailure(.usage, "\(path) has no end; limit it with --for SECONDS")
      }
      try advance(end.map { min(Self.portion, $0 - coordinator.frame) } ?? min(Self.portion, coordinator.framesAhead))
    }
    if Interruption.isRequested { return }
    try target.finish()
    try lines.end(coordinator.frame, rate: rate)
  }

  // MARK: On a device

  private func play() throws {
    let rate = command.device == .null ? command.rate ?? 48_000 : try TrackPlayer.sampleRate(of: device)
    let coordinator = try coordinator(rate: rate)
    let players = try ScriptTracks(script, coordinator, in: session)
    let player = TrackPlayer(coordinator, on: device) { [lines] in lines.add($0) }
    try player.start()
    defer { player.stop() }
    let end = command.seconds.map { Int(($0 * rate).rounded()) } ?? .max
    for request in script.requests {
      try wait { coordinator.frame >= min(end, Int((request.time * rate).rounded())) }
      if coordinator.frame >= end { break }
      try players.make(request)
    }
    try wait { coordinator.isIdle || coordinator.frame >= end }
    try lines.end(coordinator.frame, rate: rate)
  }

  private func wait(until condition: () -> Bool) throws {
    while !condition(), !Interruption.isRequested {
      try lines.print()
      CurrentThread.sleep(milliseconds: 1)
    }
    try lines.print()
  }
}

/// The tracks of a schedule, by name.
private final class ScriptTracks {
  private let coordinator: AudioCoordinator
  private let session: Session
  private let pairs: [PlayScript.Pair]
  private var tracks: [String: AudioTrack] = [:]

  init(_ script: PlayScript, _ coordinator: AudioCoordinator, in session: Session) throws {
    (self.coordinator, self.session, pairs) = (coordinator, session, script.pairs)
    for track in script.tracks { try add(track) }
  }

  private func add(_ form: PlayScript.Track) throws {
    let choice =
      form.components.isEmpty
      ? nil : try ChainChoice(file: nil, stages: form.components.map { StageWords(component: $0) }, session)
    let names = choice?.names ?? [:]
    let track = try coordinator.addTrack(
      form.name, priority: form.priority, through: choice?.chain,
      bundleDirectories: session.manager.configuration.searchDirectories, renderer: ProgramLocation.executable,
      environment: Configuration.processEnvironment
    ) { error in
      Shortfalls.report(CommandFailure(error, names: names, remedy: "its input is heard in its place").message)
    }
    if form.gain != 0 || form.balance != 0 { try track.setGain(form.gain, balance: form.balance, over: 0.005) }
    tracks[form.name] = track
    for pair in pairs where [pair.upper, pair.lower].contains(form.name) {
      guard let upper = tracks[pair.upper], let lower = tracks[pair.lower] else { continue }
      coordinator.setPolicy(pair.policy, of: upper, over: lower)
    }
  }

  func make(_ request: PlayScript.Request) throws {
    switch request.action {
    case .play(let track, let sounds, let name, let time): try play(sounds, name, at: time, on: tracks[track])
    case .cancel(let track, let name?):
      guard let track = tracks[track], let item = track.items.first(where: { $0.name == name }) else { break }
      track.cancel(item)
    case .cancel(let track, nil): tracks[track]?.cancelAll()
    case .suspend(let track?): tracks[track]?.suspend()
    case .suspend(nil): coordinator.suspend()
    case .resume(let track?): tracks[track]?.resume()
    case .resume(nil): coordinator.resume()
    case .yield(let track): tracks[track]?.yield()
    case .claim(let track): tracks[track]?.claim()
    case .keepDucking(let track, let isOn): tracks[track]?.keepsDucking = isOn
    case .gain(let track, let gain, let balance, let seconds):
      try tracks[track]?.setGain(gain, balance: balance, over: seconds)
    case .add(let track): try add(track)
    case .remove(let track): tracks.removeValue(forKey: track)?.remove()
    case .leave: coordinator.willLeave()
    case .back: coordinator.didReturn()
    }
  }

  private func play(_ sounds: [String], _ name: String, at time: Double?, on track: AudioTrack?) throws {
    let frame = time.map { Int(($0 * coordinator.format.sampleRate).rounded()) }
    do {
      guard let track else { return }
      try track.enqueue(Self.source(sounds, format: coordinator.format), named: name, at: frame)
    } catch let error as SourceError {
      throw CommandFailure(.usage, "`\(name)` can't be played: \(error)")
    } catch let error as AudioFileError {
      // Files that can't be opened are left out, as in a queue of inputs.
      SoundInputs.leaveOut(name, error)
    }
  }

  private static func source(_ words: [String], format: AudioFormat) throws -> sending any AudioSource {
    let parts = try words.map { try source($0, format: format) }
    return parts.count == 1 ? parts[0] : try SequenceSource(parts)
  }

  private static func source(_ word: String, format: AudioFormat) throws -> any AudioSource {
    switch try SoundWords(word) {
    case .file(let path): return try AudioFileSource(path).converted(to: format)
    case .midi: throw CommandFailure(.usage, "`\(word)` is MIDI; render it to a file first")
    case let made: return try made.generated(format, length: nil) ?? SilenceSource(length: 0, format: format)
    }
  }
}

/// Events as JSON lines that are yet to be printed.
private final class ScriptLines: Sendable {
  private let waiting = Mutex<[JSON]>([])

  func add(_ event: TrackEvent, rate: Double) {
    let (notice, members) = Self.text(event.kind)
    add(
      notice,
      [
        ("frame", .int(event.frame)), ("seconds", .number(Double(event.frame) / rate)),
        ("track", .string(event.track.name)),
      ] + members)
  }

  private static func text(_ kind: TrackEvent.Kind) -> (String, [(String, JSON)]) {
    switch kind {
    case .began(let item): return ("began", [("sound", .string(item.name))])
    case .ended(let item, .failed(let error)):
      return ("failed", [("sound", .string(item.name)), ("reason", .string("\(error)"))])
    case .ended(let item, let outcome):
      return ("\(outcome)", [("sound", .string(item.name)), ("reason", .null)])
    case .suspended(let frame): return ("suspended", [("position", .int(frame))])
    case .resumed(let frame): return ("resumed", [("position", .int(frame))])
    case .paused(let upper, let frame): return ("paused", [("by", .string(upper.name)), ("position", .int(frame))])
    case .continued(let frame): return ("continued", [("position", .int(frame))])
    case .ducked(let decibels, let seconds):
      return ("ducked", [("decibels", .number(decibels)), ("ramp", .number(seconds))])
    }
  }

  func add(_ notice: TrackPlayer.Notice) {
    switch notice {
    case .lateBlocks(let count): add("xruns", [("total", .int(count))])
    case .lost(let reason): add("lost", [("reason", .string(reason))])
    case .back: add("back", [])
    case .sampleRate(let rate): add("rate", [("sampleRate", .number(rate))])
    case .message(let text): add("message", [("text", .string(text))])
    }
  }

  func end(_ frame: Int, rate: Double) throws {
    add("end", [("frame", .int(frame)), ("seconds", .number(Double(frame) / rate))])
    try print()
  }

  private func add(_ notice: String, _ members: [(String, JSON)]) {
    waiting.withLock { $0.append(JSON.object([("notice", .string(notice))] + members)) }
  }

  func print() throws {
    let lines = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for line in lines { try Output.print(line.encoded + "\n") }
  }
}
