internal import ComponentModel

// On the wire, a case is its number, in the order of its declaration, followed by its payload. Numbers are fixed for
// each ``WorkerSession/version``.

extension FileProblem: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = .outsideBundle
    case 1: self = .foreignLink
    case 2: self = .notRegular
    case 3: self = .empty
    case 4:
      let size = try reader.integer()
      self = .tooLarge(size, limit: try reader.integer())
    case 5: self = .system(try reader.text())
    case 6: self = .unavailable(try ScanInterruption(from: &reader))
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

extension SyntaxProblem: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let line = try reader.integer()
    let column = try reader.integer()
    self.init(line: line, column: column, message: try reader.text())
  }

  func write(to writer: inout WireWriter) {
    writer.write(line)
    writer.write(column)
    writer.write(message)
  }
}

extension ScanInterruption: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = .killed(signal: try reader.text())
    case 1: self = .stopped
    case 2: self = .timedOut(seconds: try reader.integer())
    case 3: self = .noAnswer
    case 4: self = .system(try reader.text())
    case 5: self = .replacedFile
    case 6: self = .noPlaceForManifest(reason: try reader.text())
    case 7: self = .unreadableManifestCopy(reason: try reader.text())
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
    case 0: self = .exited(status: try reader.integer())
    case 1: self = .signal(try reader.text())
    case 2: self = .memory(try reader.integer())
    case 3: self = .timedOut(try reader.integer())
    case 4: self = .malformedAnswer(try MessageProblem(from: &reader))
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
    case 1:
      let bytes = try reader.integer()
      self = .longURI(bytes, limit: try reader.integer())
    case 2:
      let file = try reader.text()
      self = .invalidFile(file, try SyntaxProblem(from: &reader))
    case 3: self = .missingBinary
    case 4: self = .binaryNotFile(try reader.text())
    case 5:
      let path = try reader.text()
      self = .unusableBinary(path, try FileProblem(from: &reader))
    case 6:
      let count = try reader.integer()
      self = .tooManyPorts(count, limit: try reader.integer())
    case 7: self = .missingPortIndex
    case 8: self = .portIndexNotWhole(try reader.text())
    case 9:
      let index = try reader.integer()
      self = .portIndexOutOfRange(index, ports: try reader.integer())
    case 10: self = .repeatedPortIndex(try reader.integer())
    case 11: self = .missingPortSymbol(try reader.integer())
    case 12:
      let index = try reader.integer()
      self = .missingPortDirection(index, symbol: try reader.text())
    case 13: self = .worker(try WorkerFailure(from: &reader))
    case 14: self = .tooLarge(limit: try reader.integer())
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
    case 0: self = .unreadableDirectory(try reader.text())
    case 1: self = .unusableManifest(try FileProblem(from: &reader))
    case 2: self = .invalidManifest(try SyntaxProblem(from: &reader))
    case 3:
      let count = try reader.integer()
      self = .tooManyPlugins(count, limit: try reader.integer())
    case 4: self = .notDiscovered(try reader.text())
    case 5: self = .worker(try WorkerFailure(from: &reader))
    case 6: self = .tooLarge(limit: try reader.integer())
    case 7: self = .interrupted(try ScanInterruption(from: &reader))
    case 8: self = .scanTooLarge(limit: try reader.integer())
    case 9: self = .unreadableManifest(try reader.text())
    case 10: self = .unreadableName
    case 11: self = .tooManyFiles(limit: try reader.integer())
    case 12:
      let size = try reader.integer()
      self = .tooMuchTurtle(size, limit: try reader.integer())
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
    case 1: self = .repeatedSymbol(try reader.text())
    case 2:
      let path = try reader.text()
      self = .unusablePicture(path, try FileProblem(from: &reader))
    case 3:
      let file = try reader.text()
      self = .unusableFile(file, try FileProblem(from: &reader))
    case 4: self = .presetsLeftOut(try WorkerFailure(from: &reader))
    case 5: self = .tag(try TagRemark(from: &reader))
    case 6:
      let file = try reader.text()
      self = .repairedFile(file, try SyntaxProblem(from: &reader))
    case 7:
      let count = try reader.integer()
      self = .tooManyNames(count, limit: try reader.integer())
    case 8:
      let what = try reader.text()
      let count = try reader.integer()
      self = .longURIs(of: what, count, limit: try reader.integer())
    case 9: self = .tooManyRemarks(limit: try reader.integer())
    case 10:
      let file = try reader.text()
      self = .invalidFile(file, try SyntaxProblem(from: &reader))
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
    case 0:
      let count = try reader.integer()
      self = .tooManyTags(count, limit: try reader.integer())
    case 1: self = .longNames(limit: try reader.integer())
    case 2: self = .standardTagNotText(found: try reader.text())
    case 3: self = .ownTagIsText(found: try reader.text())
    case 4: self = .ownTagWithoutLabel(try reader.text())
    case 5: self = .labelNotText(found: try reader.text())
    case 6:
      let label = try reader.text()
      self = .longLanguage(ofLabel: label, try reader.integer())
    case 7:
      let count = try reader.integer()
      self = .tooManyLabels(count, limit: try reader.integer())
    case 8: self = .tooManyNames(limit: try reader.integer())
    case 9:
      let language = try String?(from: &reader)
      let taken = try reader.text()
      self = .repeatedName(language: language, taken: taken, other: try reader.text())
    case 10:
      let property = try reader.text()
      self = .unusableName(property: property, try TagRemark.NameProblem(from: &reader))
    case 11:
      let name = try reader.text()
      self = .unknownStandardTag(name, nearest: try String?(from: &reader))
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
    case 1:
      let beginning = try reader.text()
      self = .tooLong(beginning, try reader.integer())
    case 2: self = .controlCharacter(try reader.text())
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

extension WireWriter {
  /// Writes a case's number and its payload.
  fileprivate mutating func writeCase<each Payload: WireValue>(_ number: UInt64, _ payload: repeat each Payload) {
    write(number)
    repeat (each payload).write(to: &self)
  }
}
