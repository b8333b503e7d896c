import Foundation
import PackagePlugin

/// Compiles what people call things in a search, `Sources/Language/ComponentTags/Data` and the names of tags in
/// `Localizations/`, into a sorted table in the program. Not part of `ResourceCompiler`, which module `ICU` needs, as
/// this plugin's program needs that.
@main
struct LexiconCompiler: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let top = context.package.directoryURL
    let tables = ["aliases", "features", "fillers", "intents", "phrases", "vocabulary"]
      .map { top.appending(path: "Sources/Language/ComponentTags/Data/\($0).tsv") }
    let texts = try FileManager.default.contentsOfDirectory(
      at: top.appending(path: "Localizations"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedLexicon.swift")
    return [
      .buildCommand(
        displayName: "Compiling the lexicon", executable: try context.tool(named: "lexicon-compiler").url,
        arguments: [output.path] + (tables + texts).map(\.path), inputFiles: tables + texts, outputFiles: [output])
    ]
  }
}
