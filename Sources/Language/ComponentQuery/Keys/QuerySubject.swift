public import ComponentModel

/// A subject's value of a key.
public enum SubjectValue: Hashable, Sendable {
  /// Unknown; equals only `nil`.
  case missing
  /// A text; for an enumeration its canonical value, for a version `minor.micro`, for a date ISO 8601.
  case text(String)
  /// A number, or how many elements a list has.
  case number(Double)
  /// Yes or no, a Boolean.
  case flag(Bool)
  /// A list of texts.
  case texts([String])
  /// A list of tags.
  case tags([Tag])
  /// A list of ranges.
  case ranges([ParameterRange])
}

/// A subject that predicates can be evaluated for.
public protocol QuerySubject {
  /// The subject's value of a key, of the key's kind or missing. A list may be empty but is never missing.
  ///
  /// - Throws: what reading the value throws; it ends the evaluation.
  func value(of key: Key) throws -> SubjectValue

  /// The texts in which plain words are searched for.
  ///
  /// - Throws: what reading them throws; it ends the evaluation.
  func texts(of field: WordField) throws -> [String]
}

extension QuerySubject {
  /// The texts, taken from the values of keys; a subject with names in several languages has its own implementation.
  ///
  /// - Throws: what ``value(of:)`` throws.
  public func texts(of field: WordField) throws -> [String] {
    switch field {
    case .name: try texts(.name)
    case .maker: try texts(.manufacturer)
    case .pluginClass: try texts(.pluginClass).map(WordTexts.className) + texts(.typeName) + channels()
    case .uri: try texts(.uri).map(WordTexts.withoutScheme) + texts(.bundle).map(WordTexts.folder)
    case .comment: try texts(.comment)
    case .parameter: try texts(.parameterName)
    case .preset: try texts(.presetName)
    }
  }

  private func channels() throws -> [String] {
    guard case .number(let inputs) = try value(of: .audioInputs),
      case .number(let outputs) = try value(of: .audioOutputs)
    else { return [] }
    guard let inputs = Int(exactly: inputs), let outputs = Int(exactly: outputs) else { return [] }
    return [WordTexts.channels(inputs: inputs, outputs: outputs)].compactMap { $0 }
  }

  private func texts(_ key: Key) throws -> [String] {
    switch try value(of: key) {
    case .text(let text): [text]
    case .texts(let texts): texts
    case .missing, .number, .flag, .tags, .ranges: []
    }
  }
}

extension QuarantinedBundle: QuerySubject {
  /// The URI, the bundle and the verdict; everything else about an unread bundle is unknown.
  public func value(of key: Key) -> SubjectValue {
    switch key {
    case .uri: uri.map(SubjectValue.text) ?? .missing
    case .bundle: .text(path)
    case .verdict: .text(verdict.rawValue)
    default:
      switch key.kind {
      case .texts: .texts([])
      case .tags: .tags([])
      case .ranges: .ranges([])
      default: .missing
      }
    }
  }
}
