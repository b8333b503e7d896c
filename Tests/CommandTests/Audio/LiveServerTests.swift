import Foundation
import TestSupport
import Testing

/// `aucat live` and `aucat play` as clients of a real JACK server.
@Suite(
  .serialized, .enabled(if: JackServer.isInstalled, "jackd is not installed"),
  .enabled(if: !Sanitizer.isThread, "the thread sanitizer ends programs in which JACK's library cancels a thread"))
struct LiveServerTests {
  private let studio = Studio()
  private let server = JackServer()

  /// Runs a script with `await` of ``Studio/awaiting``, and `server`, which waits for the server.
  private func script(_ text: String) -> Child {
    studio.shell(
      """
      \(Studio.awaiting)
      server() { n=0; until ports | grep -q system; do n=$((n + 1)); [ $n -lt 40 ] || exit 8; done; }
      ports() { "$aucat" live --list 2> /dev/null; }
      \(text)
      """, server.environment)
  }

  @Test("ports are listed, completed and connected as wished; the server goes and comes back")
  func session() throws {
    try server.start()
    let list = script(
      """
      server; "$aucat" live --list
      "$aucat" complete fish "" live --in sys; "$aucat" complete fish "" live --out ""
      """)
    verify(list.lines.contains("system:capture_1\taudio\toutput\thardware\t"), "\(list)")
    verify(list.errors.contains(": 48000 Hz, 256 frames\n"), "\(list)")
    verify(list.lines.contains("system:capture_2\t") && list.lines.contains("system:playback_1\t"), "\(list)")
    let missing = script(#""$aucat" live --through 'Gain stereo' --in nowhere:capture"#)
    verify(missing.refuses(1, saying: "nowhere:capture") && missing.errors.contains("aucat live --list"), "\(missing)")
    let begun = script(
      """
      "$aucat" live --name band --through Delay --in system:capture_1 --json < /dev/null > output 2> errors &
      echo $! > pid
      await latency output; sleep 0.3; "$aucat" live --list
      """)
    let connections = [
      "system:capture_1\taudio\toutput\thardware\tband:in_1, band:in_2", "system:capture_2\taudio\toutput\thardware\t",
      "system:playback_1\taudio\tinput\thardware\tband:out_1", "system:playback_2\taudio\tinput\thardware\tband:out_2",
    ]
    verify(Set(connections).isSubset(of: begun.lines), "\(begun)")
    Thread.sleep(forTimeInterval: 1.5)
    server.stop()
    verify(script("await lost output").status, equals: 0)
    try server.start(block: 128)
    let back = script("await back output; sleep 0.3; \"$aucat\" live --list")
    verify(Set(connections).isSubset(of: back.lines), "\(back)")
    let ended = script("kill $(cat pid); await end output; cat output; cat errors >&2")
    let notices = ended.lines.compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
    verify(notices.first == "ready" && notices.last == "end" && notices.contains("format"), "\(ended)")
    verify(ended.text.contains(#""blockLength":128"#) && ended.errors.isEmpty, "\(ended)")
  }

  @Test("with real-time priority, a plugin that computes for ever keeps no other from running")
  func loop() throws {
    try server.start(isRealtime: true)
    let run = script(
      """
      server; mkdir -m 700 run; export XDG_RUNTIME_DIR="$folder/run"
      "$aucat" live --through 'Gain stereo' --through 'Spin in run' --set after=16777216 --through 'Gain stereo' \
        < /dev/null > output 2> errors & live=$!
      await "live as" errors; sleep 0.5; "$aucat" live send set 2 after 0
      await "restart it with" errors; "$aucat" live send list; kill $live; wait $live; cat errors
      """)
    let falls = run.lines.filter { $0.contains("Spin in run (") && $0.contains("the plugin did not return within") }
    verify(falls.count, equals: 2, "\(run)")
    verify(!run.lines.contains { $0.contains("Gain stereo (") }, "\(run)")
  }

  @Test(
    "three files that are played are heard as they are, one after the other",
    .enabled(if: Machine.has("jack_rec"), "jack-tools are not installed"))
  func play() throws {
    try server.start(block: 1_024)
    let sound = Sound.steps(60_000, channels: 2)
    for (name, range) in [("a", 0..<20_000), ("b", 20_000..<20_001), ("c", 20_001..<60_000)] {
      studio.write(Sound(channels: sound.channels.map { Array($0[range]) }), to: name + ".wav", rate: 48_000)
    }
    let expected = (0..<60_000).flatMap { frame in sound.channels.map { Int16($0[frame] * 32_768) } }
    // The recorder is connected while it is silent. A machine that is busy may lose blocks, and is asked again.
    let heard = (0..<4).contains { _ in
      let run = script(
        #"""
        n=0; until jack_lsp 2> /dev/null | grep -q system; do n=$((n + 1)); [ $n -lt 100 ] || exit 8; sleep 0.1; done
        "$aucat" play silence:2 a.wav b.wav c.wav --json > output & player=$!
        n=0; until jack_lsp | grep -q aucat-play:out_2; do n=$((n + 1)); [ $n -lt 100 ] || exit 9; sleep 0.02; done
        jack_rec -f heard.wav -d 4 -b 16 aucat-play:out_1 aucat-play:out_2 > /dev/null 2>&1 &
        wait $player; echo $?; wait; cat output
        """#)
      verify(run.lines.first, equals: "0", "\(run)")
      let recorded = Self.samples(Child.contents(studio.folder("heard.wav")))
      return stride(from: 0, through: recorded.count - expected.count, by: 2).contains { start in
        recorded[start] == expected[0] && recorded[start..<start + expected.count].elementsEqual(expected)
      }
    }
    verify(heard)
  }

  /// The 16-bit samples of a WAV file of 44 bytes and data.
  private static func samples(_ bytes: [UInt8]) -> [Int16] {
    stride(from: 44, to: max(44, bytes.count - 1), by: 2).map {
      Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
    }
  }
}
