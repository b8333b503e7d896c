internal import StoreFiles

extension ComponentManager {
  /// Whether this process's user may replace the system catalog, as far as that doesn't depend on permissions.
  package var mayScanForSystem: Bool {
    configuration.systemCatalogPath.map { SystemCatalog($0).isReplaceable } ?? false
  }

  /// Scans into the system catalog, which all users of the machine share, and replaces it as a whole. It holds only
  /// what every user may read, and root's workers read bundles as user nobody.
  ///
  /// - Parameters: as for ``scan(_:progress:isCancelled:)``.
  /// - Throws: as ``scan(_:progress:isCancelled:)``. The catalog is then the former one.
  package func scanForSystem(
    _ options: ScanOptions = ScanOptions(), progress: @escaping (ScanProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(ComponentManagerError) -> ScanReport {
    try unifyingErrors {
      guard let path = configuration.systemCatalogPath else { throw ComponentManagerError.noPlaceForCatalog }
      var options = options
      options.isForEverybody = true
      let waiting = ScanProgress(bundlesDone: 0, bundles: 0, components: 0, isWaiting: true)
      func isCancelledWhileWaiting() -> Bool {
        progress(waiting)
        return isCancelled()
      }
      let report = try SystemCatalog(path).replace(isCancelled: isCancelledWhileWaiting) { unfinished in
        let manager = ComponentManager(configuration(into: unfinished, options))
        do throws(ComponentManagerError) {
          return try manager.scan(options, progress: progress, isCancelled: isCancelled)
        } catch {
          // The store's own error gets the path of the catalog that is replaced.
          if let failure = error.storeError { throw failure }
          throw error
        }
      }
      guard let report else { throw ComponentManagerError.interrupted }
      return report
    }
  }

  /// The configuration of a scan into a new file, which starts as a copy of the former one, unless everything is read
  /// again. Results of running components belong to the user who ran them, even root.
  private func configuration(into path: String, _ options: ScanOptions) -> Configuration {
    var configuration = configuration
    configuration.catalogPath = path
    (configuration.userStorePath, configuration.resultsPath) = (nil, nil)
    configuration.formerCatalogPath = configuration.systemCatalogPath
    if options.readsEverything { configuration.systemCatalogPath = nil }
    return configuration
  }
}
