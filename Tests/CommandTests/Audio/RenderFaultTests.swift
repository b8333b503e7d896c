import TestSupport
import Testing

/// Plugins that fail in a render, and plugins that misbehave and are contained.
@Suite struct RenderFaultTests {
  let studio = Studio()

  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var title: String
    var words: String
    var options: [String] = []
    var testDescription: String { name }
  }

  /// For plugins that hang. In 2 s, even a busy machine loads one that doesn't.
  private static let shortTimeout = ["--timeout", "2"]

  @Test(
    "the plugin is named, the status is 5, and there is no file",
    arguments: [
      Fault(
        name: "crash-instantiate", title: "Crash in instantiate",
        words: "signal 11 (segmentation fault) while it was being loaded"),
      Fault(name: "crash-run", title: "Crash in run", words: "signal 11 (segmentation fault) while it was rendering"),
      Fault(name: "crash-run", title: "Crash in run", words: "signal 11", options: ["--set", "after=7900"]),
      Fault(name: "abort-run", title: "Abort in run", words: "signal 6 (aborted) while it was rendering"),
      Fault(name: "exit-run", title: "Exit in run", words: "ended the process with status 0 while it was rendering"),
      Fault(name: "signals", title: "Signals", words: "signal 15 (terminated) while it was rendering"),
      Fault(name: "overrun", title: "Overrun", words: "signal 11 (segmentation fault) while it was rendering"),
      Fault(name: "overrun", title: "Overrun", words: "signal 11", options: ["--set", "beyond=1"]),
      Fault(
        name: "hang-run", title: "Hang in run", words: "did not return within 2.0 s while it was rendering",
        options: shortTimeout),
      Fault(
        name: "spin-run", title: "Spin in run", words: "did not return within 2.0 s while it was rendering",
        options: shortTimeout),
      Fault(
        name: "hang-instantiate", title: "Hang in instantiate",
        words: "did not return within 2.0 s while it was being loaded", options: shortTimeout),
      Fault(name: "null-instantiate", title: "Null instantiate", words: "refuses to start at 8000"),
      Fault(
        name: "missing-descriptor", title: "Missing descriptor",
        words: "does not contain it; the bundle and its binary disagree"),
      Fault(
        name: "not-finite", title: "Not finite",
        words: "not finite within the first 1.0 s; --allow-nan writes them anyway"),
      Fault(name: "not-finite", title: "Not finite", words: "not finite", options: ["--in-process"]),
      Fault(name: "null-instantiate", title: "Null instantiate", words: "refuses to start", options: ["--in-process"]),
      Fault(name: "underrun", title: "Underrun", words: "signal 11 (segmentation fault) while it was rendering"),
      Fault(
        name: "underrun", title: "Underrun", words: "the plugin wrote outside the memory of its ports",
        options: ["--set", "before=1"]),
      Fault(
        name: "underrun", title: "Underrun", words: "wrote outside", options: ["--set", "before=3", "--in-process"]),
      Fault(
        name: "latency-lie", title: "Latency lie",
        words:
          "reports a latency of 1000000000 frames, which can't be compensated for; --no-latency-compensation leaves"),
      Fault(name: "latency-lie", title: "Latency lie", words: "reports a latency", options: ["--in-process"]),
      Fault(
        name: "forks-in-run", title: "Forks in run", words: "ended the process with status 0 while it was rendering",
        options: ["--set", "kind=2"]),
    ])
  func fails(fault: Fault) {
    let run = studio.render(
      [Studio.through("gain-stereo"), Studio.through(fault.name)] + fault.options
        + [Studio.through("gain-stereo")])
    run.expectRefusal(5, saying: "\(fault.title) (urn:aucat:test:\(fault.name)): ")
    #expect(run.errors.contains(fault.words), "\(run.errors)")
    #expect(studio.results == [])
  }

  @Test(arguments: ["crash-run", "exit-run", "not-finite", "hang-run", "null-instantiate"])
  func anEarlierFileStaysAsItWas(name: String) {
    studio.folder.write("precious", to: "out.wav")
    #expect(studio.render([Studio.through(name)] + (name == "hang-run" ? Self.shortTimeout : [])).status == 5)
    #expect(Child.contents(studio.folder("out.wav")) == Array("precious".utf8))
    #expect(studio.results == ["out.wav"])
  }

  @Test(arguments: [
    "prints", "stderr-prints", "changes-locale", "changes-directory", "closes-descriptors", "forks", "threads",
    "atexit",
    "exit-cleanup", "crash-cleanup", "overrun-input", "allocates", "locks", "changes-fpu", "writes-control-input",
    "traps", "forks-in-run",
  ])
  func isContained(name: String) {
    let run = studio.render(Studio.through(name), Studio.through("gain-stereo"), "--set", "gain=0.5")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.lines.count == 1 && run.text.hasPrefix("1.0 s in "), "\(run.text)")
    #expect(studio.sound() == Sound.stereo.times(0.5))
    #expect(studio.results == ["out.wav"])
  }

  @Test(arguments: ["traps", "forks-in-run"]) func isContainedInThisProcess(name: String) {
    let run = studio.render("--in-process", Studio.through(name), Studio.through("gain-stereo"), "--set", "gain=0.5")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.lines.count == 1, "one process reports: \(run.text)")
    #expect(studio.sound() == Sound.stereo.times(0.5))
    #expect(studio.results == ["out.wav"])
  }

  @Test(arguments: [("forks-in-run", ["--set", "kind=1"]), ("hang-run", ["--set", "after=0"] + shortTimeout)])
  func whatAPluginStartsEndsWithTheRender(name: String, words: [String]) {
    // All processes of the render have the mark in their environments, wherever they have gone.
    let run = studio.shell(
      #"""
      aucat_test_mark="$folder" "$aucat" render in.wav out.wav "$@" >/dev/null 2>&1
      status=$?; grep -l "aucat_test_mark=$folder" /proc/[0-9]*/environ 2>/dev/null | grep -v "/$$/"; exit $status
      """#, [:], [Studio.through(name)] + words)
    #expect(run.status == (name == "hang-run" ? 5 : 0))
    #expect(run.lines == [], "none is left")
  }

  @Test func aParentThatIgnoresItsChildrenIsNoReasonToHang() {
    for (name, words) in [("crash-run", "signal 11"), ("exit-run", "with status 0")] {
      let run = studio.shell(
        #"exec env --ignore-signal=CHLD "$aucat" render in.wav out.wav --timeout 20 "$@""#, [:], [Studio.through(name)])
      #expect(run.status == 5 && run.errors.contains(words), "\(run.errors)")
    }
    #expect(
      studio.shell(
        #"exec env --ignore-signal=CHLD "$aucat" render in.wav out.wav "$@""#, [:], [Studio.through("gain-stereo")]
      ).status == 0)
  }

  @Test func aKillFromOutsideIsNoPluginsDoing() {
    studio.render(Studio.through("killed")).expectRefusal(3, saying: "the plugins' process was killed from outside")
  }

  @Test("a signal to the plugins' process alone is no plugin's doing", arguments: ["TERM", "ABRT", "SEGV", "HUP"])
  func signalFromOutside(name: String) {
    let run = studio.shell(
      #"""
      "$aucat" render in.wav out.wav --timeout 60 "$@" & render=$!
      deep() { for child in $(pgrep -P $1); do deep $child; echo $child; done; }
      # The plugin hangs once its library is loaded.
      for attempt in $(seq 600); do
        plugin=$(deep $render | head -1)
        grep -qs libTestPlugins "/proc/$plugin/maps" && break; sleep 0.1
      done
      sleep 0.2; kill -\#(name) $plugin; wait $render
      """#, [:], [Studio.through("hang-run")])
    #expect(run.status == 3 && run.errors.contains("the plugins' process was killed from outside"), "\(run.errors)")
  }

  @Test(arguments: [[], ["--in-process"]]) func longMessagesDoNotSpoilARender(words: [String]) {
    let run = studio.render([Studio.through("talker")] + words)
    #expect(run.status == 0 && studio.sound() == .stereo, "\(run.errors.suffix(200))")
    #expect(words == [] ? run.errors.contains("messages left out: ") : run.errors.utf8.count > 45_000)
  }

  @Test func samplesThatAreNonFiniteAreWrittenWhereTheyAreAllowed() throws {
    let run = studio.render(Studio.through("not-finite"), "--set", "kind=Infinity", "--allow-nan", "--tail", "0")
    #expect(run.status == 0, "\(run.errors)")
    let left = try #require(studio.sound()).channels[0]
    #expect(left.prefix(1_000) == Sound.stereo.channels[0].prefix(1_000))
    #expect(left.dropFirst(1_000).allSatisfy { $0 == .infinity })
  }

  @Test func aSlowPluginIsNoHangingOne() {
    studio.write(.steps(3_072, channels: 2), to: "in.wav")
    let run = studio.render(
      [Studio.through("slow"), "--set", "microseconds=200000", "--block", "256", "--tail", "0"] + Self.shortTimeout)
    #expect(run.status == 0, "twelve blocks of 0.2 s: \(run.errors)")
  }

  @Test func timeThatTheProcessSleepsDoesNotCount() {
    studio.write(.steps(1_024, channels: 2), to: "in.wav")
    let run = studio.shell(
      #"""
      "$aucat" render in.wav out.wav --through urn:aucat:test:slow --set microseconds=600000 --timeout 2 --tail 0 &
      sleep 0.3; children=$(pgrep -P $!); kill -STOP $! $children; sleep 2.5; kill -CONT $! $children; wait $!
      """#)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func theFirstThatFailsIsNamed() {
    let run = studio.render(Studio.through("crash-run"), "--set", "after=0", Studio.through("exit-run"))
    run.expectRefusal(5, saying: "urn:aucat:test:crash-run")
  }

  @Test func aRenderThatIsKilledTakesItsChildWithIt() {
    let run = studio.shell(
      #"""
      "$aucat" render in.wav out.wav --through urn:aucat:test:hang-run >/dev/null 2>&1 &
      for try in $(seq 100); do child=$(pgrep -P $!) && break; sleep 0.1; done; test -n "$child" || exit 9
      kill -KILL $!; wait $! 2>/dev/null
      for try in $(seq 100); do
        test -e /proc/$child && ! grep -q "^State:.*Z" /proc/$child/status || exit 0
        sleep 0.1
      done; exit 8
      """#)
    #expect(run.status == 0)
  }

  @Test(arguments: [[], ["--in-process"]]) func whatIsInTheLogStaysThere(words: [String]) {
    let run = studio.shell(
      #"(echo before >&2; "$aucat" render in.wav out.wav --through urn:aucat:test:gain-stereo "$@") 2> log; cat log"#,
      [:], words)
    #expect(run.lines.last == "before", "\(run.text)")
  }
}
