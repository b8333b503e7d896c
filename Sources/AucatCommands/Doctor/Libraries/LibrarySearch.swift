internal import AudioComponents
internal import Glibc
internal import Linux

/// Finds the libraries that a binary needs where the dynamic loader would, without loading any: `ld.so(8)`.
final class LibrarySearch {
  /// A library that was found.
  struct File {
    let name: String
    let path: String
  }

  /// A library that is not there, and the file that needs it.
  struct Missing: Hashable {
    let name: String
    let neededBy: String
  }

  private let directories: [String]
  private var read: [String: ELFLibrary?] = [:]

  init(environment: [String: String] = Configuration.processEnvironment) {
    let named = (environment["LD_LIBRARY_PATH"] ?? "").split(separator: ":").map(String.init)
    directories = named + LoaderConfiguration.directories
  }

  /// The libraries that a binary needs, and those that these need: found and missing. Whether they have the symbols is not
  /// looked at.
  func files(neededBy path: String) -> (found: [File], missing: [Missing]) {
    var found: [File] = []
    var missing: [Missing] = []
    var pending = [path]
    var seen: Set<String> = []
    while let path = pending.popLast() {
      guard let library = library(path) else { continue }
      for name in library.needed where seen.insert(name).inserted {
        if let place = place(of: name, neededBy: path, library) {
          found.append(File(name: name, path: place))
          pending.append(place)
        } else {
          missing.append(Missing(name: name, neededBy: path))
        }
      }
    }
    return (found, missing)
  }

  private func library(_ path: String) -> ELFLibrary? {
    if let known = read[path] { return known }
    let library = try? ELFLibrary(path)
    read[path] = .some(library)
    return library
  }

  private func place(of name: String, neededBy path: String, _ needing: ELFLibrary) -> String? {
    if name.contains("/") { return library(name) == nil ? nil : name }
    let origin = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let own = needing.searchPath.map { Self.expanded($0, origin: origin) }
    let candidates = (own + directories).map { "\($0)/\(name)" }
    // The loader passes over files of another processor.
    return candidates.first { library($0)?.architecture == needing.architecture }
  }

  /// A directory of a binary's own search path; `$ORIGIN` is where the binary lies.
  private static func expanded(_ directory: String, origin: String) -> String {
    for word in ["${ORIGIN}", "$ORIGIN"] where directory.hasPrefix(word) {
      return origin + directory.dropFirst(word.count)
    }
    return directory
  }
}

/// The directories in which the dynamic loader looks for libraries.
private enum LoaderConfiguration {
  /// Those of `/etc/ld.so.conf`, then those that are built in.
  static let directories: [String] = {
    let builtIn = ["/lib", "/usr/lib"].flatMap { base in ["\(base)/\(multiarch)", base + "64", base] }
    return configured("/etc/ld.so.conf", depth: 0) + builtIn
  }()

  private static var multiarch: String { "\(Architecture.current)-linux-gnu" }

  private static func configured(_ file: String, depth: Int) -> [String] {
    guard depth < 8, let bytes = try? WholeFile.bytes(file, limit: 1 << 20) else { return [] }
    return bytes.split(separator: 0x0A).flatMap { line -> [String] in
      let words = String(decoding: line.prefix { $0 != 0x23 }, as: UTF8.self).split { $0 == " " || $0 == "\t" }
      guard let first = words.first else { return [] }
      guard first == "include" else { return first.hasPrefix("/") ? [String(first)] : [] }
      return words.dropFirst().flatMap { matches(String($0)) }.flatMap { configured($0, depth: depth + 1) }
    }
  }

  /// The files that a pattern of the shell names.
  private static func matches(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    // SAFETY: `glob` has succeeded, so there are `gl_pathc` texts, each ended by NUL. They last until `globfree`, and
    // are copied.
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
