import Foundation
import TestSupport
import Testing

/// The public symbols of a module, as the compiler knows them.
struct SymbolGraph: Decodable, Sendable {
  struct Symbol: Decodable, Sendable {
    struct Kind: Decodable, Sendable { var identifier: String }
    struct Location: Decodable, Sendable { var uri: String }
    struct Line: Decodable, Sendable { var text: String }
    struct Comment: Decodable, Sendable { var lines: [Line] }
    struct Fragment: Decodable, Sendable {
      var kind: String
      var spelling: String
      var preciseIdentifier: String?
    }

    var kind: Kind
    var pathComponents: [String]
    var docComment: Comment?
    var declarationFragments: [Fragment]?
    /// Nil for what the compiler has made.
    var location: Location?

    var name: String { pathComponents.joined(separator: ".") }

    /// Its documentation, line by line.
    var comment: String { (docComment?.lines ?? []).map(\.text).joined(separator: "\n") }

    /// Whether it is a function or an initializer that throws, and not one that takes a closure that does.
    var throwsErrors: Bool {
      let declaration = (declarationFragments ?? []).map(\.spelling).joined()
      var depth = 0
      let outside = declaration.filter { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return depth == 0
      }
      return kind.identifier != "swift.property" && outside.contains(" throws")
    }

    /// Whether somebody has written it: the compiler makes symbols too, and one for each extension.
    var isWritten: Bool { location != nil && kind.identifier != "swift.extension" }

    /// The modules whose types stand in its declaration: a type's mangled name begins with the length of its module's
    /// name and that name.
    var modules: Set<String> {
      let types = (declarationFragments ?? []).filter { $0.kind == "typeIdentifier" }.compactMap(\.preciseIdentifier)
      return Set(
        types.compactMap { name in
          guard name.hasPrefix("s:"), let length = Int(name.dropFirst(2).prefix { $0.isNumber }) else { return nil }
          return String(name.dropFirst(2).drop { $0.isNumber }.prefix(length))
        })
    }
  }

  var symbols: [Symbol]

  /// Writes the graphs of a module, and of what it extends, into a folder.
  static func extract(_ module: String, into folder: String) throws {
    let packages = run(["pkg-config", "--cflags-only-I", "lilv-0", "serd-0", "sqlite3", "icu-uc"])
    var words = ["swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public"]
    words += ["-output-dir", folder, "-emit-extension-block-symbols", "-I", Child.products + "/Modules"]
    words += packages.text.split(whereSeparator: \.isWhitespace).map(String.init)
    // Programs of the build have their own. Of a module in C, either its folder has a module map or SwiftPM has made one.
    let made = TemporaryFolder.names(inFolder: Child.products).filter {
      $0.hasPrefix("C") && $0.hasSuffix(".build") && !$0.contains("-tool")
    }
    let own = Repository.files(in: "Sources", withSuffix: "/module.modulemap")
    words += made.flatMap { ["-I", Child.products + "/" + $0] }
    words += own.flatMap { ["-I", String($0.dropLast("/module.modulemap".count))] }
    let triple = run(["swiftc", "-print-target-info"]).text.firstMatch(of: /"unversionedTriple": "([^"]*)"/)
    words += triple.map { ["-target", String($0.1)] } ?? []
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let extracted = run(words)
    try demand(extracted.status == 0, "\(extracted)")
  }

  private static func run(_ words: [String]) -> Child {
    Child.run("/usr/bin/env", words, environment: ProcessInfo.processInfo.environment)
  }

  /// The graphs in a folder.
  static func all(in folder: String) throws -> [SymbolGraph] {
    try TemporaryFolder.names(inFolder: folder).sorted().map { name in
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
    }
  }
}
