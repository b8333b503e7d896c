// Writes what people call things in a search as a Swift source: lexicon-compiler OUTPUT TABLE.tsv... LOCALIZATION.txt...
import Foundation

let (output, inputs) = (CommandLine.arguments[1], CommandLine.arguments.dropFirst(2).map { URL(filePath: $0) })
var tables: [String: String] = [:]
for input in inputs where input.pathExtension == "tsv" {
  tables[input.deletingPathExtension().lastPathComponent] = try String(contentsOf: input, encoding: .utf8)
}
let localizations = try inputs.filter { $0.pathExtension == "txt" }.map { try String(contentsOf: $0, encoding: .utf8) }
let source = LexiconSource(tables: tables, localizations: localizations)

/// A constant without an initializer: the program's text holds it.
func constant(_ name: String, _ lines: [String]) -> String {
  "  static let \(name): StaticString = ####\"\"\"\n" + lines.map { $0 + "\n" }.joined() + "\n\"\"\"####\n"
}
let text =
  "enum EmbeddedLexicon {\n" + constant("lines", source.sortedLines) + constant("typedWords", source.typedWords)
  + constant("names", source.names) + "}\n"
try text.write(toFile: output, atomically: true, encoding: .utf8)
