package import ComponentModel

/// How much a finding costs.
public enum Severity: String, CaseIterable, Sendable {
  /// Hosts fail, or hide the plugin.
  case error
  /// Users or searches miss something.
  case warning
  /// Advice.
  case note
}

/// Something that hosts, users or searches find wrongly or not at all, with the line that mends it.
public struct Finding: Hashable, Sendable {
  /// Identifier of the rule.
  public var rule: String
  /// What it costs.
  public var severity: Severity
  /// URI of the plugin, preset or other resource; nil for the bundle.
  public var subject: String?
  /// Symbol of the port; nil if it is no port's.
  public var port: String?
  /// What is wrong, and what that means for whom.
  public var message: String
  /// The Turtle to write; a text that begins with `#` says what else to do.
  public var line: String
  /// The Turtle that ``line`` takes the place of; nil if it is added.
  public var replaces: String?
  /// The file that has to change, relative to the bundle.
  public var file: String
}

extension Finding {
  /// The finding as JSON.
  package var json: JSON {
    .object([
      ("rule", .string(rule)), ("severity", .string(severity.rawValue)), ("subject", .optional(subject)),
      ("port", .optional(port)), ("message", .string(message)), ("line", .string(line)),
      ("replaces", .optional(replaces)), ("file", .string(file)),
    ])
  }

  /// A finding from its JSON; nil if it is none of a rule that there is.
  init?(_ json: [String: JSON]) {
    guard let rule = json["rule"]?.text, Rules.rule(rule) != nil,
      let severity = json["severity"]?.text.flatMap({ Severity(rawValue: $0) }),
      let message = json["message"]?.text, let line = json["line"]?.text, let file = json["file"]?.text
    else { return nil }
    self.init(
      rule: rule, severity: severity, subject: json["subject"]?.text, port: json["port"]?.text, message: message,
      line: line, replaces: json["replaces"]?.text, file: file)
  }
}
