internal import ComponentModel

extension ChainError.Cause: CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .bundle(let path, let reason): "\(reason) (\(path))"
    case .unavailableBundle(let path, let reason): "its bundle \(path) can't be read at the moment: \(reason)"
    case .foreignBundle(let path): "the bundle \(path) is in no directory of the search path, so it is not loaded"
    case .foreignLink(let path, let user):
      "root does not load the bundle \(path), because a link of user \(user) leads to it"
    case .preset(let problem): "its preset can't be read: \(problem)"
    case .defaultState(let problem): "its default state can't be read: \(problem)"
    case .needsLiveSource: "it needs a live source (lv2:isLive), and there is none"
    case .missingFeatures(let uris): "it requires \(uris.joined(separator: ", ")), which this host does not support"
    case .portKind(let symbol): "its port `\(symbol)` is of a kind that this host does not support"
    case .sampleRate(let rate): "\(rate) Hz is not a sample rate that a chain can run at"
    case .tail(let seconds): "a tail must last 0 to \(Int(HostSettings.tailLengths.upperBound)) seconds, not \(seconds)"
    case .noBinary: "it has no binary"
    case .unloadableBinary(let reason): "its binary can't be loaded: \(reason)"
    case .notALibrary(let path): "its binary \(path) is not an LV2 library"
    case .notInLibrary(let path): "its binary \(path) does not contain it; the bundle and its binary disagree"
    case .instantiationFailed(let rate, let length, let requirements):
      "the plugin refuses to start at \(ComponentPort.text(rate)) Hz with blocks of \(Count.text(length, "frame"))"
        + (requirements.isEmpty ? "" : "; it requires \(requirements.map(\.words).joined(separator: ", and "))")
    case .outOfMemory: "memory is exhausted"
    case .noSharedMemory(let reason): "no memory can be shared with the plugins' process: \(reason)"
    case .noProcess(let reason): "no process can be started for the plugins: \(reason)"
    case .noThread(let reason): "no thread can be started for a plugin's work: \(reason)"
    case .programUnavailable(let path, let reason): "\(path) does not start (\(reason))"
    case .invalidAnswer:
      "the plugins' process gave no valid answer: a plugin may have overwritten its memory"
    case .incompleteOutput: "the plugins' process ended before its sound was complete"
    case .invalidJob(let reason): "the plugins' process can't read its job: \(reason)"
    default: channelText ?? parameterText ?? stateText ?? renderText
    }
  }

  private var channelText: String? {
    switch self {
    case .noAudioOutput(let inputs):
      "it has \(Count.text(inputs, "audio input")) and \(Count.text(0, "audio output")), so nothing would be heard after it"
    case .channelMismatch(let inputs, let outputs, let channels):
      "it has \(Count.text(inputs, "audio input")) and \(Count.text(outputs, "audio output")), "
        + "and the sound before it has \(Count.text(channels, "audio channel"))"
    case .channelCount(let count):
      "a chain can have up to \(HostSettings.channelCounts.upperBound) channels, not \(count)"
    case .outputCount(0): "neither a component nor an input makes a sound; add a component that does, or an input"
    case .outputCount(let count):
      "the output has \(count) channels; at most \(HostSettings.renderedChannels) are rendered"
    case .tooFewOutputs(let channels, let outputs):
      "\(Count.text(channels, "channel")) of sound and \(Count.text(outputs, "output")); use \(Count.text(channels, "output"))"
        + ", or fewer inputs if the components have as many outputs as inputs"
    default: nil
    }
  }

  private var parameterText: String? {
    switch self {
    case .noParameter(let word, let known):
      "no parameter is named `\(word)`; \(known.isEmpty ? "it has none" : Self.list(known))"
    case .ambiguousParameter(let word, let symbols):
      "more than one parameter is named `\(word)`; \(Self.list(symbols))"
    case .noControlPort(let symbol): "it has no control port `\(symbol)`"
    case .noPatchParameter(let uri): "it has no parameter \(uri)"
    case .outOfRange(let symbol, let value, let minimum, let maximum, let unit):
      "`\(symbol)` has values from \(minimum.map(ComponentPort.text) ?? "…") to "
        + "\(maximum.map(ComponentPort.text) ?? "…")\(unit.map { " \($0)" } ?? ""), "
        + "not \(value.isFinite ? ComponentPort.text(value) : "\(value)")"
    case .notAValue(let objection): objection
    case .notANumber(let symbol, let value): "`\(symbol)` has no value \(value)"
    case .notLive: "the chain has ended, so it can't be edited; play it again first"
    case .noUnit(let number):
      "the chain no longer has a component with the ID \(number); its status lists those that it has"
    case .noComponent(let number, let count): "the chain has \(count) components, so there is no number \(number)"
    case .severalValues(let symbol, let names):
      "`\(symbol)` has several values, as \(names.map { "`\($0)`" }.joined(separator: " and ")); give it one"
    case .messageTooLong(let bytes): "\(bytes) bytes are too many for a message"
    case .tooManyMessages: "too many messages are waiting for the next block"
    default: nil
    }
  }

  private static func list(_ symbols: [String]) -> String {
    "it has \(symbols.prefix(40).joined(separator: ", "))\(symbols.count > 40 ? " and more" : "")"
  }

  private var stateText: String? {
    switch self {
    case .noState: "it has no state that could be restored"
    case .stateValue(let key): "the value of \(key) in its state does not match its type"
    case .savingState(let failure): "its state can't be saved: \(failure.words)"
    case .restoringState(let failure): "its state can't be restored: \(failure.words)"
    case .missingFiles(let files, let preset):
      "its \(preset.map { "preset \($0)" } ?? "state") can't be restored: it names \(files.joined(separator: " and ")), "
        + "which \(files.count == 1 ? "is" : "are") not there"
    default: nil
    }
  }

  private var renderText: String {
    switch self {
    case .blockLength(let frames):
      "a block must have \(HostSettings.blockLengths.lowerBound) to \(HostSettings.blockLengths.upperBound) frames, "
        + "not \(frames)"
    case .notAPowerOfTwo(let frames): "its block length must be a power of two, not \(frames); try 512"
    case .nonFinite(let seconds): "it gave samples that are not finite within the first \(seconds) s"
    case .nonFiniteInput(let seconds): "the input has samples that are not finite within the first \(seconds) s"
    case .latency(let frames):
      "it reports a latency of \(ComponentPort.text(frames)) frames, which can't be compensated for"
    case .wroteOutside(let others):
      "the plugin\(ChainError.Incident.text(others)) wrote outside the memory of its ports"
    case .crashed(let signal, let incident, let line):
      incident.text("crashed with \(signal)") + Self.printed(line)
    case .exited(let status, let incident, let line):
      incident.text("ended the process with status \(status)") + Self.printed(line)
    case .vanished(let incident): incident.text("ended the process in an unknown way")
    case .killed: "the plugins' process was killed from outside, perhaps because memory ran out"
    case .timedOut(let seconds, let incident): incident.text("did not return within \(seconds) s")
    case .late: "more than half of its blocks came too late"
    default: ""
    }
  }

  private static func printed(_ line: String) -> String { line.isEmpty ? "" : "; its last output: \(line)" }
}

extension ChainError.Incident {
  fileprivate func text(_ event: String) -> String {
    "the plugin\(Self.text(otherComponents)) \(event) while \(phase.words)"
  }

  fileprivate static func text(_ otherComponents: [String]) -> String {
    otherComponents.isEmpty ? "" : " (or \(otherComponents.joined(separator: ", ")))"
  }
}

extension ChainError.StateFailure {
  fileprivate var words: String {
    switch self {
    case .badType: "a property has a type that the plugin does not know"
    case .badFlags: "a property can't be kept in a file"
    case .noFeature: "it needs a feature that this host does not support"
    case .noProperty: "a property is missing"
    case .tooLarge: "it has more than 64 MiB, or more than 65536 properties"
    case .unknown: "the plugin gives no reason"
    }
  }
}
