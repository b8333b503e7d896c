import TestSupport
import Testing

/// Renders that are interrupted or killed, and renders that lack something. Transcripts show the others.
struct RenderProcessTests {
  private let studio = Studio()

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
    verify(run.lines, equals: ["130", "errors", "in.wav", "output", "aucat: interrupted; out.wav was not written"])
  }

  @Test("an input that never comes can be interrupted", arguments: ["", "--in-process"])
  func interruptedStream(word: String) {
    let run = studio.shell(
      #"""
      mkfifo pipe; sleep 60 > pipe & sleeper=$!
      env --default-signal=INT "$aucat" render - out.wav --force --through 'Gain stereo' $1 < pipe 2> errors &
      \#(Studio.untilItCatchesInterrupts)
      sleep 0.1; kill -INT $!; wait $!; echo $?; kill $sleeper; cat errors; ls
      """#, [:], [word])
    verify(run.lines, equals: ["130", "aucat: interrupted; out.wav was not written", "errors", "in.wav", "pipe"])
  }

  @Test("an interrupt reaches a plugin that hangs, and a second one ends it in this process")
  func interruptedPlugins() {
    let run = studio.shell(
      #"""
      env --default-signal=INT "$aucat" render in.wav out.wav --through 'Hang in instantiate' 2>/dev/null &
      sleep 0.4; kill -INT $!; wait $!; echo $?
      env --default-signal=INT "$aucat" render in.wav out.wav --through 'Hang in instantiate' --in-process &
      \#(Studio.untilItCatchesInterrupts)
      sleep 0.2; kill -INT $!; sleep 0.1; kill -INT $!; wait $!; echo $?; ls
      """#)
    verify(run.lines, equals: ["130", "130", "in.wav"])
  }

  @Test("a signal to the plugins' process alone is no plugin's doing", arguments: ["TERM", "ABRT", "SEGV", "HUP"])
  func signalFromOutside(name: String) {
    let run = studio.shell(
      #"""
      "$aucat" render in.wav out.wav --timeout 60 --through urn:aucat:test:hang-run & render=$!
      deep() { for child in $(pgrep -P $1); do deep $child; echo $child; done; }
      # The plugin hangs once its library is loaded.
      for attempt in $(seq 600); do
        plugin=$(deep $render | head -1)
        grep -qs libTestPlugins "/proc/$plugin/maps" && break; sleep 0.1
      done
      sleep 0.2; kill -\#(name) $plugin; wait $render
      """#)
    verify(run.status == 3 && run.errors.contains("the plugins' process was killed from outside"), "\(run.errors)")
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
    verify(run.status, equals: 0)
  }

  @Test func timeThatTheProcessSleepsDoesNotCount() {
    studio.write(.steps(1_024, channels: 2), to: "in.wav")
    let run = studio.shell(
      #"""
      "$aucat" render in.wav out.wav --through urn:aucat:test:slow --set microseconds=600000 --timeout 2 --tail 0 &
      sleep 0.3; children=$(pgrep -P $!); kill -STOP $! $children; sleep 2.5; kill -CONT $! $children; wait $!
      """#)
    verify(run.status, equals: 0, "\(run.errors)")
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
    verify(run.lines, equals: ["status 3", "filling"], "\(run.text) \(run.errors)")
    verify(run.errors.hasPrefix("aucat: ") && run.errors.contains("out.wav") && run.errors.contains("No space left"))
  }

  @Test(.enabled(if: Sanitizer.allowsFileLimits, "the sanitizer needs descriptors of its own"))
  func withoutDescriptorsNothingIsBlamedButTheirLimit() {
    studio.write(.steps(100, channels: 2), to: "in.wav")
    var refused = 0
    for limit in 5...20 {
      let run = studio.shell("ulimit -n \(limit); \"$aucat\" render in.wav out.wav --through 'Gain stereo'")
      verify(studio.results == (run.status == 0 ? ["out.wav"] : []), "\(limit): \(run.errors)")
      studio.folder.remove("out.wav")
      guard run.status != 0 else { continue }
      refused += 1
      // A note on the user store may precede: SQLite closes what it could not open, which hides the cause.
      let reason = run.errors.split(separator: "\n").last ?? ""
      verify(run.status == 3 && reason.contains("raise the limit on open files"), "\(limit): \(run.errors)")
      verify(!reason.contains("permissions") && !reason.contains("install"), "\(limit): \(run.errors)")
    }
    verify(refused > 0)
  }

  /// What a plugin lacks that could not be read is no fault of the plugin's.
  @Test(
    .enabled(if: Machine.has("strace"), "strace is not installed"),
    arguments: zip(["manifest.ttl", "plugins.ttl", "presets.ttl"], ["", "--in-process", ""]))
  func aBundleThatCannotBeReadAtTheMomentIsNotBlamed(file: String, mode: String) {
    let bundle = Studio.machine.folder("lv2/\(TestPlugins.bundle)")
    let run = studio.shell(
      #"""
      timeout 20 strace -f -o /dev/null -P "$file" -e trace=openat -e inject=openat:error=EMFILE \
        "$aucat" render in.wav out.wav --force --through 'Gain stereo' --preset Half \#(mode)
      """#, ["file": "\(bundle)/\(file)"])
    let problem = "its bundle \(bundle) can't be read at the moment: too many open files"
    verify(run.status == 3 && run.output.isEmpty && studio.results == [], "\(run)")
    let last = run.errors.split(separator: "\n").last ?? ""
    verify(last.hasPrefix("aucat: Gain stereo (\(TestPlugins.uri("gain-stereo"))): \(problem)"), "\(run)")
  }
}
