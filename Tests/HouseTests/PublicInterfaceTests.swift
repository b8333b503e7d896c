import Foundation
import TestSupport
import Testing

/// What hosts see of the modules that they import.
@Suite struct PublicInterfaceTests {
  /// The products for hosts in Swift, with the modules of ours whose types come with each.
  private static let products: [String: Set<String>] = [
    "AudioComponents": ["AudioComponents", "ComponentModel", "ComponentQuery", "ICU"],
    "ComponentPredicates": ["ComponentPredicates", "AudioComponents", "ComponentModel", "ComponentQuery", "ICU"],
    "AudioSources": [
      "AudioSources", "RenderChain", "ChainHosting", "ChainModel", "AudioFiles", "ComponentModel", "MIDI",
    ],
    "AudioTracks": [
      "AudioTracks", "AudioSources", "RenderChain", "ChainHosting", "ChainModel", "AudioFiles", "ComponentModel",
      "MIDI",
    ],
    "RenderChain": ["RenderChain", "ChainHosting", "ChainModel", "AudioFiles", "ComponentModel", "MIDI"],
    "AudioFiles": ["AudioFiles"],
  ]

  @Test("every public symbol has a comment, types that an import gives, and its place in the documentation")
  func symbols() throws {
    let folder = TemporaryFolder()
    var symbols: [String: [SymbolGraph.Symbol]] = [:]
    for module in Module.published.map(\.name) {
      let graphs = folder("graphs/\(module)")
      try SymbolGraph.extract(module, into: graphs)
      symbols[module] = try SymbolGraph.all(in: graphs).flatMap(\.symbols).filter(\.isWritten)
    }
    #expect(symbols.values.allSatisfy { !$0.isEmpty })
    for (module, symbols) in symbols { expectComments(symbols, of: module) }
    try expectReachableTypes(symbols)
    try expectDocumentation(from: folder)
  }

  private func expectComments(_ symbols: [SymbolGraph.Symbol], of module: String) {
    for symbol in symbols {
      #expect(!symbol.comment.isEmpty, "\(module).\(symbol.name) has no comment: \(symbol.location?.uri ?? "")")
      // A comment that refers to another symbol's means its errors, too.
      let saysErrors = symbol.comment.contains("- Throws:") || symbol.comment.contains("As ``")
      #expect(!symbol.throwsErrors || saysErrors, "\(module).\(symbol.name) does not say what it throws")
    }
  }

  private func expectReachableTypes(_ symbols: [String: [SymbolGraph.Symbol]]) throws {
    let modules = Set(Module.all.map(\.name))
    for (product, reachable) in Self.products {
      for symbol in reachable.flatMap({ symbols[$0] ?? [] }) {
        let missing = symbol.modules.intersection(modules).subtracting(reachable)
        #expect(missing.isEmpty, "a host that imports \(product) alone can't name \(missing) of \(symbol.name)")
      }
      #expect(try Self.exports(of: product).union([product]) == reachable, "what \(product) exports")
    }
  }

  /// The modules that come with a module.
  private static func exports(of module: String) throws -> Set<String> {
    let exports = try (Module.named(module)?.files ?? []).flatMap { file in
      try String(contentsOfFile: file, encoding: .utf8).matches(of: /(?m)^@_exported public import (\w+)$/).map {
        String($0.1)
      }
    }
    return try exports.reduce(into: Set(exports)) { all, module in all.formUnion(try Self.exports(of: module)) }
  }

  /// `docc` accepts the documentation: its links lead somewhere, and its parameters have the names of the declarations.
  private func expectDocumentation(from folder: TemporaryFolder) throws {
    var archives: [String] = []
    for (module, source) in Module.published.map({ ($0.name, $0.folder) }) {
      let archive = folder("\(module).doccarchive")
      let words = [
        "docc", "convert", Repository.path("\(source)/\(module).docc"), "--additional-symbol-graph-dir",
        folder("graphs/\(module)"), "--output-path", archive, "--fallback-display-name", module,
        "--fallback-bundle-identifier", module, "--warnings-as-errors", "--enable-experimental-external-link-support",
      ]
      let run = Child.run(
        "/usr/bin/env", words + archives.flatMap { ["--dependency", $0] },
        environment: ProcessInfo.processInfo.environment)
      try #require(run.status == 0, "\(run.text)\(run.errors)")
      let page = Child.contents("\(archive)/data/documentation/\(module.lowercased()).json")
      let isWhole = !String(decoding: page, as: UTF8.self).contains(#""generated":true"#)
      #expect(!page.isEmpty && isWhole, "\(source)/\(module).docc leaves symbols out of its topics")
      archives.append(archive)
    }
  }

  @Test("the code of an article stands in blocks of a language that is run")
  func languages() throws {
    let articles = Repository.files(in: "Sources", withSuffix: ".md").filter { $0.contains(".docc/") }
    #expect(articles.count > 10)
    for article in articles where !Repository.isLink(article) {
      let text = try String(contentsOfFile: article, encoding: .utf8)
      let fences = text.split(separator: "\n").filter { $0.hasPrefix("```") && $0 != "```" }
      // `GuidePageTests` writes the files of that page.
      let isBundle = article.hasSuffix("/PluginAuthor.md")
      let run = ["```swift", "```c", "```console", "```pycon"] + (isBundle ? ["```turtle"] : [])
      for fence in fences { #expect(run.contains { $0 == fence }, "\(article): \(fence)") }
      var isInBlock = false
      for line in text.split(separator: "\n") {
        if line.hasPrefix("```") { isInBlock.toggle() }
        #expect(isInBlock || !line.hasPrefix("    "), "\(article): \(line)")
      }
    }
  }
}
