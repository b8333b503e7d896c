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
    // What is gone from one place and new in another has been moved.
    let gone = Set(removed.map(\.names)).subtracting([[]])
    let moved = added.filter { gone.contains($0.names) }
    let places = Set(moved.map(\.names))
    let parts = [
      Self.part(added.filter { !places.contains($0.names) }, "new"), Self.part(changed, "changed"),
      Self.part(moved, "moved"), Self.part(removed.filter { !places.contains($0.names) }, "removed"), rejections,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : Self.escaped(parts.joined(separator: "; "))
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
    let names = Set(bundles.flatMap { $0.names.isEmpty ? [LexicalPath.name(of: $0.path)] : $0.names }).sorted()
    let rest = names.count - mostNames
    let shown = names.prefix(mostNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    return "\(Count.text(bundles.count, "\(word) bundle")): \(shown)"
  }

  /// A text of one line, whatever names have in them.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
    return text.unicodeScalars.reduce(into: "") { line, scalar in
      let digits = String(scalar.value, radix: 16)
      line += scalar.value < 0x20 ? "\\x" + (digits.count < 2 ? "0" : "") + digits : String(scalar)
    }
  }
}
