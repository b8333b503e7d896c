/// A function that looks for problems.
enum Check: Sendable {
  case bundle(@Sendable (BundleFacts) -> [Diagnostic])
  case plugin(@Sendable (PluginFacts) -> [Diagnostic])
  case port(@Sendable (PortFacts) -> [Diagnostic])
  case preset(@Sendable (PresetFacts) -> [Diagnostic])

  /// All checks of the Turtle; a scan and ``BinaryLint`` find the rest.
  static let all: [Check] =
    ScanRules.checks + FileRules.checks + TextRules.checks + LanguageRules.checks + ClassRules.checks + PortRules.checks
    + RangeRules.checks
    + UnitRules.checks + RoleRules.checks + GroupRules.checks + ParameterRules.checks + AuthorTagRules.checks
    + FeatureRules.checks + PresetRules.checks
}
