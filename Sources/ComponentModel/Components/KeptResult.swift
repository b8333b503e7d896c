/// What running a component has shown, which is kept as long as its files stay the same.
package protocol KeptResult: Hashable, Sendable {
  /// URI of the component.
  var component: String { get }
  /// Canonical path of its bundle.
  var bundle: String { get }
  /// The digest of the binary and the Turtle that were run.
  var content: UInt64 { get }
  /// When, in UTC (ISO 8601). The store sets it.
  var at: String { get set }
  /// How many days ago. The store sets it.
  var days: Int { get set }
}
