import Foundation
import TestSupport
import Testing

/// `aucat live` as a client of a real JACK server.
@Suite(
  .serialized, .enabled(if: JackServer.isInstalled, "jackd is not installed"),
  .enabled(if: !Sanitizer.isThread, "the thread sanitizer ends programs in which JACK's library cancels a thread"))
struct LiveServerTests {
  let studio = Studio()

  /// Helpers for scripts: that of ``Studio/awaiting``, and `server`, which waits for the server.
  private static let helpers = """
    \(Studio.awaiting)
    server() { n=0; until "$aucat" live --list 2> /dev/null | grep -q system; do n=$((n + 1)); [ $n -lt 40 ] || exit 8; done; }

    """

  private func script(_ text: String, _ server: JackServer) -> Child {
    studio.shell(Self.helpers + text, server.environment)
  }

  @Test("ports are listed, completed and connected as wished; the server goes and comes back")
  func session() throws {
    let server = JackServer()
    try server.start()
    let list = script(
      """
      server; "$aucat" live --list
      "$aucat" complete fish "" live --in sys; "$aucat" complete fish "" live --out ""
      """, server)
    #expect(list.lines.contains("system:capture_1\taudio\toutput\thardware\t"), "\(list)")
    #expect(list.errors.contains(": 48000 Hz, 256 frames\n"), "\(list.errors)")
    #expect(list.lines.contains("system:capture_2\t") && list.lines.contains("system:playback_1\t"), "\(list)")
    let begun = script(
      """
      "$aucat" live --name band --through Delay --in system:capture_1 --json < /dev/null > output 2> errors &
      echo $! > pid
      await latency output; sleep 0.3; "$aucat" live --list
      """, server)
    try #require(begun.status == 0, "\(begun)")
    let connections = [
      "system:capture_1\taudio\toutput\thardware\tband:in_1, band:in_2", "system:capture_2\taudio\toutput\thardware\t",
      "system:playback_1\taudio\tinput\thardware\tband:out_1", "system:playback_2\taudio\tinput\thardware\tband:out_2",
    ]
    for line in connections { #expect(begun.lines.contains(line), "\(begun)") }
    Thread.sleep(forTimeInterval: 1.5)
    server.stop()
    let lost = script("await lost output", server)
    #expect(lost.status == 0, "\(lost)")
    try server.start(block: 128)
    let back = script("await back output; sleep 0.3; \"$aucat\" live --list", server)
    #expect(back.status == 0, "\(back)")
    for line in connections { #expect(back.lines.contains(line), "\(back)") }
    let ended = script(
      "kill $(cat pid); await end output; cat output; cat errors >&2", server)
    #expect(ended.errors == "", "\(ended)")
    let notices = ended.lines.compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
    #expect(notices.first == "ready" && notices.last == "end" && notices.contains("format"), "\(ended.text)")
    #expect(ended.text.contains(#""blockLength":128"#), "\(ended.text)")
  }

  @Test("a port that is not there is named, with the remedy")
  func noPort() throws {
    let server = JackServer()
    try server.start()
    let run = script(#"server; "$aucat" live --through 'Gain stereo' --in nowhere:capture"#, server)
    #expect(run.refuses(1, saying: "nowhere:capture") && run.errors.contains("aucat live --list"), "\(run)")
  }

  @Test("with real-time priority, a plugin that computes for ever keeps no other from running")
  func loop() throws {
    let server = JackServer()
    try server.start(isRealtime: true)
    let run = script(
      """
      server; mkdir -m 700 run; export XDG_RUNTIME_DIR="$folder/run"
      "$aucat" live --through 'Gain stereo' --through 'Spin in run' --set after=16777216 --through 'Gain stereo' \
        < /dev/null > output 2> errors & live=$!
      await "live as" errors; sleep 0.5; "$aucat" live send set 2 after 0
      await "restart it with" errors; "$aucat" live send list; kill $live; wait $live; cat errors
      """, server)
    let falls = run.lines.filter { $0.contains("Spin in run (") && $0.contains("the plugin did not return within") }
    #expect(falls.count == 2, "\(run)")
    #expect(!run.lines.contains { $0.contains("Gain stereo (") }, "\(run)")
  }
}
