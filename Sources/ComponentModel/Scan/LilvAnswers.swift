/// What lilv answers about a plugin that its own files describe, one fact a line: see `schema/lilv.md`.
package struct LilvAnswers: Hashable, Sendable {
  /// The author, whom other bundles may describe as well.
  package var author: String
  /// The plugin and its ports.
  package var facts: String

  /// Answers of these lines.
  package init(author: String, facts: String) {
    self.author = author
    self.facts = facts
  }

  /// A checksum of the answers for a plugin, which the public view has, and earlier versions of the library in C verify.
  package func checksum(of uri: String) -> UInt64 {
    var hash = StableHash()
    for text in [uri, author, facts] { hash.add(text) }
    return hash.value
  }
}
