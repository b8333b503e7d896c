/// A component to be validated.
package struct ValidationSubject: Hashable, Sendable {
  /// Its URI.
  package var component: String
  /// For people.
  package var name: String
  /// Canonical path of the bundle that declares it.
  package var bundle: String

  /// A component of a bundle.
  package init(component: String, name: String, bundle: String) {
    self.component = component
    self.name = name
    self.bundle = bundle
  }
}
