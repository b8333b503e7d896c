public import AudioComponents

// Foundation's predicates capture only codable values, although nothing here encodes one.

extension ComponentType: Codable {}

extension Verdict: Codable {}

extension TagSource: Codable {}

extension UTCTime: Codable {
  /// Decodes the milliseconds since 1970.
  ///
  /// - Throws: what the decoder throws; `DecodingError` for a time out of range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let time = UTCTime(millisecondsSince1970: try container.decode(Int64.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time in the years 1970 to 9999")
    }
    self = time
  }

  /// Encodes the milliseconds since 1970.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(millisecondsSince1970)
  }
}

extension Version: Codable {
  private enum CodingKeys: CodingKey {
    case minor, micro
  }

  /// Decodes a version.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      minor: try container.decode(Int.self, forKey: .minor), micro: try container.decode(Int.self, forKey: .micro))
  }

  /// Encodes the version.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(minor, forKey: .minor)
    try container.encode(micro, forKey: .micro)
  }
}

extension Tag: Codable {
  private enum CodingKeys: CodingKey {
    case identifier, name, englishName, aliases, isStandard, sources
  }

  /// Decodes a tag.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      name: try container.decode(String.self, forKey: .name),
      englishName: try container.decode(String.self, forKey: .englishName),
      aliases: try container.decode([String].self, forKey: .aliases),
      isStandard: try container.decode(Bool.self, forKey: .isStandard),
      sources: try container.decode([TagSource].self, forKey: .sources))
  }

  /// Encodes the tag.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(name, forKey: .name)
    try container.encode(englishName, forKey: .englishName)
    try container.encode(aliases, forKey: .aliases)
    try container.encode(isStandard, forKey: .isStandard)
    try container.encode(sources, forKey: .sources)
  }
}
