internal import ComponentModel
internal import ComponentScan
internal import Linux

/// The scan's own verdict on one bundle.
final class BundleScan {
  private(set) var report: BundleReport
  /// Its remarks, with the plugin's URI.
  private(set) var remarks: [(uri: String?, remark: ScanRemark)] = []

  /// Scans the bundle without a catalog.
  ///
  /// - Throws: `ScanError` if no worker runs.
  init(_ bundle: SurveyedBundle, _ options: BundleLint.Options, isCancelled: @escaping () -> Bool) throws {
    report = BundleReport(path: bundle.path, fingerprint: bundle.fingerprint)
    let program = try WorkerLocation.find(environment: options.environment)
    let pool = WorkerPool.Options(
      program: program, workers: CurrentProcess.processorCount, seconds: options.seconds,
      environment: options.environment)
    try WorkerPool.run([ScanPlan.Job(bundle: bundle)], options: pool, isCancelled: isCancelled) { try self.take($0) }
  }

  private func take(_ event: WorkerPool.Event) throws(ScanError) {
    switch event {
    case .read(_, let plugins, _):
      remarks += plugins.flatMap { plugin in plugin.remarks.map { (plugin.uri, $0) } }
    case .finished(_, let report):
      if let cause = report.interruption {
        throw .unread(path: report.path, cause)
      }
      self.report = report
      remarks += report.remarks.map { (nil, $0) }
    }
  }
}
