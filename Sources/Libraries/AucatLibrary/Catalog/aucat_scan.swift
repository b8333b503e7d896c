// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
package import CAucat

@c @implementation
package func aucat_scan(
  _ catalog: OpaquePointer?, _ flags: UInt32, _ workers: UInt32, _ progress: aucat_progress_fn?,
  _ context: UnsafeMutableRawPointer?, _ report: UnsafeMutablePointer<aucat_report>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let catalog = try required(catalog, "catalog", as: CatalogObject.self)
    let manager = try catalog.manager()
    guard flags & ~UInt32(AUCAT_SCAN_EVERYTHING) == 0 else {
      throw CallFailure.argument("flags has unknown bits")
    }
    var options = ScanOptions()
    options.readsEverything = flags & UInt32(AUCAT_SCAN_EVERYTHING) != 0
    options.workers = workers == 0 ? nil : Int(workers)
    let receiver = progress.map { ProgressReceiver(function: $0, context: context) }
    let made = try manager.scan(options, telling: receiver, through: catalog.scanCall)
    // SAFETY: `report` is NULL or, by the header, points to an `aucat_report` of this version. All of it is written.
    report?.pointee = aucat_report(made)
  }
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
