import Foundation
import TestSupport
import Testing

/// What other programs parse, and paths, are bytes: `'` with an accent is one `Character`, and still a quote to a shell.
@Suite struct BytewiseTextTests {
  /// Files and folders of modules.
  private static let places = [
    "Linux/Paths", "Linux/Files/FileReplacement", "Linux/Directories/TemporaryDirectory",
    "Programs/ArdourMetadata",
    "ComponentModel/Text/JSON", "AucatProgram/Output/ShellWord", "AucatProgram/Output/Escaping",
    "AucatCommands/Search/CSV", "AucatCommands/Completion/CompletionShell", "AucatCommands/Completion/ShellLine",
    "AucatCommands/Completion/PredicateReading", "AucatCommands/UserData/ArdourFolder", "aucat-render/Chain/JalvLine",
    "aucat-render/Validate/TAPPrinter", "aucat-render/Validate/JUnitPrinter", "aucat-render/Chain/PipeWireGraph",
    "aucat-render/Chain/ChainExporter",
    "BundleReading/Files/FileRule", "BundleReading/Files/FileURI", "BundleReading/Files/StatePathRule",
    "BundleLint/Facts/Document", "ChainModel/Setup/BundleAccess", "ChainHosting/State/StatePaths",
    ".dev/manual/Roff",
    "ComponentQuery/Printing/PrintedString",
  ]

  @Test("writers of text that is parsed, and what handles paths, compare bytes or scalars")
  func sources() throws {
    for place in Self.places {
      let concerned = Repository.sources.filter { $0.contains("/" + place) }
      #expect(!concerned.isEmpty, "\(place) is not there")
      for file in concerned {
        for line in Self.characterwise(try String(contentsOfFile: file, encoding: .utf8)) {
          Issue.record("\(file): `\(line)` works on Characters; use utf8 or unicodeScalars")
        }
      }
    }
  }

  /// The lines that divide, compare or classify a text by its Characters.
  private static func characterwise(_ text: String) -> [Substring] {
    let operation =
      /\.has(?:Prefix|Suffix)\(|(?:split\(separator: |Index\(of: |contains\(|replacing\()"(?:[^"\\]|\\.)"|\$0\.is(?:Whitespace|Newline|Letter|Number)\b|\bCharacter\b/
    return text.split(separator: "\n").filter { line in
      let code = line.drop { $0 == " " }
      return !code.hasPrefix("//") && code.contains(operation) && !code.contains(/utf8|UTF8|[sS]calar/)
    }
  }

  @Test(
    "a use of Characters is found",
    arguments: [
      #"text.split(separator: "'")"#, #"text.contains("/")"#, #"path.lastIndex(of: "/")"#, #"path.hasPrefix("/")"#,
      "text.split { $0.isWhitespace }", #"text.replacing("'", with: "")"#, "for c in text where c == Character(x) {}",
    ])
  func finds(line: String) {
    #expect(Self.characterwise("  " + line).count == 1)
    #expect(Self.characterwise("  // " + line).isEmpty)
    #expect(Self.characterwise("  " + line.replacing("text.", with: "text.unicodeScalars.") + "  // utf8").isEmpty)
  }
}
