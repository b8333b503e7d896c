import AucatProgram
import TestSupport
import Testing

/// Words in which accents follow quotes: one `Character` in Swift, and two to a shell.
struct HostileNameTests {
  @Test(
    "a word of a command line is that word to a shell",
    arguments: [
      "urn:x'\u{301};touch$IFS$9owned;:'\u{301}", "It'\u{301}s \"\u{301}q\"\u{301} #\u{301} \\\u{301} <&\u{301}>",
      "'\u{301}$(touch owned)'\u{301}", "'\u{600}'", "\u{600}'\u{600}", "a\r\n'b", "", "~", "=ls", "e\u{301}",
    ])
  func shellWord(text: String) {
    let folder = TemporaryFolder()
    let script = "cd \"$0\" || exit 9; printf %s \(ShellWord.quoted(text))"
    let run = Child.run("/bin/sh", ["-c", script, folder.path], environment: ["PATH": "/usr/bin:/bin"])
    verify(run.output.elementsEqual(text.utf8), "\(run)")
    verify(folder.names(in: ""), equals: [])
  }
}
