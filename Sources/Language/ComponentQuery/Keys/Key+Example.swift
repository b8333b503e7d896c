extension Key {
  /// A predicate with the key, as `aucat keys` shows it.
  package var example: String { declaration.example }

  /// A value as people write it after the key and a colon.
  package var exampleValue: String {
    switch kind {
    case .date: return "2026-11"
    case .boolean: return "yes"
    case .number, .ranges: return "2"
    case .text, .version, .enumeration, .texts, .tags: break
    }
    guard case .comparison(let comparison) = try? ComponentPredicate(parsing: example), !comparison.isCount,
      case .text(let text) = comparison.value
    else { return kind == .tags ? "reverb" : "worker" }
    return text.contains(" ") ? "\"\(text)\"" : text
  }

  /// A predicate that is true of the components that have a value: a list with elements, a number above 0, yes. A
  /// number that may be missing counts if it is known.
  package var presence: String {
    switch kind {
    case .texts, .tags, .ranges: "\(rawValue).@count > 0"
    case .boolean: "\(rawValue) == yes"
    case .number: declaration.isOptional ? "\(rawValue) != nil" : "\(rawValue) > 0"
    case .text, .date, .version, .enumeration: "\(rawValue) != nil"
    }
  }
}

extension Key.Kind {
  /// The kind's name, as on the page of the language.
  package var name: String {
    switch self {
    case .text: "text"
    case .number: "number"
    case .boolean: "yes or no"
    case .date: "date"
    case .version: "version"
    case .enumeration: "enumeration"
    case .texts: "texts"
    case .tags: "tags"
    case .ranges: "ranges"
    }
  }
}
