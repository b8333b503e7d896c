import Foundation
import TestSupport

/// The public symbols of a module, as the compiler knows them.
struct SymbolGraph: Decodable, Sendable {
  struct Symbol: Decodable, Sendable {
    struct Identifier: Decodable, Sendable {
      var precise: String
    }

    struct Comment: Decodable, Sendable {
      struct Line: Decodable, Sendable {
        var text: String
      }

      var lines: [Line]
    }

    struct Fragment: Decodable, Sendable {
      var kind: String
      var spelling: String
      var preciseIdentifier: String?
    }

    struct Location: Decodable, Sendable {
      var uri: String
    }

    struct Kind: Decodable, Sendable {
      var identifier: String
    }

    var kind: Kind
    var identifier: Identifier
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

    /// The modules whose types stand in its declaration.
    var modules: Set<String> {
      Set((declarationFragments ?? []).filter { $0.kind == "typeIdentifier" }.compactMap { Self.module($0) })
    }

    /// A type's mangled name begins with the length and the name of its module.
    private static func module(_ fragment: Fragment) -> String? {
      guard let identifier = fragment.preciseIdentifier, identifier.hasPrefix("s:") else { return nil }
      let rest = identifier.dropFirst(2)
      guard let length = Int(rest.prefix { $0.isNumber }) else { return nil }
      return String(rest.drop { $0.isNumber }.prefix(length))
    }
  }

  var symbols: [Symbol]

  /// Writes the graphs of a module, and of what it extends, into a folder.
  static func extract(_ module: String, into folder: String) throws {
    let environment = ProcessInfo.processInfo.environment
    let packages = Child.run(
      "/usr/bin/env", ["pkg-config", "--cflags-only-I", "lilv-0", "serd-0", "sqlite3", "icu-uc"],
      environment: environment)
    var words = ["swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public"]
    words += ["-output-dir", folder, "-emit-extension-block-symbols", "-I", Child.products + "/Modules"]
    words += packages.text.split(whereSeparator: \.isWhitespace).map(String.init)
    // Of a module in C, either its folder has a module map or SwiftPM has made one.
    let made = TemporaryFolder.names(inFolder: Child.products).filter { $0.hasPrefix("C") && $0.hasSuffix(".build") }
    let own = Repository.files(in: "Sources", withSuffix: "/module.modulemap").map {
      $0.dropLast("/module.modulemap".count)
    }
    words += made.flatMap { ["-I", Child.products + "/" + $0] }
    words += own.flatMap { ["-I", String($0)] }
    let triple = Child.run("/usr/bin/env", ["swiftc", "-print-target-info"], environment: environment).text
      .firstMatch(of: /"unversionedTriple": "([^"]*)"/).map { String($0.1) }
    words += triple.map { ["-target", $0] } ?? []
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let run = Child.run("/usr/bin/env", words, environment: environment)
    guard run.status == 0 else { throw Failure(description: run.text + run.errors) }
  }

  /// The graphs in a folder.
  static func all(in folder: String) throws -> [SymbolGraph] {
    try TemporaryFolder.names(inFolder: folder).sorted().map { name in
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
    }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
