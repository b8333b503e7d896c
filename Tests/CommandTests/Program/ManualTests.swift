import AucatCommands
import AucatProgram
import AudioComponents
import Foundation
import TestSupport
import Testing

/// The pages of the manual, which `aucat-manual` makes; with `AUCAT_INSTALLED=PREFIX`, those of an installation.
@Suite struct ManualTests {
  private let folder: TemporaryFolder
  private let pages: [String: String]

  init() throws {
    let folder = TemporaryFolder()
    self.folder = folder
    folder.write("", to: "pages/readme")
    let script =
      InstalledFiles.manual == nil
      ? #"exec "$maker" "$top" "$pages" 2026-11-23"# : #"exec cp "$1"/aucat* "$2"/aucat* "$pages""#
    let run = Child.run(
      "/bin/sh", ["-c", script, "sh"] + (InstalledFiles.manual ?? []),
      environment: [
        "PATH": "/usr/bin:/bin", "maker": Child.products + "/aucat-manual", "top": Repository.top,
        "pages": folder("pages"),
      ])
    #expect(run.status == 0 && run.errors == "", "\(run)")
    folder.remove("pages/readme")
    pages = Dictionary(
      uniqueKeysWithValues: folder.names(in: "pages").map { name in
        (name, String(decoding: Child.contents(folder("pages/" + name)), as: UTF8.self))
      })
  }

  /// The text of a page without its roff.
  private func text(_ page: String) throws -> String {
    var text = try #require(pages[page], "\(page) is missing")
    for (roff, plain) in [
      ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\-", "-"), ("\\(aq", "'"), ("\\(dq", "\""), ("\\(ga", "`"),
      ("\\(ti", "~"), ("\\(ha", "^"), ("\\&", ""), ("\\e", "\\"), ("\n", " "),
    ] { text = text.replacing(roff, with: plain) }
    return text
  }

  @Test("every command has a page with its options, examples and sections")
  func commands() throws {
    let verbs = Aucat.declaration.subcommands
    #expect(
      Set(pages.keys)
        == Set(["aucat.1", "aucat-query.7", "aucat-tags.7", "aucat-hosts.7"] + verbs.map { "aucat-\($0.name).1" }))
    let own = try text("aucat.1")
    #expect(own.contains("--version") && own.contains("-h, --help"))
    for verb in verbs {
      #expect(own.contains("aucat-\(verb.name)(1)") && own.contains(verb.abstract), "\(verb.name)")
      let page = try text("aucat-\(verb.name).1")
      for command in [verb] + verb.subcommands {
        for argument in command.arguments {
          #expect(argument.names.allSatisfy(page.contains), "\(argument.names)")
        }
        for line in command.discussion.split(separator: "\n") where line.hasPrefix("  ") {
          #expect(page.contains(line.dropFirst(2)), "\(line)")
        }
      }
      for section in ["NAME", "SYNOPSIS", "EXAMPLES", "EXIT STATUS", "ENVIRONMENT", "SEE ALSO"] {
        #expect(pages["aucat-\(verb.name).1"]?.contains(".SH \"\(section)\"\n") == true, "\(verb.name) \(section)")
      }
    }
  }

  @Test("the language's page has each key, with its other spelling and its meaning, and each operator")
  func language() throws {
    let page = try text("aucat-query.7")
    for key in Key.allCases {
      let spellings = [key.rawValue] + [key.declaration.alias].compactMap(\.self)
      #expect(page.contains(".TP \(spellings.joined(separator: ", ")) "), "\(key)")
    }
    for comparison in Comparison.Operator.allCases {
      #expect(page.contains(".TP \(comparison.rawValue)"), "\(comparison)")
    }
    for line in QueryHelp.text.split(separator: "\n") { #expect(page.contains(line), "\(line)") }
  }

  @Test("the tags' page has each standard tag with its identifier")
  func tags() throws {
    let page = try text("aucat-tags.7")
    let tags = ComponentManager(try Configuration(environment: [:])).standardTags
    #expect(tags.count > 50)
    for tag in tags { #expect(page.contains(".TP \(tag.englishName) \(tag.identifier)"), "\(tag.identifier)") }
  }

  @Test("each variable that the programs read has its line")
  func variables() throws {
    let page = try text("aucat.1")
    let sources = Child.run(
      "/bin/sh", ["-c", "cat $(find \"$0\" -name '*.swift')", Repository.path("Sources")],
      environment: ["PATH": "/usr/bin:/bin"]
    ).text
    let found = Set(
      sources.matches(of: /environment\["([A-Z0-9_]+)"\]/).map { String($0.1) }
        + sources.matches(of: /"((?:AUCAT|XDG)_[A-Z_]+)"/).map { String($0.1) })
    #expect(found.count > 8)
    for variable in found.subtracting(["HOME", "PATH", "LD_LIBRARY_PATH", "QT_QPA_PLATFORM"]) {
      #expect(page.contains(variable), "\(variable)")
    }
  }

  @Test(
    "man finds each page below the prefix",
    .enabled(if: InstalledFiles.isInstallation && Machine.has("man"), "AUCAT_INSTALLED names none, or man is missing"))
  func places() throws {
    let sections = try #require(InstalledFiles.manual)
    #expect(!pages.isEmpty)
    for (section, folder) in zip(["1", "7"], sections) {
      for page in pages.keys where page.hasSuffix("." + section) {
        let run = Child.run(
          "/bin/sh", ["-c", "man -M \"${0%/*}\" -w \"$1\" \"$2\"", folder, section, String(page.dropLast(2))],
          environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        #expect(run.text == "\(folder)/\(page)\n", "\(page): \(run)")
      }
    }
  }

  @Test("no formatter objects", arguments: ["groff -ww -k -man -Tutf8", "mandoc -Tlint", "man --warnings -E UTF-8 -l"])
  func formatting(_ command: String) throws {
    let program = String(command.prefix { $0 != " " })
    guard Machine.has(program) else { return }
    let script = "cd \"$0\" && for page in *; do \(command) ./\"$page\" 2>&1 >/dev/null || echo \"$page: $?\"; done"
    let run = Child.run(
      "/bin/sh", ["-c", script, folder("pages")], environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
    #expect(run.text == "" && run.errors == "", "\(run.text) \(run.errors)")
  }
}
