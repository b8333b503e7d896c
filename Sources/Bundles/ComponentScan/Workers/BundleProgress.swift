internal import ComponentModel

/// The progress of reading one bundle, perhaps in parts.
final class BundleProgress {
  let job: ScanPlan.Job
  var report: BundleReport
  var pending = 0
  var crashes = 0
  /// Whether to stop reading it.
  var isAbandoned = false
  /// Whether to read it while nothing else is read, because of how the first try ended.
  var isAlone = false
  /// The amount that workers have sent, in bytes.
  var bytes = 0

  init(job: ScanPlan.Job) {
    self.job = job
    report = BundleReport(path: job.bundle.path, fingerprint: job.bundle.fingerprint)
  }

  func merge(_ summary: WorkerReply.Summary) {
    report.content = summary.content ?? report.content
    report.problem = summary.problem ?? report.problem
    report.remarks += summary.remarks.prefix(ScanLimits.remarks).filter { !report.remarks.contains($0) }
  }

  func reject(_ uri: String, after failure: WorkerFailure) {
    report.rejections.append(BundleReport.Rejection(uri: uri, problem: .worker(failure)))
  }

  /// Abandons the rest of the bundle, with a verdict.
  func abandon(_ problem: BundleProblem) {
    report.problem = problem
    isAbandoned = true
  }

  /// Leaves the rest of the bundle to the next scan, without a verdict.
  func interrupt(_ cause: ScanInterruption) {
    report.interruption = cause
    isAbandoned = true
  }
}
