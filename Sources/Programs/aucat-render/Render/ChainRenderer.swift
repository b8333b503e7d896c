internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import AudioFiles
internal import AudioSources
internal import Linux
internal import RenderChain
internal import ComponentValidation

/// `aucat render`
struct ChainRenderer {
  let command: RenderCommand
  let session: Session

  /// Renders, and prints the result: on standard error if the sound goes to standard output.
  func render() throws {
    var choice = try ChainChoice(file: command.chain, stages: command.stages, settings: command.settings, session)
    if let snapshot = command.snapshot { try choice.begin(with: snapshot, session) }
    do {
      try Interruption.observed { try render(choice) }
      choice.countUses(session)
    } catch  where Interruption.isRequested {
      let isStream = command.output == StandardStream.word
      throw CommandFailure(.interrupted, isStream ? "interrupted" : "interrupted; \(command.output) was not written")
    } catch let error as AudioFileError where error.code == .closed && command.output == StandardStream.word {
      throw OutputClosed()
    } catch let error as ChainError {
      throw CommandFailure(error, names: choice.names, remedy: remedy(error, of: choice))
    }
  }

  /// The remedies that apply to a render, but not to other uses of chains.
  private func remedy(_ error: ChainError, of choice: ChainChoice) -> String? {
    guard let component = choice.components.first(where: { $0.uri == error.component }) else { return nil }
    switch error.cause {
    case .channelMismatch(let inputs, _, let channels) where channels > inputs && (1...2).contains(inputs):
      let mix = component.uri == choice.components[0].uri ? ["--downmix mixes the file to its inputs"] : []
      let split = inputs == 1 ? ["--split runs it once for each channel"] : []
      return (mix + split).isEmpty ? nil : (mix + split).joined(separator: ", ")
    case .needsLiveSource:
      let others = (try? session.manager.similar(to: component, limit: 50)) ?? []
      let other = others.first { HostFeature.supported.isSuperset(of: $0.component.requiredFeatures) }
      return "`aucat live` plays it"
        + (other.map { "; the most similar one that needs none: \($0.component.name)" } ?? "")
    default: return nil
    }
  }

  private func render(_ choice: ChainChoice) throws {
    try rejectReplacement()
    let inputs = try SoundInputs(command, bpm: command.bpm)
    guard command.isThroughChain || inputs.source != nil else {
      throw CommandFailure(.usage, "notes need an instrument; name one with --through")
    }
    if inputs.source == nil { try choice.requireMIDI() }
    for input in inputs.files { warnRemarks(of: input) }
    let known = inputs.files.map(\.file.remarks.count)
    let stream = command.output == StandardStream.word ? try SoundOutput() : nil
    let target = try target(stream?.descriptor.number, like: inputs.format)
    let start = ContinuousClock.now
    let bar = ProgressBar(session.terminal)
    defer { bar.clear() }
    let progress: (Int) throws -> Void = { frames in
      if Interruption.isRequested { throw CommandFailure(.interrupted) }
      bar.update(Self.text(frames, of: inputs, since: start))
    }
    let report =
      command.isThroughChain
      ? try render(choice, inputs, to: target, showing: bar, progress: progress)
      : try copy(inputs, to: target, progress)
    bar.clear()
    for (input, count) in zip(inputs.files, known) { warnRemarks(of: input, from: count) }
    if let clipping = target.clipping {
      let name = command.output == StandardStream.word ? StandardStream.output.name : command.output
      warn(ClippingNote(clipping, in: name, target.format).text)
    }
    let summary = RenderSummary(report, sampleRate: inputs.format.sampleRate, duration: start.duration(to: .now))
    guard command.output != StandardStream.word else { return warn(summary.text) }
    try Output.print(summary.text + "\n")
  }

  private func warnRemarks(of input: SoundInputs.File, from known: Int = 0) {
    for remark in input.file.remarks.dropFirst(known) { warn("\(input.name): \(remark)") }
  }

  private func render(
    _ choice: ChainChoice, _ inputs: SoundInputs, to target: FileTarget, showing bar: ProgressBar,
    progress: @escaping (Int) throws -> Void
  ) throws -> RenderReport {
    let source = source(inputs, of: choice)
    var job = job(rendering: choice.chain, at: inputs.format.sampleRate, channels: source.channelCount)
    job.options.changes = try choice.changes(command.recalls, session, settings: job.settings)
    let delay = UnreportedLatency(
      of: choice, sampleRate: job.sampleRate, block: command.block ?? MeasurementPlan.surveyBlock,
      isWanted: command.compensatesMeasured, session)
    job.options.unreportedLatency = delay.frames
    let report: RenderReport
    do {
      report = try run(job, from: source, to: target, progress: progress)
    } catch let error as ChainError {
      guard let remedy = BlockTrial(job, error)?.remedy else { throw error }
      throw CommandFailure(error, names: choice.names, remedy: remedy)
    }
    if let path = command.saveChain { try choice.save(to: path) }
    if let path = command.midiOut {
      if report.messages.isEmpty { warn("no component has sent MIDI, so \(path) has none") }
      // Notes that are on at the end of the sound would hang in other programs.
      let messages = report.messages + report.messages.notesEnded(at: report.framesWritten)
      try ChainChoice.replace(path, by: MIDIFile(messages, sampleRate: job.sampleRate).bytes)
    }
    try target.finish()
    bar.clear()
    if !command.keepsLatency { for note in delay.notes { warn(note) } }
    if let note = SilenceNote(report, choice, hasMIDI: !inputs.song.isEmpty) { warn(note.text) }
    if let note = LossNote(report, names: choice.names) { Shortfalls.report(note.text) }
    return report
  }

  /// Writes the sound unchanged.
  private func copy(
    _ inputs: SoundInputs, to target: FileTarget, _ progress: @escaping (Int) throws -> Void
  ) throws -> RenderReport {
    guard let source = inputs.source else { return .nothing }
    var report = RenderReport.nothing
    report.framesWritten = try target.write(source, progress: progress)
    report.framesRead = report.framesWritten
    return report
  }

  /// Rejects outputs that replace files: a failed or mistaken render must not destroy the recording.
  private func rejectReplacement() throws {
    let inputs = command.inputs.compactMap { StandardStream.input.identity(of: $0) }
    let output = StandardStream.output.identity(of: command.output)
    for file in [command.saveChain, command.midiOut].compactMap(\.self) {
      try rejectText(file, over: inputs + [output])
    }
    guard !command.replacesFiles else { return }
    if let output, inputs.contains(output) {
      let name = command.output == StandardStream.word ? StandardStream.output.name : command.output
      throw CommandFailure(
        .usage, "\(name) is the input, which the render would replace; name another file, or add --force")
    }
    try StandardStream.rejectReplacement(of: command.output)
    for file in [command.saveChain, command.midiOut].compactMap(\.self) {
      try StandardStream.rejectReplacement(of: file)
    }
  }

  /// The sound, mixed down to the channels of the first component if requested and it has fewer; or the song.
  private func source(_ inputs: SoundInputs, of choice: ChainChoice) -> any FrameSource {
    let count = choice.components.first?.audioInputs
    guard let source = inputs.source else {
      return MessageFeed(inputs.song, channelCount: count ?? 0, limit: inputs.length)
    }
    guard command.downmixes, let count, (1...2).contains(count), count < source.channelCount else { return source }
    return DownmixedSource(source, to: count, layout: inputs.format.layout)
  }

  /// Rejects a text file in place of sound: nobody means to replace sound with a chain, so not even --force allows it.
  private func rejectText(_ file: String, over sounds: [FileStatus.Identity?]) throws {
    let option = file == command.saveChain ? "--save-chain" : "--midi-out"
    guard file != StandardStream.word else {
      throw CommandFailure(.usage, "\(option) needs the name of a file, not -")
    }
    let present = try? FileStatus(file).identity
    let isSound =
      present.map { sounds.contains($0) } ?? (Path.followingLinks(file) == Path.followingLinks(command.output))
    if isSound {
      throw CommandFailure(.usage, "\(option) would replace \(file), which holds the sound; name another file")
    }
  }

  private func target(_ stream: Int32?, like input: AudioFileFormat) throws -> FileTarget {
    if stream == nil { try StandardStream.output.rejectPipe(command.output) }
    guard let stream else { return try FileTarget(command.output, encoding: command.encoding, like: input) }
    return try FileTarget(
      stream: stream, name: StandardStream.output.name, encoding: command.encoding, like: input)
  }

  private func job(rendering chain: RenderChain, at sampleRate: Double, channels: Int) -> RenderJob {
    var options = RenderOptions()
    options.tail = command.tail.map { .seconds($0) } ?? .automatic
    options.compensatesLatency = !command.keepsLatency
    options.splitsChannels = command.splitsChannels
    options.allowsNonFinite = command.allowsNonFinite
    options.tempo = command.bpm
    options.keepsMessages = command.midiOut != nil
    options.jobs = command.jobs ?? RenderOptions.processorCount
    var job = RenderJob(
      chain, sampleRate: sampleRate,
      blockLength: command.block ?? (command.compensatesMeasured ? MeasurementPlan.surveyBlock : 512),
      channels: channels,
      options: options)
    job.bundleDirectories = session.manager.configuration.searchDirectories
    return job
  }

  private func run(
    _ job: RenderJob, from source: any FrameSource, to target: FileTarget,
    progress: @escaping (Int) throws -> Void
  ) throws -> RenderReport {
    if command.isInProcess {
      let log: @Sendable (PluginMessage) -> Void = { message in
        if message.level == .error { warn("\(message.component): \(message.text)") }
      }
      return try job.render(from: source, log: log, opened: target.open, progress: progress)
    }
    let isolated = IsolatedRender(timeout: command.timeout, logs: true)
    return try isolated.render(job, from: source, opened: target.open, progress: progress)
  }

  private static func text(_ frames: Int, of inputs: SoundInputs, since start: ContinuousClock.Instant) -> String {
    let rate = inputs.format.sampleRate
    let seconds = RenderSummary.seconds(start.duration(to: .now))
    let speed = seconds > 0 ? Int(Double(frames) / rate / seconds) : 0
    guard let length = inputs.length else {
      return "rendering \(Int(Double(frames) / rate)) s, \(speed) × real time"
    }
    let share = length > 0 ? Double(frames) / Double(length) : 1
    return "rendering \(ProgressBar.bar(share)) \(Int(min(share, 1) * 100)) %, \(speed) × real time"
  }
}

/// The summary of a render, in one line.
struct RenderSummary {
  let text: String

  init(_ report: RenderReport, sampleRate: Double, duration: Duration) {
    let length = Double(report.framesWritten) / sampleRate
    let seconds = Self.seconds(duration)
    var words = ["\(Self.rounded(length)) s in \(Self.rounded(seconds)) s"]
    if seconds > 0 { words.append("\(Int(length / seconds)) × real time") }
    let tail = max(0, report.framesWritten - report.framesRead)
    if tail > 0 { words.append("including \(Self.rounded(Double(tail) / sampleRate)) s of tail") }
    if report.latency > 0 {
      let skipped = report.framesSkipped
      let share = skipped == report.latency ? "compensated" : "\(skipped) of them compensated, as reported at the start"
      words.append("latency \(report.latency) frames\(skipped > 0 ? ", \(share)" : "")")
    }
    text = words.joined(separator: ", ")
  }

  static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static func rounded(_ seconds: Double) -> String { "\((seconds * 1_000).rounded() / 1_000)" }
}

/// The warning about a file whose integers clip.
struct ClippingNote {
  let text: String

  /// - Parameter name: the file's name.
  init(_ clipping: Clipping, in name: String, _ format: AudioFileFormat) {
    func place(_ place: Clipping.Place) -> String {
      "\(AudioText.clock(Double(place.frame) / format.sampleRate)) in \(AudioText.channel(place.channel, of: format))"
    }
    let excess =
      clipping.peak.isFinite ? "\(AudioText.decimals(AudioText.decibels(clipping.peak), 2)) dB" : "an infinite amount"
    let several =
      clipping.sampleCount == 1
      ? "a sample exceeds full scale by \(excess)"
      : "\(clipping.sampleCount) samples exceed full scale, by up to \(excess)"
    let loudest =
      clipping.sampleCount == 1 || clipping.loudest == clipping.first
      ? "" : ", the loudest at \(place(clipping.loudest))"
    let first = clipping.sampleCount == 1 ? "at \(place(clipping.first))" : "first at \(place(clipping.first))"
    let floats =
      format.container.encodings.contains(.float32)
      ? "write floats (--encoding float32)" : "write .wav, which has floats"
    text = "\(name) clips: \(several), \(first)\(loudest); lower the level, or \(floats)"
  }
}

extension IsolatedRender {
  /// Renders in a child of this program.
  ///
  /// - Parameter logs: whether to print errors that plugins log.
  init(
    environment: [String: String] = Configuration.processEnvironment, timeout: Double, logs: Bool
  ) {
    self.init(
      program: ProgramLocation.executable, arguments: [RenderChild.argument], environment: environment,
      timeout: timeout)
    if logs { log = { if $0.level == .error { warn("\($0.component): \($0.text)") } } }
  }
}
