// Writes the code of the documentation as sources of a program: snippet-compiler CHECKOUT FOLDER
import Foundation

let (checkout, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])

/// The programs by the names of their functions, with the pages that show them.
let programs = [
  "readme": "README.md", "guide": "Sources/Libraries/AudioComponents/AudioComponents.docc/SwiftHost.md",
  "live": "Sources/Sound/ChainHosting/ChainHosting.docc/LiveRendering.md",
]
let blocks = try CodeBlock.all("swift", in: checkout)
let shown = Set(blocks.filter(\.isProgram).map(\.file))
guard shown == Set(programs.values), blocks.filter(\.isProgram).count == programs.count else {
  print("a program of the documentation is not run, or a page has two: \(shown.sorted())")
  exit(1)
}
for (name, file) in programs {
  guard let program = blocks.first(where: { $0.isProgram && $0.file == file }) else { continue }
  try write(program.function(named: name), to: name)
}
try write(SnippetRunner(blocks.filter { !$0.isProgram }).text, to: "Snippets")
try write(PublicNames(in: checkout).text, to: "EveryName")

func write(_ text: String, to name: String) throws {
  try text.write(toFile: "\(folder)/\(name).swift", atomically: true, encoding: .utf8)
}
