import Foundation
import PackagePlugin

/// Compiles files that aren't sources: `Localizations/*.txt` into ICU resource bundles; and into Swift sources, the
/// digests of these bundles, the English strings, the SQL of `schema/`, the tables of tags, the profiles of hosts and the
/// files of the catalog's page. An installed program need not look for what is compiled into Swift sources.
@main
struct ResourceCompiler: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let top = context.package.directoryURL
    switch target.name {
    // A C target, because a Swift target with resources gets an accessor that links Foundation into every program.
    case "CICU":
      return try files(in: top.appending(path: "Localizations"), ending: "txt").map { localization($0, context) }
    case "ComponentTags":
      let tables = ["curated", "vocabulary"]
        .map { top.appending(path: "Sources/Language/ComponentTags/Data/\($0).tsv") }
      let texts = try files(in: top.appending(path: "Localizations"), ending: "txt")
      let english = top.appending(path: "Localizations/root.txt")
      return [embedding(tables, as: "EmbeddedTables", context), digests(of: texts, context), sorted(english, context)]
    case "StoreFiles":
      return [embedding(try files(in: top.appending(path: "schema"), ending: "sql"), as: "EmbeddedSchema", context)]
    case "AudioComponents":
      let hosts = try files(in: top.appending(path: "Sources/Libraries/AudioComponents/Hosts/Data"), ending: "json")
      return [embedding(hosts, as: "EmbeddedHosts", context)]
    case "CatalogPage":
      let folder = top.appending(path: "Sources/Programs/CatalogPage/Page")
      let page = try ["html", "css", "js", "svg"].flatMap { try files(in: folder, ending: $0) }
      return [compressing(page, as: "EmbeddedPage", context)]
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

  /// Generates a Swift enumeration with the digest of each resource bundle, as `ResourceDigest` computes it for an
  /// undamaged one. The bundles are compiled a second time, because the other target's aren't an input of this one;
  /// `genrb` always writes the same bytes.
  private func digests(of sources: [URL], _ context: PluginContext) -> Command {
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedDigests.swift")
    let script = """
      set -e
      out=$1; shift; folder=$(mktemp -d)
      trap 'rm -rf "$folder"' EXIT
      for file; do /usr/bin/genrb -q -d "$folder" "$file"; done
      { echo "enum EmbeddedDigests {"
        echo "  static func digest(_ name: String) -> ResourceDigest? {"
        echo "    switch name {"
        for file in "$folder"/*.res; do
          od -An -v -w4 -t u4 --endian=little "$file" | awk -v name="$(basename "$file" .res)" -v size="$(wc -c < "$file")" '
            { sum = (sum + $1) % 4294967296; weighted = (weighted + sum) % 4294967296 }
            END { printf "    case \\"%s\\": ResourceDigest(size: %d, sum: %.0f, weighted: %.0f)\\n", name, size, sum, weighted }'
        done
        echo "    default: nil"
        echo "    }"
        echo "  }"
        echo "}"
      } > "$out"
      """
    return .buildCommand(
      displayName: "Computing the digests of resource bundles", executable: URL(filePath: "/bin/sh"),
      arguments: ["-c", script, "sh", output.path] + sources.map(\.path), inputFiles: sources, outputFiles: [output])
  }

  /// Generates a Swift enumeration with the English strings, one array per table, sorted by key: nearly every program
  /// shows English, and would load ICU only for that.
  private func sorted(_ english: URL, _ context: PluginContext) -> Command {
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedEnglish.swift")
    let script = #"""
      { echo "enum EmbeddedEnglish {"
        sed -n 's/^  \([a-z]*\) {$/>\1/p; s/^    \([A-Za-z-]*\) { \(".*"\) }.*/\1 \2/p' "$1" |
          awk '/^>/ { table = substr($0, 2) } !/^>/ { print table, $0 }' | LC_ALL=C sort |
          awk '
            $1 != table { if (table) print "  ]"; table = $1; print "  static let " table ": [(key: String, text: String)] = [" }
            { key = $2; sub(/^[^"]*/, ""); print "    (\"" key "\", " $0 ")," }
            END { print "  ]" }'
        echo "}"
      } > "$2"
      """#
    return .buildCommand(
      displayName: "Embedding English", executable: URL(filePath: "/bin/sh"),
      arguments: ["-c", script, "sh", english.path, output.path], inputFiles: [english], outputFiles: [output])
  }

  /// Generates a Swift enumeration with one static string per file, named after the file.
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

  /// Generates a Swift enumeration with the name of each file and its content, compressed and in Base64.
  private func compressing(_ sources: [URL], as name: String, _ context: PluginContext) -> Command {
    let output = context.pluginWorkDirectoryURL.appending(path: name + ".swift")
    let script = """
      set -e
      out=$1; name=$2; shift 2
      { echo "enum $name {"
        echo "  static let files: [(name: String, text: String)] = ["
        for file; do printf '    ("%s", "%s"),\\n' "$(basename "$file")" "$(gzip -9nc "$file" | base64 -w0)"; done
        echo "  ]"
        echo "}"
      } > "$out"
      """
    return .buildCommand(
      displayName: "Embedding \(name)", executable: URL(filePath: "/bin/sh"),
      arguments: ["-c", script, "sh", output.path, name] + sources.map(\.path),
      inputFiles: sources, outputFiles: [output])
  }
}
