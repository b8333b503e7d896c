internal import ComponentStore
package import ComponentModel

extension ComponentManager {
  /// What validations have said of all components, by bundle and URI.
  package func validations() throws(ComponentManagerError) -> [StoredValidation] {
    try query { catalog, _ in try catalog.validations() }
  }

  /// What a validation has said of a component; nil if there was none.
  package func validation(of component: Component) throws(ComponentManagerError) -> StoredValidation? {
    try query { catalog, _ in try catalog.validation(of: component.uri, bundle: component.bundle) }
  }

  /// What measurements have said of all components, by bundle and URI.
  package func measurements() throws(ComponentManagerError) -> [StoredMeasurement] {
    try query { catalog, _ in try catalog.measurements() }
  }

  /// What a measurement has said of a component; nil if there was none.
  package func measurement(of component: Component) throws(ComponentManagerError) -> StoredMeasurement? {
    try query { catalog, _ in try catalog.measurement(of: component.uri, bundle: component.bundle) }
  }

  /// Keeps validations in the catalog.
  ///
  /// - Returns: whether other processes find them there; false where the catalog is in memory.
  /// - Throws: an error about the catalog, for example if it can't be written.
  package func keep(_ validations: [StoredValidation]) throws(ComponentManagerError) -> Bool {
    try keep { try $0.keep(validations) }
  }

  /// Keeps measurements in the catalog, as ``keep(_:)`` does validations.
  ///
  /// - Returns: whether other processes find them there; false where the catalog is in memory.
  /// - Throws: an error about the catalog, for example if it can't be written.
  package func keep(_ measurements: [StoredMeasurement]) throws(ComponentManagerError) -> Bool {
    try keep { try $0.keep(measurements) }
  }

  private func keep(_ write: (Catalog) throws -> Void) throws(ComponentManagerError) -> Bool {
    try unifyingErrors {
      let catalog = try writableCatalog()
      try write(catalog)
      return !catalog.isInMemory
    }
  }
}
