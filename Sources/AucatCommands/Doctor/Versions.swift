internal import AudioComponents

/// The versions of this program, and of the libraries that it links as they tell them.
struct Versions {
  private let known: [(key: String, name: String, version: String)]

  init() {
    let parts = ComponentManager.versions
    known = [
      ("aucat", "aucat", Aucat.version), ("catalogSchema", "catalog schema", "\(parts.catalogSchema)"),
      ("userSchema", "user schema", "\(parts.userSchema)"), ("scanner", "scanner", "\(parts.scanner)"),
      ("sqlite", "SQLite", parts.sqlite), ("icu", "ICU", parts.icu),
    ]
  }

  /// In one line.
  var line: String { known.map { "\($0.name) \($0.version)" }.joined(separator: ", ") }

  var json: JSON { .object(known.map { ($0.key, .string($0.version)) }) }
}
