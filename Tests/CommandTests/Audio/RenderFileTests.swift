import TestSupport
import Testing

/// The files that `aucat render` reads and writes.
@Suite struct RenderFileTests {
  let studio = Studio()

  @Test func aFileCanBeReplacedByItsOwnRender() {
    #expect(studio.render("--through", "Gain stereo", "--preset", "Half", to: "in.wav").status == 0)
    #expect(studio.sound("in.wav") == Sound.stereo.times(0.5))
    #expect(studio.results == [])
  }

  @Test("the input is not replaced unasked, whatever its names are")
  func ownInput() {
    let before = Child.contents(studio.folder("in.wav"))
    _ = studio.shell("ln -s in.wav soft.wav; ln in.wav hard.wav; mkdir d; ln -s ../soft.wav d/far.wav")
    let names = [
      ("in.wav", "in.wav"), ("in.wav", "./in.wav"), ("in.wav", "soft.wav"), ("in.wav", "hard.wav"),
      ("d/far.wav", "hard.wav"), ("- < in.wav", "in.wav"), ("- < soft.wav", "d/../hard.wav"),
    ]
    for (input, output) in names {
      studio.shell(#""$aucat" render \#(input) \#(output) --through 'Gain stereo' --set gain=0"#).expectRefusal(
        2, saying: "\(output) is the input, which the render would replace; name another file, or add",
        "\(input) \(output)")
      #expect(Child.contents(studio.folder("in.wav")) == before)
    }
    let run = studio.shell(#""$aucat" render in.wav soft.wav --force --through 'Gain stereo' --set gain=0.5"#)
    #expect(run.status == 0 && studio.sound("in.wav") == Sound.stereo.times(0.5), "\(run.errors)")
    #expect(studio.shell("readlink soft.wav").lines == ["in.wav"])
  }

  @Test("a file that is there is replaced with --force only, be it a link's; streams and devices replace nothing")
  func existingFiles() {
    _ = studio.shell("echo precious > out.wav; echo chain > chain.json; ln -s out.wav soft.wav; ln -s none new.wav")
    let through = "--through 'Gain stereo' --tail 0"
    for (words, name) in [
      ("out.wav", "out.wav"), ("./soft.wav", "./soft.wav"), ("b.wav --save-chain chain.json", "chain.json"),
    ] {
      studio.shell(#""$aucat" render in.wav \#(words) \#(through)"#).expectRefusal(
        2, saying: "\(name) exists; name another file, or add --force to replace it", "\(words)")
    }
    #expect(studio.shell("cat out.wav chain.json; ls").lines.prefix(2) == ["precious", "chain"])
    #expect(!studio.results.contains("b.wav"))
    for words in ["new.wav", "/dev/null", "- > redirected.wav", "c.wav --save-chain /dev/null"] {
      let run = studio.shell(#""$aucat" render in.wav \#(words) \#(through)"#)
      #expect(run.status == 0, "\(words): \(run.errors)")
    }
    let forced = studio.shell(#""$aucat" render in.wav soft.wav --save-chain chain.json --force \#(through)"#)
    #expect(forced.status == 0 && studio.sound() == .stereo, "\(forced.errors)")
    #expect(studio.shell("head -c 9 chain.json").text == #"{"aucat":"#)
  }

  @Test("a chain is not saved over the sound", arguments: ["in.wav", "./in.wav", "soft.wav", "out.wav", "-"])
  func savedChain(name: String) {
    let before = Child.contents(studio.folder("in.wav"))
    _ = studio.shell("ln -s in.wav soft.wav")
    studio.shell(
      #""$aucat" render in.wav out.wav --force --save-chain \#(name) --through 'Gain stereo' --set gain=0.5"#
    ).expectRefusal(2, saying: "--save-chain")
    #expect(Child.contents(studio.folder("in.wav")) == before)
    #expect(studio.shell("ls -- - out.wav").output.isEmpty)
  }

  @Test func aLinkStaysAndItsFileIsReplaced() {
    _ = studio.shell("mkdir folder; touch folder/real.wav; ln -s folder/real.wav out.wav")
    #expect(studio.render("--through", "Gain stereo").status == 0)
    #expect(studio.sound("folder/real.wav") == .stereo)
    #expect(studio.shell("readlink out.wav; ls folder").lines == ["folder/real.wav", "real.wav"])
  }

  @Test func aChainIsWrittenAndReadBack() {
    let run = studio.render(
      "--through", "Gain stereo", "--preset", "Half", "--set", "gain=0.25", "--through", "Side chain", "--side-chain",
      "input", "--through", "Enabled", "--bypass", "--save-chain", studio.folder("chain.json"))
    #expect(run.status == 0, "\(run.errors)")
    let first = studio.sound()
    #expect(studio.results == ["chain.json", "out.wav"])
    #expect(studio.render("--chain", studio.folder("chain.json"), "--save-chain", studio.folder("b.json")).status == 0)
    #expect(studio.sound() == first && first != nil)
    #expect(Child.contents(studio.folder("b.json")) == Child.contents(studio.folder("chain.json")))
    #expect(
      String(decoding: Child.contents(studio.folder("chain.json")), as: UTF8.self) == #"""
        {"aucat": "chain", "version": 1, "stages": [
            {"component":"urn:aucat:test:gain-stereo","preset":"urn:aucat:test:preset:half","parameters":{"gain":0.25}},
            {"component":"urn:aucat:test:side-chain","sideChain":"input"},
            {"component":"urn:aucat:test:enabled","bypass":true}
        ]}

        """#)
  }

  @Test("what is set on a chain's file belongs to the component that has it, or that a number names")
  func settings() {
    studio.folder.write(
      Self.stages(#"{"component": "urn:aucat:test:gain-stereo"}, {"component": "urn:aucat:test:delay"}"#),
      to: "two.json")
    func set(_ words: String, in file: String = "two.json") -> Child {
      studio.shell(#""$aucat" render in.wav out.wav --force --chain \#(file) \#(words)"#)
    }
    #expect(set("--set gain=0.5 --set frames=7").text.contains("latency 7 frames"))
    #expect(studio.sound() == Sound.stereo.times(0.5))
    #expect(set("--set=2:frames=9 --set 1:gain=2").text.contains("latency 9 frames"))
    #expect(studio.sound() == Sound.stereo.times(2))
    studio.folder.write(
      Self.stages(#"{"component": "urn:aucat:test:gain-mono"}, {"component": "urn:aucat:test:gain-stereo"}"#),
      to: "alike.json")
    set("--set gain=0.5", in: "alike.json").expectRefusal(
      2, saying: "(1: Gain mono, 2: Gain stereo); number it, as in --set 1:gain=0.5")
    #expect(set("--set 2:gain=0.5", in: "alike.json").status == 0 && studio.sound() == Sound.stereo.times(0.5))
    for (words, said) in [
      ("--set nosuch=1", "no component of two.json has a parameter `nosuch`"),
      ("--set 3:gain=1", "so there is no number 3"),
      ("--set 1:frames=1", "Gain stereo has no parameter `frames`"), ("--set 1:gain=9", "from 0 to 2, not 9"),
    ] { #expect(set(words).refuses(2, saying: said), "\(words)") }
  }

  @Test(
    "chains that can't be",
    arguments: [
      ("", 2, "is not a chain file: it is not a JSON object"),
      ("{}", 2, #"is not a chain file: it lacks `"aucat": "chain"`"#),
      ("\u{FF}", 2, "is not a chain file: "),
      (#"{"aucat": "chain", "version": 9}"#, 2, "is not a chain file: its version is 9"),
      (stages(#"{"component": "urn:nosuch"}"#), 1, "urn:nosuch"),
      (
        stages(#"{"component": "urn:aucat:test:gain-stereo", "preset": "urn:nosuch"}"#), 2, "has no preset `urn:nosuch`"
      ),
      (stages(#"{"component": "urn:aucat:test:gain-stereo", "gain": 1}"#), 2, "stages[0] has the unknown key `gain`"),
      (stages(#"{"component": "urn:aucat:test:gain-stereo", "parameters": {"gain": 9}}"#), 2, "from 0 to 2, not 9"),
      (stages(#"{"component": "urn:aucat:test:gain-stereo", "parameters": {"nosuch": 1}}"#), 2, "`nosuch`"),
      (
        stages(#"{"component": "urn:aucat:test:gain-stereo", "state": [{"key": "a", "type": "b", "text": "c"}]}"#), 5,
        "it has no state that could be restored"
      ),
    ] as [(String, Int32, String)])
  func chains(text: String, status: Int32, words: String) {
    studio.folder.write(text, to: "chain.json")
    let run = studio.render("--chain", studio.folder("chain.json"))
    run.expectRefusal(status, saying: words)
    #expect(studio.results == ["chain.json"])
    if words.hasPrefix("is not a chain file") { #expect(run.errors.contains(studio.folder("chain.json"))) }
  }

  private static func stages(_ text: String) -> String {
    #"{"aucat": "chain", "version": 1, "stages": [\#(text)]}"#
  }

  @Test func chainsThatCanNotBeReadOrWritten() {
    for (place, words) in [("/nonexistent", "/nonexistent"), (studio.folder.path, studio.folder.path)] {
      let run = studio.render("--chain", place)
      #expect(run.status != 0 && run.status < 5 && run.errors.contains(words), "\(run.status) \(run.errors)")
    }
    studio.render("--through", "Gain stereo", "--save-chain", "/nonexistent/chain.json").expectRefusal(
      3, saying: "/nonexistent/chain.json can't be written (its folder does not exist); name another file")
    #expect(studio.results == [])
  }

  @Test func twoHundredComponents() {
    let words = (0..<200).flatMap { ["--through", $0 % 2 == 0 ? "Delay" : "Gain mono"] }
    let run = studio.render(words)
    #expect(run.status == 0 && run.text.contains("latency 10000 frames, compensated"), "\(run.errors)")
    #expect(studio.sound() == .stereo)
  }

  /// A shell lets programs in the background ignore Control-C, which they then do.
  @Test(arguments: ["", "--in-process"], ["INT", "TERM", "HUP"])
  func anInterruptedRenderLeavesNothing(word: String, signal: String) {
    studio.write(.steps(80_000, channels: 2), to: "in.wav")
    let run = studio.shell(
      #"""
      env --default-signal=INT "$aucat" render in.wav out.wav --through urn:aucat:test:slow --set microseconds=5000 $1 > output 2> errors &
      until ls | grep -q unfinished; do sleep 0.05; done
      kill -$2 $!; wait $!; echo $?; ls; cat output errors
      """#, [:], [word, signal])
    #expect(run.lines == ["130", "errors", "in.wav", "output", "aucat: interrupted; out.wav was not written"])
  }

  @Test func anInterruptReachesAPluginThatHangs() {
    let run = studio.shell(
      #"""
      env --default-signal=INT "$aucat" render in.wav out.wav --through 'Hang in instantiate' 2> errors &
      sleep 0.4; kill -INT $!; wait $!; echo $?; ls
      """#)
    #expect(run.lines == ["130", "errors", "in.wav"])
  }

  @Test func aSecondInterruptEndsAPluginThatHangsInThisProcess() {
    let run = studio.shell(
      #"""
      env --default-signal=INT "$aucat" render in.wav out.wav --through 'Hang in instantiate' --in-process &
      \#(Studio.untilItCatchesInterrupts)
      sleep 0.2; kill -INT $!; sleep 0.1; kill -INT $!; wait $!; echo $?; ls
      """#)
    #expect(run.lines == ["130", "in.wav"])
  }

  @Test("the file that is replaced keeps its permissions, and what a link leads to is replaced")
  func replacement() {
    let run = studio.shell(
      #"""
      mkdir private; touch private/target.d; chmod 600 private/target.d; ln -s private/target.d out.wav; ln -s none new.wav
      for name in out.wav new.wav /dev/null; do "$aucat" render in.wav $name --force --through 'Gain stereo' --tail 0 >/dev/null || exit
      done
      stat -c %a private/target.d; test -L out.wav -a -L new.wav -a -s none && ls private; test -c /dev/null && echo device
      "$aucat" render in.wav c.wav --through 'Gain stereo' --save-chain /dev/null >/dev/null
      test -c /dev/null && echo device
      """#)
    #expect(run.lines == ["600", "target.d", "device", "device"], "\(run.errors)")
  }

  @Test func closedDescriptorsAreNoTrap() {
    for script in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
      let run = studio.shell(#""$aucat" render in.wav out.wav --force --through 'Gain stereo' \#(script)"#)
      #expect(
        run.status == (script.contains(" >&-") || script == ">&-" ? 3 : 0), "\(script): \(run.status) \(run.errors)")
      #expect(studio.sound() == .stereo)
    }
  }

  @Test(.enabled(if: SmallDisk.canMount, "a file system can't be mounted here"))
  func aFullDiskIsSaidAndNothingIsLeft() {
    let disk = studio.folder("disk")
    _ = studio.shell("mkdir disk")
    let run = Studio.machine.shell(
      SmallDisk.script
        + #"""
        cd "$1"; dd if=/dev/zero of=filling bs=1k count=4072 2>/dev/null
        "$aucat" render "$input" out.wav --through "Gain stereo"; echo "status $?"; ls' sh "$disk"
        """#, setting: ["input": studio.folder("in.wav"), "disk": disk])
    #expect(run.lines == ["status 3", "filling"], "\(run.text) \(run.errors)")
    #expect(
      run.errors.hasPrefix("aucat: ") && run.errors.contains("out.wav") && run.errors.contains("No space left"),
      "\(run.errors)")
  }

  @Test(.enabled(if: Sanitizer.allowsFileLimits, "the sanitizer keeps its memory in a file"))
  func aFileThatMayNotGrowIsAnError() {
    studio.write(.steps(100_000, channels: 2), to: "in.wav")
    let run = studio.shell(#"ulimit -f 300; "$aucat" render in.wav out.wav --through 'Gain stereo'; echo $?; ls"#)
    #expect(run.lines == ["3", "in.wav"], "\(run.lines) \(run.errors)")
  }

  @Test(.enabled(if: Sanitizer.allowsFileLimits, "the sanitizer needs descriptors of its own"))
  func withoutDescriptorsNothingIsBlamedButTheirLimit() {
    studio.write(.steps(100, channels: 2), to: "in.wav")
    #expect(studio.render("--through", "Gain stereo").status == 0)
    studio.folder.remove("out.wav")
    var refused = 0
    for limit in 5...20 {
      let run = studio.shell(
        "ulimit -n \(limit); \"$aucat\" render in.wav out.wav --through 'Gain stereo'")
      #expect(studio.results == (run.status == 0 ? ["out.wav"] : []), "\(limit): \(run.errors)")
      studio.folder.remove("out.wav")
      guard run.status != 0 else { continue }
      refused += 1
      // A note on the user store may precede: SQLite closes what it could not open, which hides the cause.
      let reason = run.errors.split(separator: "\n").last ?? ""
      #expect(run.status == 3 && reason.contains("raise the limit on open files"), "\(limit): \(run.errors)")
      #expect(!reason.contains("permissions") && !reason.contains("install"), "\(limit): \(run.errors)")
    }
    #expect(refused > 0)
  }
}
