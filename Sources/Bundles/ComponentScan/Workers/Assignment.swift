internal import ComponentModel

/// One request and the part of its answer that has arrived.
struct Assignment {
  let progress: BundleProgress
  let request: WorkerRequest
  var deadline: ContinuousClock.Instant
  /// Processor time that the worker had used before, in seconds.
  let usedSeconds: Double
  var current: String?
  var isInPresets = false
  private(set) var plugins: [PluginRecord] = []
  /// The URIs of plugins delivered before the answer's end.
  private var handedOn: [String] = []
  /// The total size of the messages not handed on yet, in bytes.
  private var bytes = 0
  private(set) var rejected: [BundleReport.Rejection] = []
  private(set) var presets: [PresetRecord] = []
  private var presetCount = 0
  private(set) var parts: [[String]]?

  init(_ progress: BundleProgress, _ request: WorkerRequest, deadline: ContinuousClock.Instant, usedSeconds: Double) {
    self.progress = progress
    self.request = request
    self.deadline = deadline
    self.usedSeconds = usedSeconds
  }

  /// Maximum size of the messages that are held before their content is handed on, in bytes.
  private static let mostBytes = 4 << 20

  /// Takes any part of the answer except its end.
  ///
  /// - Throws: if a worker never sends such a part.
  mutating func take(_ reply: WorkerReply, size: Int) throws(MessageProblem) {
    try check(reply)
    progress.bytes += size
    bytes += size
    switch reply {
    case .began(let uri): current = uri
    case .plugin(let record):
      plugins.append(record)
      current = nil
    case .rejected(let uri, let problem):
      rejected.append(BundleReport.Rejection(uri: uri, problem: problem))
      current = nil
    case .outline(let parts): self.parts = parts
    case .beganPresets: isInPresets = true
    case .presets(let more):
      presets += more
      presetCount += more.count
      isInPresets = false
    case .unchanged, .finished: break
    }
  }

  /// The items to pass on before the answer's end, so that the scan holds few of them; nil if there aren't enough yet.
  mutating func takeLargePart() -> (plugins: [PluginRecord], presets: [PresetRecord])? {
    guard bytes > Self.mostBytes, !plugins.isEmpty || !presets.isEmpty else { return nil }
    let taken = (plugins, presets)
    handedOn += plugins.map(\.uri)
    (plugins, presets, bytes) = ([], [], 0)
    return taken
  }

  /// The remaining work after a worker has died while it was reading ``current`` or the presets.
  var remainder: WorkerRequest {
    var request = repetition
    if let current { request.skipping.append(current) }
    request.skipsPresets = request.skipsPresets || isInPresets
    return request
  }

  /// The remaining work after a worker has been lost without a verdict.
  var repetition: WorkerRequest {
    var request = request
    request.skipping += handedOn + plugins.map(\.uri) + rejected.map(\.uri)
    request.skipsPresets = request.skipsPresets || presetCount > 0
    return request
  }
}

extension Assignment {
  /// Rejects what no worker sends: more than a bundle may have, or something that was not requested.
  private func check(_ reply: WorkerReply) throws(MessageProblem) {
    switch reply {
    case .plugin(let record) where record.uri != current:
      throw MessageProblem.unannouncedPlugin
    case .began, .plugin, .rejected: try checkPlugin(reply)
    case .outline(let parts): try check(parts)
    case .beganPresets, .presets:
      if case .plugins = request.task { throw MessageProblem.unrequestedPresets }
      guard presetCount + reply.presetCount <= ScanLimits.presets else {
        throw MessageProblem.tooManyPresets
      }
    case .unchanged where request.knownContent == nil:
      throw MessageProblem.unrequestedUnchanged
    case .unchanged, .finished: break
    }
  }

  private func checkPlugin(_ reply: WorkerReply) throws(MessageProblem) {
    if case .outline = request.task { throw MessageProblem.unrequestedPlugins }
    if case .began = reply { return }
    guard handedOn.count + plugins.count + rejected.count < ScanLimits.plugins else {
      throw MessageProblem.tooManyPlugins
    }
  }

  private func check(_ parts: [[String]]) throws(MessageProblem) {
    guard request.task == .outline, self.parts == nil else {
      throw MessageProblem.unrequestedOutline
    }
    var seen: Set<String> = []
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { seen.insert($0).inserted } }) else {
      throw MessageProblem.repeatedPlugin
    }
  }
}

extension WorkerReply {
  fileprivate var presetCount: Int { if case .presets(let presets) = self { presets.count } else { 0 } }
}
