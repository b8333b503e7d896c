package import AudioFiles

/// The parsed options of `aucat render`.
package struct RenderRequest {
  package var input: String
  package var output: String
  package var stages: [StageWords]
  package var chain: String?
  /// What is set on the components of `chain`.
  package var settings: [String]
  package var saveChain: String?
  /// Nil for the default.
  package var block: Int?
  package var tempo: Double?
  /// In seconds; nil for automatic.
  package var tail: Double?
  package var compensatesLatency: Bool
  /// Whether latency is, too, that was measured of components that report none.
  package var compensatesMeasured: Bool
  /// Whether the file is mixed to the channels of the first component.
  package var downmixes: Bool
  /// Whether each component with one input runs once for each channel.
  package var splitsChannels: Bool
  package var allowsNonFinite: Bool
  /// Nil for float32.
  package var encoding: Encoding?
  package var timeout: Double
  /// Nil for one per processor.
  package var jobs: Int?
  package var isInProcess: Bool
  /// Whether the output and the chain's file may replace files, also the input.
  package var replacesFiles: Bool
}

/// What the side chains of a component receive; the raw values are those of a chain file.
package enum SideChainSource: String, CaseIterable {
  case silence, input
}

/// One component of a chain, as given on the command line.
package struct StageWords {
  /// A URI, a name or a predicate.
  package var component: String
  /// A preset's name or URI.
  package var preset: String?
  /// `SYMBOL=VALUE`
  package var settings: [String] = []
  package var isBypassed = false
  package var sideChain: SideChainSource?
}
