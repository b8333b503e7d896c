import Foundation
import TestSupport
import Testing

/// The README says what the program does.
@Suite struct DocumentationTests {
  private func readme() throws -> String {
    try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
  }

  @Test("every verb of the help is in the README, and no other")
  func verbs() throws {
    let help = Child.run(Child.products + "/aucat", ["help"], environment: [:]).lines
    let start = try #require(help.firstIndex { $0.hasPrefix("SUBCOMMANDS") })
    let verbs = help[(start + 1)...].compactMap { line -> String? in
      guard line.hasPrefix("  "), !line.hasPrefix("   "), !line.contains("aucat help") else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }
    #expect(!verbs.isEmpty)
    let text = try readme()
    for verb in verbs { #expect(text.contains("aucat \(verb)"), "README does not show aucat \(verb)") }
    let shown = text.components(separatedBy: "`aucat ").dropFirst().compactMap {
      $0.prefix { $0.isLetter }.isEmpty ? nil : String($0.prefix { $0.isLetter })
    }
    for verb in Set(shown) where verb != "help" { #expect(verbs.contains(verb), "README shows aucat \(verb)") }
  }

  @Test("the README's two commands are there, and it has no more than 150 lines")
  func commands() throws {
    let text = try readme()
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
    for script in [".dev/run", ".dev/test"] {
      #expect(text.contains("\n    \(script)\n"))
      #expect(FileManager.default.isExecutableFile(atPath: Repository.path(script)))
    }
  }

  @Test("help of the wheel's script is printed, and no folder is taken for an option")
  func wheelHelp() {
    let folder = TemporaryFolder()
    func wheel(_ option: String) -> Child {
      Child.run(
        "/bin/sh", ["-c", "cd \"$folder\" && exec \"$script\" \"$option\""],
        environment: [
          "folder": folder.path, "script": Repository.path(".dev/wheel"), "option": option, "PATH": "/usr/bin:/bin",
        ])
    }
    let help = wheel("--help")
    #expect(help.status == 0 && help.text.contains(".dev/wheel [OUTPUT]") && !help.text.contains("#"), "\(help)")
    #expect(wheel("--nonsense").status == 2 && wheel("--nonsense").errors.contains("--help"))
    #expect(folder.names(in: "").isEmpty)
  }

  @Test("no file holds a merge that was not ended")
  func conflicts() throws {
    for folder in ["Sources", "Tests", "schema", "Localizations", ".dev", ".ci"] {
      let files = FileManager.default.enumerator(atPath: Repository.path(folder))
      while let file = files?.nextObject() as? String {
        guard let text = try? String(contentsOfFile: Repository.path("\(folder)/\(file)"), encoding: .utf8) else {
          continue
        }
        for line in text.split(separator: "\n") {
          #expect(!line.hasPrefix("<<<<<<" + "< ") && !line.hasPrefix(">>>>>>" + "> "), "\(folder)/\(file)")
        }
      }
    }
  }
}
