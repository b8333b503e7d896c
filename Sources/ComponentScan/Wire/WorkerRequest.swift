package import ComponentModel

/// A request to a worker: one bundle or a part of one.
package struct WorkerRequest: Hashable, Sendable {
  /// What to read from the bundle.
  package enum Task: Hashable, Sendable {
    /// Everything: answered with the plugins and presets, or with ``WorkerReply/unchanged`` if the content is known.
    case all
    /// The plugins in groups that share no file but the manifest, so that several workers can read them; presets too.
    case outline
    /// These plugins only.
    case plugins([String])
  }

  /// Canonical path of the bundle's directory.
  package var bundle: String
  /// What to read.
  package var task: Task
  /// Plugins to skip, because they have been read or have killed a worker.
  package var skipping: [String]
  /// Whether to skip presets, because they have killed a worker.
  package var skipsPresets = false
  /// The content hash that the catalog knows; if it still matches, nothing else is read.
  package var knownContent: UInt64?
  /// How long the worker may take, in seconds.
  package var seconds: Int
  /// How much address space the worker may use, in bytes.
  package var memory = ScanLimits.memory

  package init(bundle: String, task: Task, skipping: [String] = [], knownContent: UInt64? = nil, seconds: Int) {
    self.bundle = bundle
    self.task = task
    self.skipping = skipping
    self.knownContent = knownContent
    self.seconds = seconds
  }
}

/// What a worker answers, in this order; ``finished(_:)`` and ``unchanged`` end an answer.
package enum WorkerReply: Hashable, Sendable {
  /// The content matches the catalog.
  case unchanged
  /// The plugins of a large bundle in groups.
  case outline([[String]])
  /// The worker is about to read this plugin.
  case began(String)
  /// A plugin, read completely.
  case plugin(PluginRecord)
  /// A plugin that is not valid, by its URI.
  case rejected(String, PluginProblem)
  /// The worker is about to read the bundle's presets.
  case beganPresets
  /// Presets of the bundle.
  case presets([PresetRecord])
  /// The end of the answer.
  case finished(Summary)

  /// The result for the bundle as a whole.
  package struct Summary: Hashable, Sendable {
    /// Hash of all Turtle files; nil if only a part was asked for.
    package var content: UInt64?
    /// Why the bundle could not be read; nil if it could.
    package var problem: BundleProblem?
    /// What was left out and why.
    package var remarks: [ScanRemark]

    package init(content: UInt64?, problem: BundleProblem? = nil, remarks: [ScanRemark] = []) {
      self.content = content
      self.problem = problem
      self.remarks = remarks
    }
  }
}

extension WorkerRequest: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let bundle = try reader.text()
    let task: Task
    switch try reader.byte() {
    case 0: task = .all
    case 1: task = .outline
    case 2: task = .plugins(try [String](from: &reader))
    default: throw MessageProblem.unknownRequest
    }
    let skipping = try [String](from: &reader)
    let skipsPresets = try reader.byte() == 1
    let known = try UInt64?(from: &reader)
    self.init(bundle: bundle, task: task, skipping: skipping, knownContent: known, seconds: try reader.integer())
    self.skipsPresets = skipsPresets
    memory = try reader.integer()
  }

  func write(to writer: inout WireWriter) {
    writer.write(bundle)
    switch task {
    case .all: writer.write(UInt64(0))
    case .outline: writer.write(UInt64(1))
    case .plugins(let uris):
      writer.write(UInt64(2))
      uris.write(to: &writer)
    }
    skipping.write(to: &writer)
    writer.write(UInt64(skipsPresets ? 1 : 0))
    knownContent.write(to: &writer)
    writer.write(seconds)
    writer.write(memory)
  }
}

extension WorkerReply: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let number = try reader.byte()
    guard number == Self.outlineNumber || reader.messageSize <= ScanLimits.answer else { throw .tooLarge }
    switch number {
    case 0: self = .unchanged
    case Self.outlineNumber: self = .outline(try Self.outline(&reader))
    case 2: self = .began(try reader.text())
    case 3: self = .plugin(try PluginRecord(from: &reader))
    case 4:
      let uri = try reader.text()
      self = .rejected(uri, try PluginProblem(from: &reader))
    case 5:
      var ahead = reader
      guard try ahead.count() <= ScanLimits.presetsAtOnce else { throw .tooLarge }
      self = .presets(try [PresetRecord](from: &reader))
    case 6:
      let content = try UInt64?(from: &reader)
      let problem = try BundleProblem?(from: &reader)
      self = .finished(Summary(content: content, problem: problem, remarks: try [ScanRemark](from: &reader)))
    case 7: self = .beganPresets
    default: throw MessageProblem.unknownAnswer
    }
  }

  private static let outlineNumber: UInt8 = 1

  /// An empty list takes a byte in the message and much more in memory, so lists are counted before they are created.
  private static func outline(_ reader: inout WireReader) throws(MessageProblem) -> [[String]] {
    let count = try reader.count()
    var groups: [[String]] = []
    var uris = 0
    guard count <= ScanLimits.plugins else { throw .tooLarge }
    for _ in 0..<count {
      let group = try [String](from: &reader)
      uris += group.count
      guard uris <= ScanLimits.plugins else { throw .tooLarge }
      groups.append(group)
    }
    return groups
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .unchanged: writer.write(UInt64(0))
    case .outline(let groups):
      writer.write(UInt64(1))
      groups.write(to: &writer)
    case .began(let uri):
      writer.write(UInt64(2))
      writer.write(uri)
    case .plugin(let record):
      writer.write(UInt64(3))
      record.write(to: &writer)
    case .rejected(let uri, let problem):
      writer.write(UInt64(4))
      writer.write(uri)
      problem.write(to: &writer)
    case .presets(let presets):
      writer.write(UInt64(5))
      presets.write(to: &writer)
    case .finished(let summary):
      writer.write(UInt64(6))
      summary.content.write(to: &writer)
      summary.problem.write(to: &writer)
      summary.remarks.write(to: &writer)
    case .beganPresets: writer.write(UInt64(7))
    }
  }
}
