internal import CatalogStore
internal import StoreFiles
package import ComponentModel
internal import Synchronization

extension ComponentManager {
  /// The validations of all components, by bundle and URI.
  package func validations() throws(ComponentManagerError) -> [StoredValidation] {
    try query { catalog, _ in try catalog.validations() }
  }

  /// The validation of a component; nil if there is none.
  package func validation(of component: Component) throws(ComponentManagerError) -> StoredValidation? {
    try query { catalog, _ in try catalog.validation(of: component.uri, bundle: component.bundle) }
  }

  /// The measurements of all components, by bundle and URI.
  package func measurements() throws(ComponentManagerError) -> [StoredMeasurement] {
    try query { catalog, _ in try catalog.measurements() }
  }

  /// The measurement of a component; nil if there is none.
  package func measurement(of component: Component) throws(ComponentManagerError) -> StoredMeasurement? {
    try query { catalog, _ in try catalog.measurement(of: component.uri, bundle: component.bundle) }
  }

  /// Why the file of results can't keep any, and whether that is because of damage; nil if it can, or if no such file
  /// is wanted.
  package func problemWithResults() -> (detail: String, isDamage: Bool)? {
    results?.problem().map { ($0.detail, $0.code == .damaged) }
  }

  /// The files of results that were set aside.
  package var resultsAside: [String] { results?.filesAside ?? [] }

  /// Keeps validations in the file of results and in the catalog. Reports once if one of the two can't be written.
  ///
  /// - Returns: whether other processes find them there.
  /// - Throws: an error about the catalog, for example if it can't be written.
  package func keep(_ validations: [StoredValidation]) throws(ComponentManagerError) -> Bool {
    try keep { try $0.keep(validations, with: $1) }
  }

  /// Keeps measurements, as ``keep(_:)`` does validations.
  ///
  /// - Returns: whether other processes find them there.
  /// - Throws: an error about the catalog, for example if it can't be written.
  package func keep(_ measurements: [StoredMeasurement]) throws(ComponentManagerError) -> Bool {
    try keep { try $0.keep(measurements, with: $1) }
  }

  private func keep(
    _ write: (Catalog, ResultStore?) throws -> StoreError?
  ) throws(ComponentManagerError) -> Bool {
    try unifyingErrors {
      let (catalog, results) = (try writableCatalog(), results)
      let failure = try write(catalog, results)
      if catalog.isInMemory { return results != nil && failure == nil }
      let isNew = state.withLock { state in
        defer { state.hasReportedResults = state.hasReportedResults || failure != nil }
        return !state.hasReportedResults
      }
      if let failure, isNew { configuration.notice("\(failure); until then, results are lost with the catalog") }
      return true
    }
  }
}
