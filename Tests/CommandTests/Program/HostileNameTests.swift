import AucatProgram
import Foundation
import TestSupport
import Testing

/// Names in which accents follow quotes, commas and the like: one `Character` in Swift, and two to all that reads our output.
@Suite struct HostileNameTests {
  private static let accent = "\u{301}"
  /// A URI as Turtle allows it; a shell that takes it out of its quotes makes a file.
  private static let uri = "urn:x'\(accent);touch$IFS$9owned;:'\(accent)"
  private static let name =
    "It'\(accent)s \"\(accent)q\"\(accent) ,\(accent) #\(accent) \\\(accent) <\(accent)&\(accent)>"

  private let machine: Machine

  init() {
    var plugin = Plugin.hall
    plugin.name = Self.name
    plugin.uri = Self.uri
    machine = Machine([Bundle(name: "hall", plugins: [plugin])])
    machine.folder.write("", to: "work/readme")
  }

  /// What a program of Python prints of our output.
  private func python(_ program: String, _ arguments: [String]) -> String {
    let output = machine.aucat(arguments)
    #expect(output.status < 2, "\(output)")
    machine.folder.write(output.text, to: "output")
    return machine.shell("cd \"$folder\"; exec python3 -c '\(program)' <output").text
  }

  @Test(
    "a word of a command line is that word to a shell",
    arguments: [
      uri, name, "'\(accent)$(touch owned)'\(accent)", "'\u{600}'", "\u{600}'\u{600}", "a\r\n'b", "", "~", "=ls",
      "e\u{301}",
    ])
  func shellWord(text: String) {
    let run = machine.shell("cd \"$folder/work\" || exit 9; printf %s \(ShellWord.quoted(text))")
    #expect(run.output.elementsEqual(text.utf8), "\(run)")
    #expect(machine.folder.names(in: "work") == ["readme"])
  }

  @Test("a line of jalv hosts the plugin and runs nothing") func jalv() {
    machine.folder.write(
      #"{"aucat": "chain", "version": 1, "stages": [{"component": "\#(Self.uri)"}]}"#, to: "chain.json")
    let line = machine.aucat("chain", "export", "--jalv", machine.folder("chain.json"))
    #expect(line.status == 0 && line.errors == "", "\(line)")
    let run = machine.shell("cd \"$folder/work\" || exit 9; jalv() { printf %s \"$1\"; }\n" + line.text)
    #expect(run.output.elementsEqual(Self.uri.utf8), "\(line)\(run)")
    #expect(machine.folder.names(in: "work") == ["readme"])
  }

  @Test("a word that bash completes is the plugin's name to it") func completion() {
    machine.aucat("scan").expectDone()
    for typed in ["aucat info It", "aucat info 'It", "aucat info \"It"] {
      let answer = machine.aucat("complete", "bash", " \t\n\"'><=;|&(:", typed)
      guard let word = answer.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).first else {
        Issue.record("\(answer)")
        continue
      }
      // Readline replaces what stands behind the last quote, or the word, and closes the quote.
      let quote = typed.dropFirst(11).first.map { "'\"".contains($0) ? String($0) : "" } ?? ""
      let run = machine.shell("printf %s \(quote)\(word)\(quote)")
      #expect(run.output.elementsEqual(Self.name.utf8), "\(typed): \(word): \(run)")
    }
  }

  @Test("CSV has the fields that Python reads", .enabled(if: Machine.has("python3"), "python3 is not installed"))
  func csv() {
    let program = """
      import csv, sys; rows = list(csv.reader(open(0, newline="", encoding="utf-8"))); \
      sys.stdout.buffer.write("\\n".join([str(len(row)) for row in rows] + rows[1][:2]).encode())
      """
    let read = python(program, ["search", "--format", "csv"])
    #expect(read.utf8.elementsEqual("16\n16\n\(Self.uri)\n\(Self.name)".utf8), "\(read)")
  }

  @Test("XML has the names that a parser reads", .enabled(if: Machine.has("python3"), "python3 is not installed"))
  func xml() {
    let program = """
      import sys; from xml.etree import ElementTree; root = ElementTree.parse(sys.stdin.buffer).getroot(); \
      sys.stdout.buffer.write(root[0].get("name").encode())
      """
    #expect(python(program, ["validate", "--quick", "--junit", Self.uri]).utf8.elementsEqual(Self.uri.utf8))
    machine.aucat("tag", "add", Self.uri, "a\"\(Self.accent)<").expectDone()
    machine.folder.write("", to: "ardour8/config")
    #expect(machine.aucat("export", "--to", "ardour", machine.folder("ardour8")).status == 0)
    let read = machine.shell(
      """
      python3 -c 'import sys; from xml.etree import ElementTree
      entry = ElementTree.parse(sys.argv[1]).getroot()[0]
      sys.stdout.buffer.write("\\n".join(entry.get(key) for key in ("id", "name", "tags")).encode())' \
      "$folder/ardour8/plugin_metadata/plugin_tags"
      """)
    #expect(read.output.elementsEqual("\(Self.uri)\n\(Self.name)\na\"\(Self.accent)<".utf8), "\(read)")
  }

  @Test("TAP escapes what begins a directive") func tap() {
    let run = machine.aucat("validate", "--quick", "--tap", Self.uri)
    let escaped = Self.name.unicodeScalars.map { "#\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    #expect(Data(run.output).range(of: Data("ok 1 - \(escaped) ".utf8)) != nil, "\(run)")
  }
}
