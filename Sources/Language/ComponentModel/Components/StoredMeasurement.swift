/// The last measurement of a component.
package struct StoredMeasurement: KeptResult {
  /// URI of the component.
  package var component: String
  /// Canonical path of its bundle.
  package var bundle: String
  /// The digest of the binary and the Turtle that were measured.
  package var content: UInt64
  /// The raw value of a ``MeasurementOutcome``, or another word from a later version, which copies keep.
  package var outcome: String
  /// Why it was not measured; nil if it was.
  package var reason: String?
  /// The version of the measuring method.
  package var version: Int
  /// The machine in general terms.
  package var machine: String
  /// The cost in per cent of one core; nil if it was not measured.
  package var cost: Double?
  /// The delay of an impulse, in frames; nil if that is not certain.
  package var latency: Int?
  /// The latency that it reports, in frames; nil if it has no port for that.
  package var reportedLatency: Double?
  /// The time until it can play, in milliseconds.
  package var loadTime: Double?
  /// The memory that it takes until it can play, in millions of bytes.
  package var memory: Double?
  /// The hash of the bundle's Turtle. The store sets it.
  package var bundleContent: UInt64?
  /// The hash of the `stat` data of the bundle's other files. The store sets it.
  package var bundleStamp: UInt64?
  /// The time of the run, in UTC (ISO 8601). The store sets it.
  package var at = ""
  /// The age in days, set by the store.
  package var days = 0

  /// Creates a measurement to be kept.
  package init(
    component: String, bundle: String, content: UInt64, outcome: String, reason: String?, version: Int, machine: String
  ) {
    self.component = component
    self.bundle = bundle
    self.content = content
    self.outcome = outcome
    self.reason = reason
    self.version = version
    self.machine = machine
  }

  /// Whether it gave numbers.
  package var isMeasured: Bool { MeasurementOutcome(rawValue: outcome) == .measured }
}

/// How a measurement went; the raw values are those of the catalog and of JSON.
package enum MeasurementOutcome: String, CaseIterable, Sendable {
  case measured, failed, crashed, timedOut, skipped

  /// Whether the component terminated its process, or had to be stopped.
  package var isFatal: Bool { self == .crashed || self == .timedOut }

  /// The outcome in words.
  package var text: String { self == .timedOut ? "timed out" : rawValue }
}

/// A result of running a component, kept as long as its files stay the same.
package protocol KeptResult: Hashable, Sendable {
  /// URI of the component.
  var component: String { get }
  /// Canonical path of its bundle.
  var bundle: String { get }
  /// The digest of the binary and the Turtle that were run.
  var content: UInt64 { get }
  /// The hash of the bundle's Turtle as of the last scan; nil if not known. The store sets it.
  var bundleContent: UInt64? { get set }
  /// The hash of the `stat` data of the bundle's other files as of the last scan; nil if not known. The store sets it.
  var bundleStamp: UInt64? { get set }
  /// The time of the run, in UTC (ISO 8601). The store sets it.
  var at: String { get set }
  /// The age in days, set by the store.
  var days: Int { get set }
}
