import TestSupport
import Testing

/// Standard output that takes nothing.
@Suite struct OutputTests {
  let machine = Machine([Bundle(name: "hall", plugins: [.hall])])

  @Test func aFullDiskIsSaidAndDoesNotEndWithZero() {
    #expect(machine.aucat("scan").status == 0)
    for arguments in [
      ["search"], ["search", "--json"], ["search", "--print0"], ["search", "--count"], ["search", "--facets"],
      ["search", "--explain", "hall"], ["info", "Great Hall"], ["tags"], ["scan"], ["scan", "--json"], ["help"],
      ["search", "--help"], ["--version"],
    ] {
      machine.aucat(arguments, output: "/dev/full").expectRefusal(3, saying: "No space left", "\(arguments)")
    }
  }

  @Test func aClosedPipeIsQuiet() {
    let plugins = (0..<300).map { Plugin(uri: "urn:test:many\($0)", name: "Many \($0)") }
    machine.install(Bundle(name: "many", plugins: plugins))
    #expect(machine.aucat("scan").status == 0)
    #expect(machine.shell(#""$aucat" search | head -1"#).lines.count == 1)
    for command in ["search", "search --json", "tags", "help", "info 'Great Hall'"] {
      let run = machine.shell(#"{ "$aucat" \#(command); echo "status $?" >&2; } | true"#)
      #expect(run.errors == "status 0\n", "\(command): \(run.errors)")
      let early = machine.shell(#"{ sleep 0.1; "$aucat" \#(command); echo "status $?" >&2; } | true"#)
      #expect(early.errors == "status 0\n", "\(command): \(early.errors)")
    }
  }

  @Test func aClosedStandardOutputIsSaid() {
    #expect(machine.aucat("scan").status == 0)
    machine.shell(#""$aucat" search >&-"#).expectRefusal(3, saying: "standard output")
    machine.shell(#""$aucat" scan --full >&-"#).expectRefusal(3, saying: "standard output")
    #expect(machine.aucat("search", "--count").text == "1\n")
  }

  @Test func aClosedStandardErrorHarmsNothing() {
    #expect(machine.shell(#""$aucat" search --count 2>&-"#).text == "1\n")
    #expect(machine.shell(#""$aucat" search 'nme ==' 2>&-"#).status == 2)
    #expect(machine.shell(#""$aucat" search nosuchname <&-"#).status == 1)
  }

  @Test func colourIsWrittenToAPipeOnlyWhenAskedFor() {
    #expect(!machine.aucat("info", "Great Hall", setting: ["TERM": "xterm"]).text.contains("\u{1B}"))
    #expect(machine.aucat("info", "Great Hall", "--color", "always").text.hasPrefix("\u{1B}[1mGreat Hall\u{1B}[0m\n"))
    #expect(!machine.aucat("info", "Great Hall", "--color", "never").text.contains("\u{1B}"))
  }
}
