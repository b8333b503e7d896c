package import ComponentModel

/// The weight of a finding.
package enum Severity: String, CaseIterable, Sendable {
  /// Hosts fail, or hide the plugin.
  case error
  /// Users or searches miss something.
  case warning
  /// Advice that an author may ignore.
  case note
}

/// Something that hosts, users or searches get wrong or miss, with the line that fixes it.
package struct Finding: Hashable, Sendable {
  /// The rule that found it.
  package var rule: Rule
  /// URI of the plugin, preset or other resource; nil for the bundle.
  package var subject: String?
  /// Symbol of the port; nil if the finding is not about one.
  package var port: String?
  /// The fault, and its consequence for hosts, users or searches.
  package var message: String
  /// The Turtle to write; a text that begins with `#` says what else to do.
  package var line: String
  /// The Turtle that ``line`` replaces; nil if it is added.
  package var replaces: String?
  /// The file to change, relative to the bundle.
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

  /// A finding from its JSON; nil if that is invalid or names an unknown rule.
  init?(_ json: [String: JSON]) {
    guard let rule = json["rule"]?.text.flatMap(Rule.init), let message = json["message"]?.text,
      let line = json["line"]?.text, let file = json["file"]?.text
    else { return nil }
    self.init(
      rule: rule, subject: json["subject"]?.text, port: json["port"]?.text, message: message, line: line,
      replaces: json["replaces"]?.text, file: file)
  }

  /// A diagnostic in words, about the resource and port that were checked.
  init(_ diagnostic: Diagnostic, subject: String?, port: String? = nil) {
    let isLong = [diagnostic.line, diagnostic.replaces ?? ""].contains { $0.utf8.count > Self.longest }
    self.init(
      rule: diagnostic.problem.rule, subject: diagnostic.subject ?? subject, port: diagnostic.port ?? port,
      message: String(diagnostic.problem.message.prefix(Self.longest)),
      line: isLong ? "# shorten the text, which is too long to be shown" : diagnostic.line,
      replaces: isLong ? nil : diagnostic.replaces, file: diagnostic.file)
  }

  /// The maximum length of a text, in bytes. A longer line is left out: half a line of Turtle is of no use.
  private static let longest = 8_192
}
