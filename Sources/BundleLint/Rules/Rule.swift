package import ComponentModel

/// One thing that is looked for.
public struct Rule: Sendable {
  /// Its name, which stays: lower case with hyphens.
  public let identifier: String
  /// What its findings cost.
  public let severity: Severity
  /// What it finds, in one line.
  public let summary: String
  let check: Check

  /// What a rule looks at.
  enum Check: Sendable {
    case bundle(@Sendable (BundleFacts) -> [Diagnostic])
    case plugin(@Sendable (PluginFacts) -> [Diagnostic])
    case port(@Sendable (PortFacts) -> [Diagnostic])
    case preset(@Sendable (PresetFacts) -> [Diagnostic])
    /// Another process: the scan's, or the one that loads binaries.
    case elsewhere
  }

  init(_ identifier: String, _ severity: Severity, _ summary: String, _ check: Check) {
    self.identifier = identifier
    self.severity = severity
    self.summary = summary
    self.check = check
  }

  /// The finding that a diagnostic of this rule is.
  func finding(_ diagnostic: Diagnostic, subject: String?, port: String? = nil) -> Finding {
    let isLong = [diagnostic.line, diagnostic.replaces ?? ""].contains { $0.utf8.count > Self.longest }
    return Finding(
      rule: identifier, severity: severity, subject: diagnostic.subject ?? subject, port: diagnostic.port ?? port,
      message: String(diagnostic.message.prefix(Self.longest)),
      line: isLong ? "# shorten the text, which is too long to be shown" : diagnostic.line,
      replaces: isLong ? nil : diagnostic.replaces, file: diagnostic.file)
  }

  /// The longest text of a finding, in bytes; half a Turtle line is no use, so a longer one is left out.
  private static let longest = 8_192
}

/// What a rule says, before the engine adds whose it is.
struct Diagnostic {
  var message: String
  var line: String
  var replaces: String?
  var file: String
  /// Where it is not the subject that the rule was asked about.
  var subject: String?
  var port: String?
}

/// All rules.
public enum Rules {
  /// In the order in which they are shown.
  public static let all: [Rule] =
    ScanRules.rules + FileRules.rules + TextRules.rules + ClassRules.rules + PortRules.rules + RangeRules.rules
    + UnitRules.rules + RoleRules.rules + GroupRules.rules + ParameterRules.rules + AuthorTagRules.rules
    + FeatureRules.rules + PresetRules.rules + BinaryRules.rules

  /// The rules as JSON: an array of `{rule, severity, summary}`.
  package static var json: JSON {
    .array(
      all.map { rule in
        .object([
          ("rule", .string(rule.identifier)), ("severity", .string(rule.severity.rawValue)),
          ("summary", .string(rule.summary)),
        ])
      })
  }

  private static let byIdentifier = Dictionary(all.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })

  /// The rule of an identifier.
  public static func rule(_ identifier: String) -> Rule? { byIdentifier[identifier] }
}
