/// The catalog no longer has a component that the caller has found in an earlier state of it.
package struct MissingComponent: Error, Hashable, Sendable {
  /// The component's URI.
  package var uri: String
  /// The bundle that declared it.
  package var bundle: String
}
