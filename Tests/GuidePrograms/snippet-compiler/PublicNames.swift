import Foundation

/// The names of all public types that hosts import: a name is ambiguous where Foundation has a type of that name.
struct PublicNames {
  private let files: [String]

  init(in checkout: String) throws {
    let sources = FileManager.default.enumerator(atPath: checkout + "/Sources")?.compactMap { $0 as? String } ?? []
    let published = sources.filter { $0.hasSuffix(".docc") }.map {
      $0.split(separator: "/").dropLast().joined(separator: "/")
    }
    files = sources.filter { file in
      file.hasSuffix(".swift") && published.contains { file.hasPrefix($0 + "/") }
    }.sorted().map { "\(checkout)/Sources/\($0)" }
  }

  /// A source with a function that names each type.
  var text: String {
    get throws {
      let type = /(?m)^(?:@\w+ )?public (?:final |indirect )*(struct|enum|class|actor|protocol) (\w+)(<)?/
      var lines: [String] = []
      for file in files {
        for match in try String(contentsOfFile: file, encoding: .utf8).matches(of: type) where match.3 == nil {
          lines.append("  _ = \(match.1 == "protocol" ? "(any \(match.2))" : match.2).self\n")
        }
      }
      let imports = [
        "AudioComponents", "AudioFiles", "AudioSources", "AudioTracks", "ComponentPredicates", "Foundation",
        "RenderChain",
      ]
      return imports.map { "import \($0)\n" }.joined() + "func everyName() {\n" + lines.joined() + "}\n"
    }
  }
}
