/// What running a component has shown, which is kept as long as its files stay the same.
package protocol KeptResult: Hashable, Sendable {
  /// URI of the component.
  var component: String { get }
  /// Canonical path of its bundle.
  var bundle: String { get }
  /// The digest of the binary and the Turtle that were run.
  var content: UInt64 { get }
  /// The hash of the bundle's Turtle that the last scan had made; nil if not known. The store sets it.
  var bundleContent: UInt64? { get set }
  /// The hash over `stat` of the bundle's other files that the last scan had made; nil if not known. The store sets it.
  var bundleStamp: UInt64? { get set }
  /// When, in UTC (ISO 8601). The store sets it.
  var at: String { get set }
  /// How many days ago. The store sets it.
  var days: Int { get set }
}
