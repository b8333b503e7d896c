internal import ComponentModel

/// Where the reading of one bundle stands, while parts of it are under way.
final class BundleProgress {
  let job: ScanPlan.Job
  var report: BundleReport
  var pending = 0
  var crashes = 0
  var isAbandoned = false

  init(job: ScanPlan.Job) {
    self.job = job
    report = BundleReport(path: job.bundle.path, fingerprint: job.bundle.fingerprint)
  }

  func merge(_ summary: WorkerReply.Summary) {
    report.content = summary.content ?? report.content
    report.problem = summary.problem ?? report.problem
    report.remarks += summary.remarks.filter { !report.remarks.contains($0) }
  }

  /// Presets cost no plugin.
  func leaveOutPresets(after failure: WorkerFailure) { report.remarks.append(.presetsLeftOut(failure)) }

  func refuse(_ uri: String, after failure: WorkerFailure) {
    report.rejections.append(BundleReport.Rejection(uri: uri, problem: .worker(failure)))
  }
}

/// One request with its answer as far as it has come.
struct Assignment {
  let progress: BundleProgress
  let request: WorkerRequest
  var deadline: ContinuousClock.Instant
  var current: String?
  var isInPresets = false
  private(set) var plugins: [PluginRecord] = []
  /// The URIs of plugins that were handed on before the answer's end.
  private var handedOn: [String] = []
  private var tagBytes = 0
  var rejected: [BundleReport.Rejection] = []
  var presets: [PresetRecord] = []
  var parts: [[String]] = []

  init(_ progress: BundleProgress, _ request: WorkerRequest, deadline: ContinuousClock.Instant) {
    self.progress = progress
    self.request = request
    self.deadline = deadline
  }

  /// How many bytes of tags are held before plugins are handed on: one resource's names may be those of thousands.
  private static let mostTagBytes = 4 << 20

  mutating func add(_ record: PluginRecord) {
    plugins.append(record)
    tagBytes += record.tagBytes
  }

  /// The plugins, where they are to be handed on before the answer's end; none otherwise.
  mutating func takeLargePlugins() -> [PluginRecord] {
    guard tagBytes > Self.mostTagBytes else { return [] }
    let taken = plugins
    handedOn += taken.map(\.uri)
    (plugins, tagBytes) = ([], 0)
    return taken
  }

  /// Refuses what no worker says: more than a bundle may have, or a plugin that it did not announce.
  func check(_ reply: WorkerReply) throws(WireReader.Malformed) {
    switch reply {
    case .plugin(let record) where record.uri != current:
      throw WireReader.Malformed(what: "it tells of a plugin that it had not begun")
    case .plugin, .refused:
      guard handedOn.count + plugins.count + rejected.count < ScanLimits.plugins else {
        throw WireReader.Malformed(what: "it has too many plugins")
      }
    case .presets(let more):
      guard presets.count + more.count <= ScanLimits.presets * 2 else {
        throw WireReader.Malformed(what: "it has too many presets")
      }
    default: break
    }
  }

  /// What is still to be done after a worker has died over ``current`` or over the presets.
  var remainder: WorkerRequest {
    var request = request
    request.skipping += handedOn + plugins.map(\.uri) + rejected.map(\.uri) + (current.map { [$0] } ?? [])
    request.skipsPresets = request.skipsPresets || isInPresets || !presets.isEmpty
    return request
  }
}
