package import ComponentModel

/// How much a finding costs.
package enum Severity: String, CaseIterable, Sendable {
  /// Hosts fail, or hide the plugin.
  case error
  /// Users or searches miss something.
  case warning
  /// Advice.
  case note
}

/// Something that hosts, users or searches find wrongly or not at all, with the line that mends it.
package struct Finding: Hashable, Sendable {
  /// The rule that found it.
  package var rule: Rule
  /// URI of the plugin, preset or other resource; nil for the bundle.
  package var subject: String?
  /// Symbol of the port; nil if it is no port's.
  package var port: String?
  /// What is wrong, and what that means for whom.
  package var message: String
  /// The Turtle to write; a text that begins with `#` says what else to do.
  package var line: String
  /// The Turtle that ``line`` takes the place of; nil if it is added.
  package var replaces: String?
  /// The file that has to change, relative to the bundle.
  package var file: String
}

extension Finding {
  /// The finding as JSON.
  package var json: JSON {
    .object([
      ("rule", .string(rule.rawValue)), ("severity", .string(rule.severity.rawValue)),
      ("subject", .optional(subject)), ("port", .optional(port)), ("message", .string(message)),
      ("line", .string(line)),
      ("replaces", .optional(replaces)), ("file", .string(file)),
    ])
  }

  /// A finding from its JSON; nil if it is none of a rule that there is.
  init?(_ json: [String: JSON]) {
    guard let rule = json["rule"]?.text.flatMap(Rule.init), let message = json["message"]?.text,
      let line = json["line"]?.text, let file = json["file"]?.text
    else { return nil }
    self.init(
      rule: rule, subject: json["subject"]?.text, port: json["port"]?.text, message: message, line: line,
      replaces: json["replaces"]?.text, file: file)
  }

  /// A diagnostic in words, of the resource and port that the check was asked about.
  init(_ diagnostic: Diagnostic, subject: String?, port: String? = nil) {
    let isLong = [diagnostic.line, diagnostic.replaces ?? ""].contains { $0.utf8.count > Self.longest }
    self.init(
      rule: diagnostic.problem.rule, subject: diagnostic.subject ?? subject, port: diagnostic.port ?? port,
      message: String(diagnostic.problem.description.prefix(Self.longest)),
      line: isLong ? "# shorten the text, which is too long to be shown" : diagnostic.line,
      replaces: isLong ? nil : diagnostic.replaces, file: diagnostic.file)
  }

  /// The longest text of a finding, in bytes; half a Turtle line is no use, so a longer one is left out.
  private static let longest = 8_192
}
