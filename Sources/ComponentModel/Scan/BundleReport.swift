/// What a scan found out about one bundle.
package struct BundleReport: Hashable, Sendable {
  /// A plugin that is kept away from hosts while the rest of its bundle is not.
  package struct Refusal: Hashable, Sendable {
    /// The plugin's URI.
    package var uri: String
    /// Why it is kept away.
    package var fault: PluginFault

    /// A plugin with its fault.
    package init(uri: String, fault: PluginFault) {
      self.uri = uri
      self.fault = fault
    }

    /// The verdict and its reason in words.
    package var judgement: Judgement { Judgement(fault.verdict, reason: fault.description) }
  }

  /// Canonical path of the bundle's directory.
  package var path: String
  /// Of its files, as they were before it was read.
  package var fingerprint: Fingerprint
  /// Hash of its Turtle files; nil where it could not be made.
  package var content: UInt64?
  /// Only the fingerprint has changed: what the catalog has is still right.
  package var isSameContent: Bool
  /// Why the bundle as a whole could not be read; nil where it could.
  package var fault: BundleFault?
  /// Plugins that could not.
  package var refusals: [Refusal]
  /// What was left out and why.
  package var remarks: [ScanRemark]

  /// A report about a bundle that could be read.
  package init(path: String, fingerprint: Fingerprint) {
    self.path = path
    self.fingerprint = fingerprint
    isSameContent = false
    refusals = []
    remarks = []
  }

  /// The verdict on the bundle and its reason in words.
  package var judgement: Judgement { fault.map { Judgement($0.verdict, reason: $0.description) } ?? .scanned }
}
