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

  /// Assigns each option to the component before it.
  ///
  /// - Parameter words: the whole command line, because ArgumentParser doesn't keep the order of different options.
  static func stages(
    _ words: [String], through: [String], presets: [String], settings: [String], sideChains: [SideChainSource]
  ) throws -> [StageWords] {
    var stages: [StageWords] = []
    var (through, presets, settings, sideChains) = (through[...], presets[...], settings[...], sideChains[...])
    for word in words.prefix(while: { $0 != "--" }) {
      let option = word.prefix { $0 != "=" }
      if option == "--through", let component = through.popFirst() {
        stages.append(StageWords(component: component))
        continue
      }
      guard ["--preset", "--set", "--bypass", "--side-chain"].contains(option) else { continue }
      guard !stages.isEmpty else {
        throw CommandFailure(.usage, "\(option) belongs to a --through before it, and there is none")
      }
      let last = stages.count - 1
      switch option {
      case "--preset": stages[last].preset = presets.popFirst()
      case "--set": stages[last].settings += settings.popFirst().map { [$0] } ?? []
      case "--bypass": stages[last].isBypassed = true
      default: stages[last].sideChain = sideChains.popFirst()
      }
    }
    return stages
  }
}
