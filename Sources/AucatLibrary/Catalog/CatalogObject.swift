// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

internal import AudioComponents
internal import CAucat
internal import Linux
internal import Synchronization

/// `aucat_catalog`
final class CatalogObject: Sendable {
  let configuration: Configuration
  let renderer: String?
  private let current: Mutex<(manager: ComponentManager, process: Int32)>

  init(_ configuration: Configuration, renderer: String?) {
    self.configuration = configuration
    self.renderer = renderer
    current = Mutex((ComponentManager(configuration), CurrentProcess.identifier))
  }

  /// The manager of this process. A child of fork(2) gets its own, because SQLite's connections must not be used, nor closed, in
  /// a process that did not open them.
  var manager: ComponentManager {
    current.withLock { current in
      let process = CurrentProcess.identifier
      guard current.process != process else { return current.manager }
      // Never released: that would close the connections.
      _ = Unmanaged.passRetained(current.manager)
      current = (ComponentManager(configuration), process)
      return current.manager
    }
  }
}

@c @implementation
package func aucat_open(_ config: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    let config = try object(config, ConfigObject.self) ?? ConfigObject()
    return handle(CatalogObject(config.configuration, renderer: config.renderer))
  }
}

@c @implementation
package func aucat_close(_ catalog: OpaquePointer?) { release(catalog, CatalogObject.self) }

/// Does something with a catalog.
func withCatalog<Result>(
  _ catalog: OpaquePointer?, _ error: ErrorSlot, otherwise failure: Result,
  _ body: (ComponentManager) throws -> Result
) -> Result {
  attempt(error, otherwise: failure) {
    try body(try required(catalog, "catalog", CatalogObject.self).manager)
  }
}

/// Does something with a catalog that has no result but success.
func withCatalog(_ catalog: OpaquePointer?, _ error: ErrorSlot, _ body: (ComponentManager) throws -> Void) -> Bool {
  withCatalog(catalog, error, otherwise: false) {
    try body($0)
    return true
  }
}
