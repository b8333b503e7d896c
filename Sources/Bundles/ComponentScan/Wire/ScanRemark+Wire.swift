internal import ComponentModel

// On the wire, a case is its number in the functions below, followed by its payload. Numbers are fixed for each
// ``WorkerSession/version``.

extension FileProblem: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = .outsideBundle
    case 1: self = .foreignLink
    case 2: self = .notRegular
    case 3: self = .empty
    case 4: self = try reader.make(Self.tooLarge)
    case 5: self = try reader.make(Self.system)
    case 6: self = try reader.make(Self.unavailable)
    default: throw MessageProblem.unknownFileProblem
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .outsideBundle: writer.writeCase(0)
    case .foreignLink: writer.writeCase(1)
    case .notRegular: writer.writeCase(2)
    case .empty: writer.writeCase(3)
    case .tooLarge(let size, let limit): writer.writeCase(4, size, limit)
    case .system(let words): writer.writeCase(5, words)
    case .unavailable(let cause): writer.writeCase(6, cause)
    }
  }
}

extension SyntaxProblem: WireRecord {
  static var blank: Self { Self(line: 0, column: 0, message: "") }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&line)
    try wire.field(&column)
    try wire.field(&message)
  }
}

extension ScanInterruption: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = try reader.make(Self.killed)
    case 1: self = .stopped
    case 2: self = try reader.make(Self.timedOut)
    case 3: self = .noAnswer
    case 4: self = try reader.make(Self.system)
    case 5: self = .replacedFile
    case 6: self = try reader.make(Self.noPlaceForManifest)
    case 7: self = try reader.make(Self.unreadableManifestCopy)
    case 8: self = .cutOff
    default: throw MessageProblem.unknownInterruption
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .killed(let signal): writer.writeCase(0, signal)
    case .stopped: writer.writeCase(1)
    case .timedOut(let seconds): writer.writeCase(2, seconds)
    case .noAnswer: writer.writeCase(3)
    case .system(let words): writer.writeCase(4, words)
    case .replacedFile: writer.writeCase(5)
    case .noPlaceForManifest(let reason): writer.writeCase(6, reason)
    case .unreadableManifestCopy(let reason): writer.writeCase(7, reason)
    case .cutOff: writer.writeCase(8)
    }
  }
}

extension MessageProblem: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    guard let problem = Self(rawValue: try reader.byte()) else { throw .unknownMessageProblem }
    self = problem
  }

  func write(to writer: inout WireWriter) { writer.writeCase(UInt64(rawValue)) }
}

extension WorkerFailure: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = try reader.make(Self.exited)
    case 1: self = try reader.make(Self.signal)
    case 2: self = try reader.make(Self.memory)
    case 3: self = try reader.make(Self.timedOut)
    case 4: self = try reader.make(Self.malformedAnswer)
    case 5: self = .noAnswer
    default: throw MessageProblem.unknownWorkerFailure
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .exited(let status): writer.writeCase(0, status)
    case .signal(let name): writer.writeCase(1, name)
    case .memory(let limit): writer.writeCase(2, limit)
    case .timedOut(let seconds): writer.writeCase(3, seconds)
    case .malformedAnswer(let problem): writer.writeCase(4, problem)
    case .noAnswer: writer.writeCase(5)
    }
  }
}

extension PluginProblem: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = .undeclared
    case 1: self = try reader.make(Self.longURI)
    case 2: self = try reader.make(Self.invalidFile)
    case 3: self = .missingBinary
    case 4: self = try reader.make(Self.binaryNotFile)
    case 5: self = try reader.make(Self.unusableBinary)
    case 6: self = try reader.make(Self.tooManyPorts)
    case 7: self = .missingPortIndex
    case 8: self = try reader.make(Self.portIndexNotWhole)
    case 9: self = try reader.make(Self.portIndexOutOfRange)
    case 10: self = try reader.make(Self.repeatedPortIndex)
    case 11: self = try reader.make(Self.missingPortSymbol)
    case 12: self = try reader.make(Self.missingPortDirection)
    case 13: self = try reader.make(Self.worker)
    case 14: self = try reader.make(Self.tooLarge)
    default: throw MessageProblem.unknownPluginProblem
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .undeclared: writer.writeCase(0)
    case .longURI(let bytes, let limit): writer.writeCase(1, bytes, limit)
    case .invalidFile(let file, let problem): writer.writeCase(2, file, problem)
    case .missingBinary: writer.writeCase(3)
    case .binaryNotFile(let uri): writer.writeCase(4, uri)
    case .unusableBinary(let path, let problem): writer.writeCase(5, path, problem)
    case .tooManyPorts(let count, let limit): writer.writeCase(6, count, limit)
    case .missingPortIndex: writer.writeCase(7)
    case .portIndexNotWhole(let text): writer.writeCase(8, text)
    case .portIndexOutOfRange(let index, let count): writer.writeCase(9, index, count)
    case .repeatedPortIndex(let index): writer.writeCase(10, index)
    case .missingPortSymbol(let index): writer.writeCase(11, index)
    case .missingPortDirection(let index, let symbol): writer.writeCase(12, index, symbol)
    case .worker(let failure): writer.writeCase(13, failure)
    case .tooLarge(let limit): writer.writeCase(14, limit)
    }
  }
}

extension BundleProblem: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = try reader.make(Self.unreadableDirectory)
    case 1: self = try reader.make(Self.unusableManifest)
    case 2: self = try reader.make(Self.invalidManifest)
    case 3: self = try reader.make(Self.tooManyPlugins)
    case 4: self = try reader.make(Self.notDiscovered)
    case 5: self = try reader.make(Self.worker)
    case 6: self = try reader.make(Self.tooLarge)
    case 7: self = try reader.make(Self.interrupted)
    case 8: self = try reader.make(Self.scanTooLarge)
    case 9: self = try reader.make(Self.unreadableManifest)
    case 10: self = .unreadableName
    case 11: self = try reader.make(Self.tooManyFiles)
    case 12: self = try reader.make(Self.tooMuchTurtle)
    default: throw MessageProblem.unknownBundleProblem
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .unreadableDirectory(let reason): writer.writeCase(0, reason)
    case .unusableManifest(let problem): writer.writeCase(1, problem)
    case .invalidManifest(let problem): writer.writeCase(2, problem)
    case .tooManyPlugins(let count, let limit): writer.writeCase(3, count, limit)
    case .notDiscovered(let plugin): writer.writeCase(4, plugin)
    case .worker(let failure): writer.writeCase(5, failure)
    case .tooLarge(let limit): writer.writeCase(6, limit)
    case .interrupted(let cause): writer.writeCase(7, cause)
    case .scanTooLarge(let limit): writer.writeCase(8, limit)
    case .unreadableManifest(let reason): writer.writeCase(9, reason)
    case .unreadableName: writer.writeCase(10)
    case .tooManyFiles(let limit): writer.writeCase(11, limit)
    case .tooMuchTurtle(let size, let limit): writer.writeCase(12, size, limit)
    }
  }
}

extension ScanRemark: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = .missingName
    case 1: self = try reader.make(Self.repeatedSymbol)
    case 2: self = try reader.make(Self.unusablePicture)
    case 3: self = try reader.make(Self.unusableFile)
    case 4: self = try reader.make(Self.presetsLeftOut)
    case 5: self = try reader.make(Self.tag)
    case 6: self = try reader.make(Self.repairedFile)
    case 7: self = try reader.make(Self.tooManyNames)
    case 8: self = try reader.make(Self.longURIs)
    case 9: self = try reader.make(Self.tooManyRemarks)
    case 10: self = try reader.make(Self.invalidFile)
    default: throw MessageProblem.unknownRemark
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .missingName: writer.writeCase(0)
    case .repeatedSymbol(let symbol): writer.writeCase(1, symbol)
    case .unusablePicture(let path, let problem): writer.writeCase(2, path, problem)
    case .unusableFile(let file, let problem): writer.writeCase(3, file, problem)
    case .presetsLeftOut(let failure): writer.writeCase(4, failure)
    case .tag(let remark): writer.writeCase(5, remark)
    case .repairedFile(let file, let problem): writer.writeCase(6, file, problem)
    case .tooManyNames(let count, let limit): writer.writeCase(7, count, limit)
    case .longURIs(let what, let count, let limit): writer.writeCase(8, what, count, limit)
    case .tooManyRemarks(let limit): writer.writeCase(9, limit)
    case .invalidFile(let file, let problem): writer.writeCase(10, file, problem)
    }
  }
}

extension TagRemark: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = try reader.make(Self.tooManyTags)
    case 1: self = try reader.make(Self.longNames)
    case 2: self = try reader.make(Self.standardTagNotText)
    case 3: self = try reader.make(Self.ownTagIsText)
    case 4: self = try reader.make(Self.ownTagWithoutLabel)
    case 5: self = try reader.make(Self.labelNotText)
    case 6: self = try reader.make(Self.longLanguage)
    case 7: self = try reader.make(Self.tooManyLabels)
    case 8: self = try reader.make(Self.tooManyNames)
    case 9: self = try reader.make(Self.repeatedName)
    case 10: self = try reader.make(Self.unusableName)
    case 11: self = try reader.make(Self.unknownStandardTag)
    default: throw MessageProblem.unknownTagRemark
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .tooManyTags(let count, let limit): writer.writeCase(0, count, limit)
    case .longNames(let limit): writer.writeCase(1, limit)
    case .standardTagNotText(let found): writer.writeCase(2, found)
    case .ownTagIsText(let found): writer.writeCase(3, found)
    case .ownTagWithoutLabel(let tag): writer.writeCase(4, tag)
    case .labelNotText(let found): writer.writeCase(5, found)
    case .longLanguage(let label, let bytes): writer.writeCase(6, label, bytes)
    case .tooManyLabels(let count, let limit): writer.writeCase(7, count, limit)
    case .tooManyNames(let limit): writer.writeCase(8, limit)
    case .repeatedName(let language, let taken, let other): writer.writeCase(9, language, taken, other)
    case .unusableName(let property, let problem): writer.writeCase(10, property, problem)
    case .unknownStandardTag(let name, let nearest): writer.writeCase(11, name, nearest)
    }
  }
}

extension TagRemark.NameProblem: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = .empty
    case 1: self = try reader.make(Self.tooLong)
    case 2: self = try reader.make(Self.controlCharacter)
    default: throw MessageProblem.unknownTagRemark
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .empty: writer.writeCase(0)
    case .tooLong(let beginning, let bytes): writer.writeCase(1, beginning, bytes)
    case .controlCharacter(let name): writer.writeCase(2, name)
    }
  }
}
