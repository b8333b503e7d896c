import Foundation
import TestSupport
import Testing

/// The README says what the program does.
@Suite struct DocumentationTests {
  private func readme() throws -> String {
    try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
  }

  @Test("the README shows no command that the help lacks")
  func verbs() throws {
    let help = Child.run(Child.products + "/aucat", ["help"], environment: [:]).lines
    let start = try #require(help.firstIndex { $0.hasPrefix("SUBCOMMANDS") })
    let verbs = help[(start + 1)...].compactMap { line -> String? in
      guard line.hasPrefix("  "), !line.hasPrefix("   "), !line.contains("aucat help") else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }
    #expect(!verbs.isEmpty)
    let text = try readme()
    let shown = text.matches(of: /(?m)(?:`|^    )aucat ([a-z]+)/).map { String($0.1) }
    #expect(shown.count > 8)
    for verb in Set(shown) where verb != "help" { #expect(verbs.contains(verb), "README shows aucat \(verb)") }
  }

  @Test("the README has at most 120 lines, and no cell of a table above 100 characters; musicians' page is in line 3")
  func size() throws {
    let lines = try readme().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 121)
    #expect(lines[2].contains("Musician.md)"))
    for line in lines where line.hasPrefix("|") {
      for cell in line.split(separator: "|") { #expect(cell.count <= 100, "\(cell)") }
    }
  }

  @Test("the README's picture is there")
  func picture() throws {
    let name = try #require(try readme().firstMatch(of: /!\[.*?\]\((.*?)\)/)).1
    #expect(Child.contents(Repository.path(String(name))).starts(with: [0x89] + Array("PNG".utf8)))
  }

  @Test("the README's two commands are there")
  func commands() throws {
    let text = try readme()
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
