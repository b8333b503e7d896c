// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import CAucat
internal import Linux
internal import Synchronization

/// `aucat_catalog`
final class CatalogObject: Sendable {
  let configuration: Configuration
  let renderer: String?
  private let current: Mutex<(manager: ComponentManager, process: Int32)>
  /// Records on which threads scans call a host's function.
  let scanCall: ScanCall

  init(_ configuration: Configuration, renderer: String?, firstScan: ProgressReceiver?) {
    let scanCall = ScanCall()
    self.scanCall = scanCall
    var configuration = configuration
    if let firstScan {
      configuration.firstScan = { (manager) throws(ComponentManagerError) in
        try manager.scan(ScanOptions(), telling: firstScan, through: scanCall)
      }
    }
    self.configuration = configuration
    self.renderer = renderer
    current = Mutex((ComponentManager(configuration), CurrentProcess.identifier))
    OpenCatalogs.add(self)
  }

  deinit {
    current.withLock { current in
      // As in `manager`.
      // SAFETY: A retain without a release leaks the manager, so its connections are never closed here; nothing is
      // freed twice.
      if current.process != CurrentProcess.identifier { _ = Unmanaged.passRetained(current.manager) }
    }
  }

  /// The manager of this process. A child of fork(2) gets its own, because SQLite's connections must not be used, nor closed, in
  /// a process that did not open them.
  ///
  /// - Throws: if a function that a scan calls asks for it: a query there could wait for the lock that the scan holds.
  func manager() throws(CallFailure) -> ComponentManager {
    guard !scanCall.isOnThisThread else {
      throw .argument("a function that a scan calls can't use the catalog")
    }
    return current.withLock { current in
      let process = CurrentProcess.identifier
      guard current.process != process else { return current.manager }
      // Never released: that would close the connections.
      // SAFETY: The retain is one too many on purpose, so this process leaks the manager instead of freeing it.
      _ = Unmanaged.passRetained(current.manager)
      current = (ComponentManager(configuration), process)
      return current.manager
    }
  }

  /// Closes the connections to the catalog that no query uses. The next query opens them.
  func closeIdle() { current.withLock { $0.manager }.closeCatalog() }
}

@c @implementation
package func aucat_open(_ config: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    let config = try object(config, ConfigObject.self) ?? ConfigObject()
    try config.checkPlaces()
    return handle(CatalogObject(config.configuration, renderer: config.renderer, firstScan: config.firstScan))
  }
}

@c @implementation
package func aucat_close(_ catalog: OpaquePointer?) { release(catalog, CatalogObject.self) }

/// Calls `body` with the manager of a catalog.
func withCatalog<Result>(
  _ catalog: OpaquePointer?, _ error: ErrorSlot, otherwise failure: Result,
  _ body: (ComponentManager) throws -> Result
) -> Result {
  attempt(error, otherwise: failure) {
    try body(try required(catalog, "catalog", as: CatalogObject.self).manager())
  }
}

/// Calls `body` with the manager of a catalog; the only result is success.
func withCatalog(_ catalog: OpaquePointer?, _ error: ErrorSlot, _ body: (ComponentManager) throws -> Void) -> Bool {
  withCatalog(catalog, error, otherwise: false) {
    try body($0)
    return true
  }
}
