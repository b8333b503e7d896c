import Foundation
import TestSupport
import Testing

/// What hosts see of the modules that they import.
struct PublicInterfaceTests {
  /// The products for hosts in Swift, with the modules of ours whose types come with each.
  private static let products: [String: Set<String>] = [
    "AudioComponents": ["AudioComponents", "ComponentModel", "Texts", "ComponentQuery", "ICU"],
    "ComponentPredicates": [
      "ComponentPredicates", "AudioComponents", "ComponentModel", "Texts", "ComponentQuery", "ICU",
    ],
    "AudioSources": [
      "AudioSources", "RenderChain", "ChainHosting", "ChainModel", "AudioFiles", "ComponentModel", "Texts", "MIDI",
    ],
    "AudioTracks": [
      "AudioTracks", "AudioSources", "RenderChain", "ChainHosting", "ChainModel", "AudioFiles", "ComponentModel",
      "Texts", "MIDI",
    ],
    "RenderChain": ["RenderChain", "ChainHosting", "ChainModel", "AudioFiles", "ComponentModel", "Texts", "MIDI"],
    "AudioFiles": ["AudioFiles"],
  ]

  @Test(
    "every public symbol has a comment, types that an import gives, and its place in the documentation", .part(.docs))
  func symbols() throws {
    let folder = TemporaryFolder()
    var symbols: [String: [SymbolGraph.Symbol]] = [:]
    for module in Module.published.map(\.name) {
      let graphs = folder("graphs/\(module)")
      try SymbolGraph.extract(module, into: graphs)
      symbols[module] = try SymbolGraph.all(in: graphs).flatMap(\.symbols).filter(\.isWritten)
    }
    verify(symbols.values.allSatisfy { !$0.isEmpty })
    for (module, symbols) in symbols {
      for symbol in symbols {
        verify(!symbol.comment.isEmpty, "\(module).\(symbol.name) has no comment: \(symbol.location?.uri ?? "")")
        // A comment that refers to another symbol's means its errors, too.
        let saysErrors = symbol.comment.contains("- Throws:") || symbol.comment.contains("As ``")
        verify(!symbol.throwsErrors || saysErrors, "\(module).\(symbol.name) does not say what it throws")
      }
    }
    expectReachableTypes(symbols)
    try expectDocumentation(from: folder)
  }

  private func expectReachableTypes(_ symbols: [String: [SymbolGraph.Symbol]]) {
    let modules = Set(Module.all.map(\.name))
    for (product, reachable) in Self.products {
      for symbol in reachable.flatMap({ symbols[$0] ?? [] }) {
        let missing = symbol.modules.intersection(modules).subtracting(reachable)
        verify(missing.isEmpty, "a host that imports \(product) alone can't name \(missing) of \(symbol.name)")
      }
      verify(Self.exports(of: product).union([product]), equals: reachable, "what \(product) exports")
    }
  }

  /// The modules that come with a module.
  private static func exports(of module: String) -> Set<String> {
    let lines = Repository.grep(["-h", "^@_exported public import "], in: Module.named(module)?.files ?? [])
    let exports = lines.compactMap { $0.split(separator: " ").last.map(String.init) }
    return exports.reduce(into: Set(exports)) { $0.formUnion(Self.exports(of: $1)) }
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
      try demand(run.status == 0, "\(run.text)\(run.errors)")
      let page = Child.contents("\(archive)/data/documentation/\(module.lowercased()).json")
      let isWhole = !String(decoding: page, as: UTF8.self).contains(#""generated":true"#)
      verify(!page.isEmpty && isWhole, "\(source)/\(module).docc leaves symbols out of its topics")
      archives.append(archive)
    }
  }

  @Test("the code of an article stands in blocks of a language that is run")
  func languages() {
    let articles = Repository.files(in: "Sources", withSuffix: ".md").filter { $0.contains(".docc/") }
    verify(articles.count > 10)
    for article in articles where !Repository.isLink(article) {
      // `GuidePageTests` writes the files of that page.
      let isBundle = article.hasSuffix("/PluginAuthor.md")
      var isInBlock = false
      for line in Repository.grep(["-hE", "^(```|    )"], in: [article]) {
        guard line.hasPrefix("```") else { verify(isInBlock, "\(article): \(line)"); continue }
        isInBlock.toggle()
        let run = ["swift", "c", "console", "pycon"] + (isBundle ? ["turtle"] : [])
        verify(isInBlock ? run.contains(String(line.dropFirst(3))) : line == "```", "\(article): \(line)")
      }
    }
  }
}
