internal import ComponentModel
internal import Linux

/// What has been installed, removed or replaced since the last scan.
struct InstalledNews {
  struct Bundle {
    var path: String
    /// The names of its components.
    var names: [String]
  }

  var added: [Bundle] = []
  var changed: [Bundle] = []
  var removed: [Bundle] = []
  var rejected: [(path: String, reason: String)] = []
  /// The number of bundles to read, and of those that were read.
  var toRead = 0
  var read = 0

  /// What people should know, in one line; nil for nothing.
  var line: String? {
    let parts =
      [
        Self.part(added, "new"), Self.part(changed, "changed"), Self.part(removed, "removed"),
      ].compactMap(\.self) + [rejections].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static let mostNames = 3

  private var rejections: String? {
    guard let first = rejected.first else { return nil }
    let more = rejected.count > 1 ? ", and \(rejected.count - 1) more" : ""
    return "\(LexicalPath.name(of: first.path)) is kept away from hosts (\(first.reason))\(more)"
  }

  /// For example `1 new bundle: Echo`.
  private static func part(_ bundles: [Bundle], _ word: String) -> String? {
    if bundles.isEmpty { return nil }
    // One without components has presets, for example.
    let names = bundles.flatMap { $0.names.isEmpty ? [LexicalPath.name(of: $0.path)] : $0.names }.sorted()
    let rest = names.count - mostNames
    let shown = names.prefix(mostNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    return "\(Count.text(bundles.count, "\(word) bundle")): \(shown)"
  }
}
