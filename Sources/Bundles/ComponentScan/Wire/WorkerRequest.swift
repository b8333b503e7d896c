package import ComponentModel

/// A request to a worker to read one bundle or a part of one.
package struct WorkerRequest: Hashable, Sendable {
  /// The part of the bundle to read.
  package enum Task: Hashable, Sendable {
    /// Everything: answered with the plugins and presets, or with ``WorkerReply/unchanged`` if the content is known.
    case all
    /// An outline: the plugins in groups that share no file but the manifest, so that several workers can read them.
    /// Answered with the presets, too.
    case outline
    /// Only the plugins with these URIs.
    case plugins([String])
  }

  /// Canonical path of the bundle's directory.
  package var bundle: String
  /// The worker's task for the bundle.
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

/// A part of a worker's answer, which ends with ``finished(_:)`` or ``unchanged``.
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
    /// The omissions and their reasons.
    package var remarks: [ScanRemark]

    package init(content: UInt64?, problem: BundleProblem? = nil, remarks: [ScanRemark] = []) {
      self.content = content
      self.problem = problem
      self.remarks = remarks
    }
  }
}

extension WorkerRequest: WireRecord {
  static var blank: Self { Self(bundle: "", task: .all, seconds: 0) }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&bundle)
    try wire.field(&task)
    try wire.field(&skipping)
    try wire.field(&skipsPresets)
    try wire.field(&knownContent)
    try wire.field(&seconds)
    try wire.field(&memory)
  }
}

extension WorkerRequest.Task: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = .all
    case 1: self = .outline
    case 2: self = try reader.make(Self.plugins)
    default: throw MessageProblem.unknownRequest
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .all: writer.writeCase(0)
    case .outline: writer.writeCase(1)
    case .plugins(let uris): writer.writeCase(2, uris)
    }
  }
}

extension WorkerReply.Summary: WireRecord {
  static var blank: Self { Self(content: nil) }

  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem) {
    try wire.field(&content)
    try wire.field(&problem)
    try wire.field(&remarks)
  }
}

extension WorkerReply: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let number = try reader.byte()
    guard number == Self.outlineNumber || reader.messageSize <= ScanLimits.answer else { throw .tooLarge }
    switch number {
    case 0: self = .unchanged
    case Self.outlineNumber: self = .outline(try Self.outline(&reader))
    case 2: self = try reader.make(Self.began)
    case 3: self = try reader.make(Self.plugin)
    case 4: self = try reader.make(Self.rejected)
    case 5:
      var ahead = reader
      guard try ahead.count() <= ScanLimits.presetsAtOnce else { throw .tooLarge }
      self = try reader.make(Self.presets)
    case 6: self = try reader.make(Self.finished)
    case 7: self = .beganPresets
    default: throw MessageProblem.unknownAnswer
    }
  }

  private static let outlineNumber: UInt8 = 1

  /// Reads an outline. An empty list takes a byte in the message and much more in memory, so the lists are counted
  /// before they are created.
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
    case .unchanged: writer.writeCase(0)
    case .outline(let groups): writer.writeCase(1, groups)
    case .began(let uri): writer.writeCase(2, uri)
    case .plugin(let record): writer.writeCase(3, record)
    case .rejected(let uri, let problem): writer.writeCase(4, uri, problem)
    case .presets(let presets): writer.writeCase(5, presets)
    case .finished(let summary): writer.writeCase(6, summary)
    case .beganPresets: writer.writeCase(7)
    }
  }
}
