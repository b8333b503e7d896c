import ComponentModel
import ComponentScan
import TestSupport

/// Records with everything that may be in them, drawn at random.
struct RandomRecords {
  var generator: SeededGenerator

  mutating func chance() -> Bool { Bool.random(using: &generator) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func text() -> String {
    let pieces = ["", "a", "Röhre", "\u{0}", "\u{1B}[0m", "\u{202E}", "👩‍🚀", "e\u{301}", "\n", "残響", "\"", "urn:x#y"]
    return list(4) { $0.one(pieces) }.joined()
  }

  mutating func integer() -> Int { one([0, 1, -1, 63, 64, -64, -65, 1 << 31, .max, .min]) }

  mutating func double() -> Double {
    one([0, -0.0, 1, -1.5, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude, .pi])
  }

  mutating func one<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }

  mutating func optional<Value>(_ value: (inout Self) -> Value) -> Value? { chance() ? value(&self) : nil }

  mutating func list<Value>(_ most: Int = 3, _ value: (inout Self) -> Value) -> [Value] {
    (0..<number(0...most)).map { _ in value(&self) }
  }

  /// Draws some parts of a record.
  mutating func draw<Record, Value>(
    _ record: inout Record, _ paths: WritableKeyPath<Record, Value>..., value: (inout Self) -> Value
  ) {
    for path in paths { record[keyPath: path] = value(&self) }
  }

  mutating func port() -> ComponentPort {
    var port = ComponentPort(
      index: integer(), symbol: text(), name: text(), kind: one(ComponentPort.Kind.allCases),
      direction: chance() ? .input : .output)
    draw(&port, \.defaultValue, \.minimum, \.maximum) { $0.optional { $0.double() } }
    draw(&port, \.unit, \.designation, \.group) { $0.optional { $0.text() } }
    draw(&port, \.properties, \.supports) { $0.list { $0.text() } }
    port.scalePoints = list { ComponentPort.ScalePoint(label: $0.text(), value: $0.double()) }
    port.minimumSize = optional { $0.integer() }
    return port
  }

  mutating func patchParameter() -> PatchParameter {
    var parameter = PatchParameter(uri: text(), name: text(), isWritable: chance(), isReadable: chance())
    draw(&parameter, \.defaultValue, \.minimum, \.maximum) { $0.optional { $0.double() } }
    draw(&parameter, \.valueType, \.unit) { $0.optional { $0.text() } }
    return parameter
  }

  mutating func plugin() -> PluginRecord {
    var record = PluginRecord(uri: text())
    draw(
      &record, \.author, \.homepage, \.project, \.projectName, \.license, \.shortName, \.comment, \.binary, \.icon,
      \.mainInputGroup, \.mainOutputGroup
    ) { $0.optional { $0.text() } }
    draw(
      &record, \.classes, \.requiredFeatures, \.optionalFeatures, \.extensionData, \.replaces, \.standardTags
    ) { $0.list { $0.text() } }
    record.names = list { random in LocalizedText(random.text(), language: random.optional { $0.text() }) }
    record.version = Version(minor: integer(), micro: integer())
    record.ports = list(4) { $0.port() }
    record.patchParameters = list { $0.patchParameter() }
    record.interfaces = list { InterfaceRecord(uri: $0.text(), type: $0.text()) }
    record.ownTags = list { random in
      OwnTag(labels: random.list { LocalizedText($0.text(), language: $0.optional { $0.text() }) })
    }
    record.remarks = list { $0.remark() }
    record.lilvAnswers = optional { LilvAnswers(author: $0.text(), facts: $0.text()) }
    return record
  }

  mutating func preset() -> PresetRecord {
    PresetRecord(
      uri: text(), appliesTo: text(), label: optional { $0.text() }, bank: optional { $0.text() },
      bankLabel: optional { $0.text() })
  }

  mutating func reply() -> WorkerReply {
    switch number(0...6) {
    case 0: return .unchanged
    case 1: return .outline(list { random in random.list { $0.text() } })
    case 2: return .began(text())
    case 3: return .plugin(plugin())
    case 4: return .rejected(text(), pluginProblem())
    case 5: return .presets(list { $0.preset() })
    default:
      let content = optional { $0.generator.next() }
      return .finished(
        WorkerReply.Summary(
          content: content, problem: optional { $0.bundleProblem() }, remarks: list { $0.remark() }))
    }
  }

  mutating func request() -> WorkerRequest {
    WorkerRequest(
      bundle: text(), task: one([.all, .outline, .plugins(list { $0.text() })]), skipping: list { $0.text() },
      knownContent: optional { $0.generator.next() }, seconds: integer())
  }
}

/// Faults and remarks: each case with any payload.
extension RandomRecords {
  mutating func fileProblem() -> FileProblem {
    one([
      .outsideBundle, .foreignLink, .notRegular, .empty, .tooLarge(integer(), limit: integer()),
      .unavailable(interruption()), .system(text()),
    ])
  }

  mutating func interruption() -> ScanInterruption {
    one([
      .killed(signal: text()), .stopped, .timedOut(seconds: integer()), .noAnswer, .system(text()), .replacedFile,
      .noPlaceForManifest(reason: text()), .unreadableManifestCopy(reason: text()),
    ])
  }

  mutating func syntaxProblem() -> SyntaxProblem { SyntaxProblem(line: integer(), column: integer(), message: text()) }

  mutating func workerFailure() -> WorkerFailure {
    one([
      .exited(status: integer()), .signal(text()), .memory(integer()), .timedOut(integer()),
      .malformedAnswer(MessageProblem(rawValue: UInt8(number(0...27))) ?? .cutOff), .noAnswer,
    ])
  }

  mutating func pluginProblem() -> PluginProblem {
    one([
      .undeclared, .longURI(integer(), limit: integer()), .invalidFile(text(), syntaxProblem()), .missingBinary,
      .binaryNotFile(text()), .unusableBinary(text(), fileProblem()), .tooManyPorts(integer(), limit: integer()),
      .missingPortIndex, .portIndexNotWhole(text()), .portIndexOutOfRange(integer(), ports: number(0...9)),
      .repeatedPortIndex(integer()), .missingPortSymbol(integer()), .missingPortDirection(integer(), symbol: text()),
      .tooLarge(limit: integer()), .worker(workerFailure()),
    ])
  }

  mutating func bundleProblem() -> BundleProblem {
    one([
      .unreadableDirectory(text()), .unusableManifest(fileProblem()), .invalidManifest(syntaxProblem()),
      .tooManyPlugins(integer(), limit: integer()), .notDiscovered(text()), .tooLarge(limit: integer()),
      .interrupted(interruption()), .scanTooLarge(limit: integer()), .unreadableManifest(text()), .unreadableName,
      .tooManyFiles(limit: integer()), .tooMuchTurtle(integer(), limit: integer()), .worker(workerFailure()),
    ])
  }

  mutating func remark() -> ScanRemark {
    one([
      .missingName, .repeatedSymbol(text()), .unusablePicture(text(), fileProblem()),
      .unusableFile(text(), fileProblem()), .presetsLeftOut(workerFailure()), .repairedFile(text(), syntaxProblem()),
      .tooManyNames(integer(), limit: integer()), .longURIs(of: text(), integer(), limit: integer()),
      .tooManyRemarks(limit: integer()), .invalidFile(text(), syntaxProblem()), .tag(tagRemark()),
    ])
  }

  mutating func nameProblem() -> TagRemark.NameProblem {
    one([.empty, .tooLong(text(), integer()), .controlCharacter(text())])
  }

  mutating func tagRemark() -> TagRemark {
    one([
      .tooManyTags(integer(), limit: integer()), .longNames(limit: integer()), .standardTagNotText(found: text()),
      .ownTagIsText(found: text()), .ownTagWithoutLabel(text()), .labelNotText(found: text()),
      .longLanguage(ofLabel: text(), integer()), .tooManyLabels(integer(), limit: integer()),
      .tooManyNames(limit: integer()), .repeatedName(language: optional { $0.text() }, taken: text(), other: text()),
      .unusableName(property: text(), nameProblem()), .unknownStandardTag(text(), nearest: optional { $0.text() }),
    ])
  }
}
