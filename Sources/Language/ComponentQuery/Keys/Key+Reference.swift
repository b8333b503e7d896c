import ComponentModel

extension Key {
  /// A key as spelt in a predicate: by its own name or Apple's, ignoring ASCII case, perhaps with `.@count`.
  package struct Reference: Hashable, Sendable {
    /// The key that is named.
    package var key: Key
    /// Whether it refers to the number of the key's values.
    package var isCount: Bool

    /// A key, or the number of its values.
    package init(_ key: Key, isCount: Bool = false) {
      self.key = key
      self.isCount = isCount
    }

    /// The key that `spelling` names, or nil if there is none.
    package init?(spelling: String) {
      guard spelling.utf8.count <= 40 else { return nil }
      let lowered = loweredASCII(spelling)
      if lowered.hasSuffix(".@count") {
        self.init(counted: String(lowered.dropLast(7)))
      } else if let key = Key(lowered: lowered) {
        self.init(key)
      } else {
        return nil
      }
    }

    /// Maps the counts that a component stores as numbers to the keys of these numbers, so that no details are read.
    private init?(counted lowered: String) {
      switch lowered {
      case "parameter", "parameters", "parameter.name": self.init(.parameters)
      case "preset", "presets", "preset.name": self.init(.presets)
      default:
        guard let key = Key(lowered: lowered), key.isList else { return nil }
        self.init(key, isCount: true)
      }
    }

    /// The key as it is printed.
    package var spelling: String { isCount ? key.rawValue + ".@count" : key.rawValue }
  }

  /// Every spelling of every key, canonical ones first, as candidates for a misspelt key.
  package static var spellings: [String] { allCases.map(\.rawValue) + allCases.compactMap(\.declaration.alias) }

  /// The other spellings. Computed once, because making the declarations for each word of a text would cost too much.
  private static let aliases: [(alias: String, key: Key)] = allCases.compactMap { key in
    key.declaration.alias.map { (alias: $0, key: key) }
  }

  private init?(lowered: String) {
    let key =
      Self.allCases.first { isSpelling($0.rawValue, of: lowered) }
      ?? Self.aliases.first { isSpelling($0.alias, of: lowered) }?.key
    guard let key else { return nil }
    self = key
  }
}

/// Whether `text` equals `lowered`, ignoring ASCII case. Most texts differ in length, which is compared first.
private func isSpelling(_ text: String, of lowered: String) -> Bool {
  text.utf8.count == lowered.utf8.count && loweredASCII(text) == lowered
}

/// `text` with A to Z in lower case: the language's keywords are ASCII and need no Unicode tables.
func loweredASCII(_ text: String) -> String {
  String(decoding: text.utf8.map(\.loweredASCII), as: UTF8.self)
}
