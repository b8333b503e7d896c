internal import ComponentModel

/// A function that looks for problems.
enum Check: Sendable {
  case bundle(@Sendable (BundleFacts) -> [Diagnostic])
  case plugin(@Sendable (PluginFacts) -> [Diagnostic])
  case port(@Sendable (PortFacts) -> [Diagnostic])
  case preset(@Sendable (PresetFacts) -> [Diagnostic])

  /// All checks of the Turtle; a scan and ``BinaryLint`` find the rest.
  static let all: [Check] =
    ScanRules.checks + FileRules.checks + IdentityRules.checks + InterfaceRules.checks + TextRules.checks
    + LanguageRules.checks + ClassRules.checks + PortRules.checks
    + RepetitionRules.checks + RangeRules.checks
    + UnitRules.checks + RoleRules.checks + GroupRules.checks + ParameterRules.checks + AuthorTagRules.checks
    + FeatureRules.checks + PresetRules.checks
}

/// Checks the bundle as a whole.
enum ScanRules {
  static let checks: [Check] = [.bundle(declaresNothing)]

  private static func declaresNothing(_ bundle: BundleFacts) -> [Diagnostic] {
    if bundle.manifest.subjects.contains(where: { !bundle.manifest.values($0, .rdfType).isEmpty }) { return [] }
    return [
      Diagnostic(
        problem: Problem(
          .declaresNothing, "manifest.ttl declares nothing, so hosts and searches find nothing here"),
        line: "<urn:example:plugin> a \(bundle.manifest.term(LV2.plugin)) .", file: "manifest.ttl")
    ]
  }
}
