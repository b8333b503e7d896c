/// The last validation of a component.
package struct StoredValidation: KeptResult {
  /// URI of the component.
  package var component: String
  /// Canonical path of its bundle.
  package var bundle: String
  /// The digest of the binary and the Turtle that were validated.
  package var content: UInt64
  /// `passed`, `warned`, `failed`, `crashed`, `timedOut` or `skipped`.
  package var verdict: String
  /// The level of the tests that were run.
  package var level: String
  /// The version of the tests.
  package var version: Int
  /// The seed of the random numbers.
  package var seed: UInt64
  /// The findings, as a JSON array of objects with `test`, `outcome` and `message`, including passes of the tests
  /// `real-time` and `repeatability`.
  package var findings: String
  /// The hash of the bundle's Turtle. The store sets it.
  package var bundleContent: UInt64?
  /// The hash of the `stat` data of the bundle's other files. The store sets it.
  package var bundleStamp: UInt64?
  /// The time of the run, in UTC (ISO 8601). The store sets it.
  package var at: String
  /// The age in days, set by the store.
  package var days: Int

  /// Creates a validation to be kept.
  package init(
    component: String, bundle: String, content: UInt64, verdict: String, level: String, version: Int, seed: UInt64,
    findings: String
  ) {
    self.component = component
    self.bundle = bundle
    self.content = content
    self.verdict = verdict
    self.level = level
    self.version = version
    self.seed = seed
    self.findings = findings
    at = ""
    days = 0
  }
}
