internal import AudioComponents
internal import Linux

/// The versions of this program and of what it works with; nil for what is not found.
struct Versions {
  private let known: [(key: String, name: String, version: String?)]

  init(_ manager: ComponentManager) {
    let parts = ComponentManager.versions
    let worker = try? manager.workerPath()
    known = [
      ("aucat", "aucat", Aucat.version), ("catalogSchema", "catalog schema", "\(parts.catalogSchema)"),
      ("userSchema", "user schema", "\(parts.userSchema)"), ("scanner", "scanner", "\(parts.scanner)"),
      ("sqlite", "SQLite", parts.sqlite), ("icu", "ICU", parts.icu),
      ("lilv", "lilv", worker.flatMap { Self.version(of: "liblilv-0", neededBy: $0) }),
      ("serd", "serd", worker.flatMap { Self.version(of: "libserd-0", neededBy: $0) }),
    ]
  }

  /// In one line.
  var line: String {
    known.compactMap { part in part.version.map { "\(part.name) \($0)" } }.joined(separator: ", ")
  }

  var json: JSON { .object(known.map { ($0.key, .optional($0.version)) }) }

  /// The version that the file name of a library has: this program itself links none of them.
  private static func version(of library: String, neededBy program: String) -> String? {
    let search = LibrarySearch()
    guard let file = search.files(neededBy: program).found.first(where: { $0.name.hasPrefix(library + ".so") }),
      let path = try? Path.canonical(file.path), let mark = path.utf8.range(ofRun: ".so.".utf8)
    else { return nil }
    return String(path[mark.upperBound...])
  }
}
