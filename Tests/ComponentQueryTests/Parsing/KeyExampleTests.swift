import ComponentQuery
import Testing

/// The example of each key, and the predicate of the components that have a value.
@Suite struct KeyExampleTests {
  @Test(arguments: Key.allCases) func compareTheKey(key: Key) throws {
    for text in [key.example, key.presence] {
      #expect(TextReading(of: text) == .predicate, "\(text)")
      #expect(try ComponentPredicate(parsing: text).keys == [key] || key.isCounted, "\(text)")
    }
    let words = "\(key.rawValue):\(key.exampleValue)"
    let keys = try ComponentPredicate(parsing: words).keys
    #expect(TextReading(of: words) == .words && keys == [key], "\(words)")
  }

  @Test("a word that people use for a key is no key, and leads to one") func synonyms() {
    for word in ["vendor", "author", "maker", "brand", "category", "inputs", "outputs", "gui", "by"] {
      #expect(Key.Reference(spelling: word) == nil && Key.meant(by: word) != nil, "\(word)")
    }
  }
}

extension Key {
  /// Whether the number of its elements is a key of its own.
  fileprivate var isCounted: Bool { self == .parameterName || self == .presetName }
}
