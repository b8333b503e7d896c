internal import ComponentModel
internal import Glibc
internal import Linux
internal import RenderChain

// The tests of one run that lasts a second: those of level `quick`.

extension TestBench {
  /// Whether the library has the plugin.
  func loadingProblem() -> ValidationProblem? {
    guard let binary = record.binary else { return ValidationProblem(.noBinary) }
    let library: PluginLibrary
    do throws(PluginLibrary.LoadingError) { library = try PluginLibrary(binary) } catch {
      return ValidationProblem(.unloadable, [error.reason])
    }
    guard let list = library.plugins(in: bundle.hasSuffix("/") ? bundle : bundle + "/", willOpen: {}) else {
      return ValidationProblem(.notALibrary, [binary])
    }
    for index in 0..<Self.mostPlugins {
      guard let plugin = list(index) else { break }
      if plugin.uri == record.uri { return nil }
    }
    return ValidationProblem(.notInLibrary, [binary])
  }

  /// The most plugins to list of one library, which might list them without end.
  private static var mostPlugins: UInt32 { 10_000 }

  /// Plays a second, and reports the results of its tests.
  ///
  /// - Throws: `ChainError` if the component can't be instantiated.
  func playOneSecond() throws(ChainError) {
    let before = ProcessSurroundings()
    log.begin(.instantiates)
    let stopped = try instance()
    log.report(.instantiates, nil)
    log.begin(.runs)
    let player = try TestPlayer(stopped)
    let printed = BorrowedDescriptor.standardError.position
    let heard = player.play(
      signal(.burst(0.25), Self.second), frames: Self.second, events: events(Self.second))
    CurrentProcess.flushStreams()
    log.report(.runs, nil)
    report(heard, player.control)
    if player.signalOutputs.isEmpty, !hasControlOutputs {
      log.skip(.signalOutputs, "it has no such outputs")
    } else {
      log.report(.signalOutputs, signalProblem(heard, player.signalOutputs))
    }
    log.report(
      .printing, BorrowedDescriptor.standardError.position == printed ? nil : ValidationProblem(.printed))
    if !keepsInstances {
      log.begin(.cleanup)
      _ = player.stop()
      log.report(.cleanup, nil)
    }
    let changes = ProcessSurroundings().changes(since: before)
    log.report(.process, changes.isEmpty ? nil : ValidationProblem(.changedProcess, changes))
  }

  /// One second at the rate of the tests, in frames.
  private static var second: Int { 48_000 }

  private func report(_ heard: HeardSound, _ control: ChainControl) {
    log.report(
      .finite, heard.firstNotFinite().map { ValidationProblem(.notFinite, [""], [Double($0) / Double(Self.second)]) })
    log.report(.level, levelProblem(heard))
    let isIntact = control.corruptingStage == nil && control.isMemoryIntact
    log.report(.memory, isIntact ? nil : ValidationProblem(.wroteOutside))
    log.report(.inputs, heard.hasChangedInputs ? ValidationProblem(.wroteInputs) : nil)
    log.report(.floatingPoint, control.hasChangedMode ? ValidationProblem(.changedMode) : nil)
  }

  private var hasControlOutputs: Bool { record.ports.contains { $0.kind == .control && $0.direction == .output } }

  private func signalProblem(_ heard: HeardSound, _ ports: [ComponentPort]) -> ValidationProblem? {
    if let fault = heard.signalFaults().first {
      return ValidationProblem(.notFinite, [fault.output], [Double(fault.frame) / Double(Self.second)])
    }
    for (port, (_, samples)) in zip(ports, heard.signals) {
      let (low, high) = (samples.min() ?? 0, samples.max() ?? 0)
      let range = port.signalRange
      // Rounding may exceed a range by a little.
      let slack = (range.upperBound - range.lowerBound) / 1_000
      let extreme = low < range.lowerBound - slack ? low : high
      guard low < range.lowerBound - slack || high > range.upperBound + slack else { continue }
      let numbers = [extreme, range.lowerBound, range.upperBound].map(Double.init)
      return ValidationProblem(.signalOutOfRange, [port.symbol], numbers)
    }
    return nil
  }

  /// +24 dBFS, where live chains mute: no host should send more to loudspeakers.
  private static var loudest: Float { 15.848_932 }

  private func levelProblem(_ heard: HeardSound) -> ValidationProblem? {
    let loud = zip(record.mainPorts(.output), heard.channels.indices)
      .map { (port: record.ports[$0], peak: heard.peak($1)) }
      .filter { $0.peak > Self.loudest }
    guard let loudest = loud.max(by: { $0.peak < $1.peak }) else { return nil }
    let decibels = 20 * log10(Double(loudest.peak))
    let sounds = loud.filter { $0.port.isSound }
    guard let sound = sounds.max(by: { $0.peak < $1.peak }) else {
      return ValidationProblem(.loudSignal, [loudest.port.symbol], [decibels])
    }
    return ValidationProblem(.loud, [sound.port.symbol], [20 * log10(Double(sound.peak))])
  }
}

extension ComponentPort {
  /// The range that its bundle gives for an output, or else values below +24 dBFS.
  fileprivate var signalRange: ClosedRange<Float> {
    guard let minimum, let maximum, minimum < maximum else { return -15.848_932...15.848_932 }
    return Float(minimum)...Float(maximum)
  }

  /// Whether an audio port carries sound, as far as its description shows. Some older plugins have audio ports for
  /// control signals, which are in hertz, for example.
  fileprivate var isSound: Bool {
    let words = "\(symbol) \(name)".lowercased().split { !$0.isLetter }
    return unit == nil && !words.contains { Self.signals.contains(String($0)) }
  }

  private static let signals: Set<String> = [
    "cv", "hz", "freq", "frequency", "pitch", "gate", "trig", "trigger", "envelope", "env", "lfo", "rate", "phase",
  ]
}
