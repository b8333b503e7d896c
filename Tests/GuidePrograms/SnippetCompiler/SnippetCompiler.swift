import Foundation
import PackagePlugin

/// Makes Swift sources of the code in the documentation: the programs and snippets of the README, the guides and the
/// comments for hosts.
@main
struct SnippetCompiler: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let top = context.package.directoryURL
    let files =
      FileManager.default.enumerator(at: top.appending(path: "Sources"), includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { ["md", "swift"].contains($0.pathExtension) } ?? []
    let outputs = ["readme", "guide", "live", "Snippets", "EveryName"]
      .map { context.pluginWorkDirectoryURL.appending(path: $0 + ".swift") }
    return [
      .buildCommand(
        displayName: "Extracting the documentation's code", executable: try context.tool(named: "snippet-compiler").url,
        arguments: [top.path, context.pluginWorkDirectoryURL.path],
        inputFiles: [top.appending(path: "README.md")] + files.sorted { $0.path < $1.path }, outputFiles: outputs)
    ]
  }
}
