package import ComponentModel

// Errors as a child reports them to its parent: the cause's name, its texts and its numbers. Causes that only the
// parent can know, such as how the child ended, have no representation here.

extension ChainError {
  /// The members of a JSON object.
  package var members: [(key: String, value: JSON)] {
    let parts = cause.parts
    return [
      ("cause", .string(parts.name)), ("component", .optional(component)), ("texts", .strings(parts.texts)),
      ("numbers", .array(parts.numbers.map { $0.map(JSON.number) ?? .null })),
    ]
  }

  /// The error that a child has reported.
  package init(_ members: Members) throws(ChainFile.FormatError) {
    let texts = try members.array("texts").compactMap(\.text)
    let numbers = try members.array("numbers").map(\.double)
    let name = try members.text("cause") ?? ""
    self.init(
      Cause(name: name, texts: texts, numbers: numbers) ?? .invalidAnswer, component: try members.text("component"))
  }
}

extension ChainError.Cause {
  /// The parts of a cause; infinite and NaN numbers are nil, as JSON lacks them.
  fileprivate typealias Parts = (name: String, texts: [String], numbers: [Double?])

  fileprivate var parts: Parts {
    switch self {
    case .bundle(let path, let reason): ("bundle", [path, reason], [])
    case .unavailableBundle(let path, let reason): ("unavailableBundle", [path, reason], [])
    case .foreignBundle(let path): ("foreignBundle", [path], [])
    case .foreignLink(let path, let user): ("foreignLink", [path], [Double(user)])
    case .preset(let problem): ("preset", problem.texts, [])
    case .defaultState(let problem): ("defaultState", problem.texts, [])
    case .needsLiveSource: ("needsLiveSource", [], [])
    case .missingFeatures(let uris): ("missingFeatures", uris, [])
    case .portKind(let symbol): ("portKind", [symbol], [])
    case .sampleRate(let rate): ("sampleRate", ["\(rate)"], [])
    case .tail(let seconds): ("tail", ["\(seconds)"], [])
    case .noBinary: ("noBinary", [], [])
    case .unloadableBinary(let reason): ("unloadableBinary", [reason], [])
    case .notALibrary(let path): ("notALibrary", [path], [])
    case .notInLibrary(let path): ("notInLibrary", [path], [])
    case .instantiationFailed(let rate, let length, let requirements):
      ("instantiationFailed", requirements.map(\.rawValue), [rate, Double(length)])
    case .noAudioOutput(let inputs): ("noAudioOutput", [], [Double(inputs)])
    case .channelMismatch(let inputs, let outputs, let channels):
      ("channelMismatch", [], [Double(inputs), Double(outputs), Double(channels)])
    case .channelCount(let count): ("channelCount", [], [Double(count)])
    case .outputCount(let count): ("outputCount", [], [Double(count)])
    case .tooFewOutputs(let channels, let outputs): ("tooFewOutputs", [], [Double(channels), Double(outputs)])
    case .noParameter(let word, let known): ("noParameter", [word] + known, [])
    case .ambiguousParameter(let word, let symbols): ("ambiguousParameter", [word] + symbols, [])
    case .severalValues(let symbol, let names): ("severalValues", [symbol] + names, [])
    case .outOfRange(let symbol, let value, let minimum, let maximum, let unit):
      ("outOfRange", [symbol, "\(value)"] + (unit.map { [$0] } ?? []), [minimum, maximum])
    case .noState: ("noState", [], [])
    case .stateValue(let key): ("stateValue", [key], [])
    case .savingState(let failure): ("savingState", [failure.rawValue], [])
    case .restoringState(let failure): ("restoringState", [failure.rawValue], [])
    case .missingFiles(let files, let preset):
      (preset == nil ? "missingFiles" : "missingFilesOfPreset", (preset.map { [$0] } ?? []) + files, [])
    case .blockLength(let frames): ("blockLength", [], [Double(frames)])
    case .notAPowerOfTwo(let frames): ("notAPowerOfTwo", [], [Double(frames)])
    case .nonFinite(let seconds): ("nonFinite", [], [seconds])
    case .nonFiniteInput(let seconds): ("nonFiniteInput", [], [seconds])
    case .latency(let frames): ("latency", ["\(frames)"], [])
    case .wroteOutside(let others): ("wroteOutside", others, [])
    case .outOfMemory: ("outOfMemory", [], [])
    case .noThread(let reason): ("noThread", [reason], [])
    case .invalidJob(let reason): ("invalidJob", [reason], [])
    case .noControlPort, .noPatchParameter, .notAValue, .notANumber, .noComponent, .noUnit, .notLive, .messageTooLong,
      .tooManyMessages,
      .crashed, .exited, .vanished, .killed, .timedOut, .late, .noSharedMemory, .noProcess, .programUnavailable,
      .invalidAnswer,
      .incompleteOutput:
      ("invalidAnswer", [], [])
    }
  }

  /// - Returns: nil if no child of this version sends this.
  fileprivate init?(name: String, texts: [String], numbers: [Double?]) {
    func count(_ index: Int) -> Int {
      index < numbers.count ? numbers[index].flatMap { Int(exactly: $0) } ?? 0 : 0
    }
    let text = texts.first ?? ""
    switch name {
    case "bundle" where texts.count == 2: self = .bundle(path: text, reason: texts[1])
    case "unavailableBundle" where texts.count == 2: self = .unavailableBundle(path: text, reason: texts[1])
    case "foreignBundle": self = .foreignBundle(path: text)
    case "foreignLink": self = .foreignLink(path: text, user: UInt32(clamping: count(0)))
    case "preset", "defaultState":
      guard let problem = ChainError.ContentProblem(texts) else { return nil }
      self = name == "preset" ? .preset(problem) : .defaultState(problem)
    case "needsLiveSource": self = .needsLiveSource
    case "missingFeatures": self = .missingFeatures(texts)
    case "portKind": self = .portKind(symbol: text)
    case "sampleRate": self = .sampleRate(Double(text) ?? .nan)
    case "tail": self = .tail(Double(text) ?? .nan)
    case "noBinary": self = .noBinary
    case "unloadableBinary": self = .unloadableBinary(reason: text)
    case "notALibrary": self = .notALibrary(path: text)
    case "notInLibrary": self = .notInLibrary(path: text)
    case "instantiationFailed":
      self = .instantiationFailed(
        sampleRate: (numbers.first ?? nil) ?? .nan, blockLength: count(1),
        requirements: texts.compactMap(ChainError.BlockRequirement.init))
    case "noAudioOutput": self = .noAudioOutput(inputs: count(0))
    case "channelMismatch": self = .channelMismatch(inputs: count(0), outputs: count(1), channels: count(2))
    case "channelCount": self = .channelCount(count(0))
    case "outputCount": self = .outputCount(count(0))
    case "tooFewOutputs": self = .tooFewOutputs(channels: count(0), outputs: count(1))
    case "noParameter": self = .noParameter(text, known: Array(texts.dropFirst()))
    case "ambiguousParameter": self = .ambiguousParameter(text, symbols: Array(texts.dropFirst()))
    case "severalValues": self = .severalValues(symbol: text, names: Array(texts.dropFirst()))
    case "outOfRange" where texts.count >= 2 && numbers.count == 2:
      self = .outOfRange(
        symbol: text, value: Double(texts[1]) ?? .nan, minimum: numbers[0], maximum: numbers[1],
        unit: texts.count > 2 ? texts[2] : nil)
    case "noState": self = .noState
    case "stateValue": self = .stateValue(key: text)
    case "savingState": self = .savingState(ChainError.StateFailure(rawValue: text) ?? .unknown)
    case "restoringState": self = .restoringState(ChainError.StateFailure(rawValue: text) ?? .unknown)
    case "missingFiles": self = .missingFiles(texts, preset: nil)
    case "missingFilesOfPreset": self = .missingFiles(Array(texts.dropFirst()), preset: text)
    case "blockLength": self = .blockLength(count(0))
    case "notAPowerOfTwo": self = .notAPowerOfTwo(count(0))
    case "nonFinite": self = .nonFinite(seconds: (numbers.first ?? nil) ?? .nan)
    case "nonFiniteInput": self = .nonFiniteInput(seconds: (numbers.first ?? nil) ?? .nan)
    case "latency": self = .latency(frames: Double(text) ?? .nan)
    case "wroteOutside": self = .wroteOutside(otherComponents: texts)
    case "outOfMemory": self = .outOfMemory
    case "noThread": self = .noThread(reason: text)
    case "invalidJob": self = .invalidJob(reason: text)
    default: return nil
    }
  }
}
