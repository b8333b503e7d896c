// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

internal import AudioComponents
package import CAucat

@c @implementation
package func aucat_scan(
  _ catalog: OpaquePointer?, _ flags: UInt32, _ workers: UInt32, _ progress: aucat_progress_fn?,
  _ context: UnsafeMutableRawPointer?, _ report: UnsafeMutablePointer<aucat_report>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let catalog = try required(catalog, "catalog", CatalogObject.self)
    let manager = try catalog.manager()
    guard flags & ~UInt32(AUCAT_SCAN_EVERYTHING) == 0 else {
      throw CallFailure.argument("flags has unknown bits")
    }
    var options = ScanOptions()
    options.readsEverything = flags & UInt32(AUCAT_SCAN_EVERYTHING) != 0
    options.workers = workers == 0 ? nil : Int(workers)
    var isCancelled = false
    let made = try manager.scan(
      options,
      progress: { state in
        guard let progress else { return }
        if !catalog.whileScanning({ hasAgreed(progress, to: state, context) }) { isCancelled = true }
      },
      isCancelled: { isCancelled })
    // SAFETY: `report` is NULL or, by the header, points to an `aucat_report` of this version. All of it is written.
    report?.pointee = aucat_report(made)
  }
}

/// Shows a host the progress; false if it stops the scan.
private func hasAgreed(
  _ function: aucat_progress_fn, to progress: ScanProgress, _ context: UnsafeMutableRawPointer?
)
  -> Bool
{
  var state = aucat_progress(
    bundles_done: progress.bundlesDone, bundles: progress.bundles, components: progress.components,
    is_waiting: progress.isWaiting)
  // SAFETY: `state` outlives the call, and the host's function may not keep its address. `context` is not touched here.
  return function(&state, context)
}

extension aucat_report {
  fileprivate init(_ report: ScanReport) {
    self.init(
      bundles: report.bundles, components: report.components, added: report.added, changed: report.changed,
      removed: report.removed, unchanged: report.unchanged, quarantined: report.quarantined.count,
      unread: report.unreadableDirectories.count + report.interrupted.count, seconds: report.seconds,
      reserved: (0, 0, 0, 0))
  }
}

@c @implementation
package func aucat_quarantined(
  _ catalog: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    handle(StringsObject(try manager.quarantined().map { "\($0.uri ?? $0.path)\t\($0.reason)" }))
  }
}
