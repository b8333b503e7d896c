import Foundation
import PackagePlugin

/// Compiles what lies outside the targets' folders: `Localizations/*.txt` into ICU resource bundles, and the SQL of
/// `schema/` and the tables of `Sources/ComponentTags/Data` into Swift sources, so that a program that is installed
/// applies these very files and looks for none of them.
@main
struct ResourceCompiler: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let top = context.package.directoryURL
    switch target.name {
    // A C target, because a Swift target with resources gets an accessor that links Foundation into every program.
    case "CICU":
      return try files(in: top.appending(path: "Localizations"), ending: "txt").map { localization($0, context) }
    case "ComponentTags":
      let tables = try files(in: top.appending(path: "Sources/ComponentTags/Data"), ending: "tsv")
      return [embedding(tables, as: "EmbeddedTables", context)]
    case "ComponentStore":
      return [embedding(try files(in: top.appending(path: "schema"), ending: "sql"), as: "EmbeddedSchema", context)]
    default:
      return []
    }
  }

  private func files(in folder: URL, ending: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == ending }
      .sorted { $0.path < $1.path }
  }

  private func localization(_ source: URL, _ context: PluginContext) -> Command {
    let folder = context.pluginWorkDirectoryURL
    let output = folder.appending(path: source.deletingPathExtension().lastPathComponent + ".res")
    return .buildCommand(
      displayName: "Compiling \(source.lastPathComponent)", executable: URL(filePath: "/usr/bin/genrb"),
      arguments: ["-q", "-d", folder.path, source.path], inputFiles: [source], outputFiles: [output])
  }

  /// A Swift enumeration with one static text a file, named after the file.
  private func embedding(_ sources: [URL], as name: String, _ context: PluginContext) -> Command {
    let output = context.pluginWorkDirectoryURL.appending(path: name + ".swift")
    let script = """
      out=$1; name=$2; shift 2
      { echo "enum $name {"
        for file; do
          base=$(basename "$file"); key=$(printf %s "${base%.*}" | tr -c 'A-Za-z0-9' '_')
          printf '  static let %s = ####\"\"\"\\n' "$key"
          cat "$file"
          printf '\\n\"\"\"####\\n'
        done
        echo "}"
      } > "$out"
      """
    return .buildCommand(
      displayName: "Embedding \(name)", executable: URL(filePath: "/bin/sh"),
      arguments: ["-c", script, "sh", output.path, name] + sources.map(\.path),
      inputFiles: sources, outputFiles: [output])
  }
}
