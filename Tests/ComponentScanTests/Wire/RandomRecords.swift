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
    return (0..<number(0...4)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  mutating func integer() -> Int {
    [0, 1, -1, 63, 64, -64, -65, 1 << 31, .max, .min].randomElement(using: &generator) ?? 0
  }

  mutating func double() -> Double {
    let some = [0, -0.0, 1, -1.5, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude, .pi]
    return some.randomElement(using: &generator) ?? 0
  }

  mutating func optional<Value>(_ value: (inout Self) -> Value) -> Value? { chance() ? value(&self) : nil }

  mutating func list<Value>(_ most: Int = 3, _ value: (inout Self) -> Value) -> [Value] {
    (0..<number(0...most)).map { _ in value(&self) }
  }

  mutating func port() -> ComponentPort {
    let kind = ComponentPort.Kind.allCases.randomElement(using: &generator) ?? .audio
    var port = ComponentPort(
      index: integer(), symbol: text(), name: text(), kind: kind, direction: chance() ? .input : .output)
    port.defaultValue = optional { $0.double() }
    port.minimum = optional { $0.double() }
    port.maximum = optional { $0.double() }
    port.unit = optional { $0.text() }
    port.scalePoints = list { ComponentPort.ScalePoint(label: $0.text(), value: $0.double()) }
    port.designation = optional { $0.text() }
    port.group = optional { $0.text() }
    port.properties = list { $0.text() }
    port.supports = list { $0.text() }
    port.minimumSize = optional { $0.integer() }
    return port
  }

  mutating func patchParameter() -> PatchParameter {
    var parameter = PatchParameter(uri: text(), name: text(), isWritable: chance(), isReadable: chance())
    parameter.valueType = optional { $0.text() }
    parameter.defaultValue = optional { $0.double() }
    parameter.minimum = optional { $0.double() }
    parameter.maximum = optional { $0.double() }
    parameter.unit = optional { $0.text() }
    return parameter
  }

  mutating func plugin() -> PluginRecord {
    var record = PluginRecord(uri: text())
    record.names = list { random in LocalizedText(random.text(), language: random.optional { $0.text() }) }
    record.classes = list { $0.text() }
    record.author = optional { $0.text() }
    record.homepage = optional { $0.text() }
    record.project = optional { $0.text() }
    record.projectName = optional { $0.text() }
    record.license = optional { $0.text() }
    record.version = Version(minor: integer(), micro: integer())
    record.shortName = optional { $0.text() }
    record.comment = optional { $0.text() }
    record.ports = list(4) { $0.port() }
    record.patchParameters = list { $0.patchParameter() }
    record.requiredFeatures = list { $0.text() }
    record.optionalFeatures = list { $0.text() }
    record.extensionData = list { $0.text() }
    record.interfaces = list { InterfaceRecord(uri: $0.text(), type: $0.text()) }
    record.replaces = list { $0.text() }
    record.binary = optional { $0.text() }
    record.icon = optional { $0.text() }
    record.mainInputGroup = optional { $0.text() }
    record.mainOutputGroup = optional { $0.text() }
    record.standardTags = list { $0.text() }
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
    let tasks: [WorkerRequest.Task] = [.all, .outline, .plugins(list { $0.text() })]
    let known = optional { $0.generator.next() }
    return WorkerRequest(
      bundle: text(), task: tasks.randomElement(using: &generator) ?? .all, skipping: list { $0.text() },
      knownContent: known, seconds: integer())
  }
}

/// Faults and remarks: each case with any payload.
extension RandomRecords {
  mutating func fileProblem() -> FileProblem {
    switch number(0...6) {
    case 0: .outsideBundle
    case 1: .foreignLink
    case 2: .notRegular
    case 3: .empty
    case 4: .tooLarge(integer(), limit: integer())
    case 5: .unavailable(interruption())
    default: .system(text())
    }
  }

  mutating func interruption() -> ScanInterruption {
    switch number(0...7) {
    case 0: .killed(signal: text())
    case 1: .stopped
    case 2: .timedOut(seconds: integer())
    case 3: .noAnswer
    case 4: .system(text())
    case 5: .replacedFile
    case 6: .noPlaceForManifest(reason: text())
    default: .unreadableManifestCopy(reason: text())
    }
  }

  mutating func syntaxProblem() -> SyntaxProblem { SyntaxProblem(line: integer(), column: integer(), message: text()) }

  mutating func workerFailure() -> WorkerFailure {
    switch number(0...5) {
    case 0: .exited(status: integer())
    case 1: .signal(text())
    case 2: .memory(integer())
    case 3: .timedOut(integer())
    case 4: .malformedAnswer(MessageProblem(rawValue: UInt8(number(0...27))) ?? .cutOff)
    default: .noAnswer
    }
  }

  mutating func pluginProblem() -> PluginProblem {
    switch number(0...14) {
    case 0: .undeclared
    case 1: .longURI(integer(), limit: integer())
    case 2: .invalidFile(text(), syntaxProblem())
    case 3: .missingBinary
    case 4: .binaryNotFile(text())
    case 5: .unusableBinary(text(), fileProblem())
    case 6: .tooManyPorts(integer(), limit: integer())
    case 7: .missingPortIndex
    case 8: .portIndexNotWhole(text())
    case 9: .portIndexOutOfRange(integer(), ports: number(0...9))
    case 10: .repeatedPortIndex(integer())
    case 11: .missingPortSymbol(integer())
    case 12: .missingPortDirection(integer(), symbol: text())
    case 13: .tooLarge(limit: integer())
    default: .worker(workerFailure())
    }
  }

  mutating func bundleProblem() -> BundleProblem {
    switch number(0...12) {
    case 0: .unreadableDirectory(text())
    case 1: .unusableManifest(fileProblem())
    case 2: .invalidManifest(syntaxProblem())
    case 3: .tooManyPlugins(integer(), limit: integer())
    case 4: .notDiscovered(text())
    case 5: .tooLarge(limit: integer())
    case 6: .interrupted(interruption())
    case 7: .scanTooLarge(limit: integer())
    case 8: .unreadableManifest(text())
    case 9: .unreadableName
    case 10: .tooManyFiles(limit: integer())
    case 11: .tooMuchTurtle(integer(), limit: integer())
    default: .worker(workerFailure())
    }
  }

  mutating func remark() -> ScanRemark {
    switch number(0...10) {
    case 0: .missingName
    case 1: .repeatedSymbol(text())
    case 2: .unusablePicture(text(), fileProblem())
    case 3: .unusableFile(text(), fileProblem())
    case 4: .presetsLeftOut(workerFailure())
    case 5: .repairedFile(text(), syntaxProblem())
    case 6: .tooManyNames(integer(), limit: integer())
    case 7: .longURIs(of: text(), integer(), limit: integer())
    case 8: .tooManyRemarks(limit: integer())
    case 9: .invalidFile(text(), syntaxProblem())
    default: .tag(tagRemark())
    }
  }

  mutating func nameProblem() -> TagRemark.NameProblem {
    switch number(0...2) {
    case 0: .empty
    case 1: .tooLong(text(), integer())
    default: .controlCharacter(text())
    }
  }

  mutating func tagRemark() -> TagRemark {
    switch number(0...11) {
    case 0: .tooManyTags(integer(), limit: integer())
    case 1: .longNames(limit: integer())
    case 2: .standardTagNotText(found: text())
    case 3: .ownTagIsText(found: text())
    case 4: .ownTagWithoutLabel(text())
    case 5: .labelNotText(found: text())
    case 6: .longLanguage(ofLabel: text(), integer())
    case 7: .tooManyLabels(integer(), limit: integer())
    case 8: .tooManyNames(limit: integer())
    case 9: .repeatedName(language: optional { $0.text() }, taken: text(), other: text())
    case 10: .unusableName(property: text(), nameProblem())
    default: .unknownStandardTag(text(), nearest: optional { $0.text() })
    }
  }
}
