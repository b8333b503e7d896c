import Foundation
import TestSupport
import Testing

/// `aucat play`.
@Suite struct PlayTests {
  let studio = Studio()

  private func play(_ words: String..., setting: [String: String] = [:]) -> Child {
    studio.shell(#"exec "$aucat" play "$@""#, setting, words)
  }

  @Test("a queue on the null device ends by itself, and says what plays")
  func queue() {
    studio.write(.steps(2_000, channels: 1), to: "short.wav")
    let run = play("short.wav", "in.wav", "--device", "null", "--json")
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let notices = run.lines.compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
    #expect(
      notices.filter { !["position", "missing", "xruns"].contains($0) } == ["ready", "playing", "playing", "end"],
      "\(run.text)")
    #expect(run.lines[0].contains(#""device":"null","client":"aucat-play","sampleRate":48000"#), "\(run.text)")
    #expect(run.text.contains(#"{"notice":"playing","input":"short.wav","number":1,"seconds":0.25}"#), "\(run.text)")
    #expect(run.text.contains(#"{"notice":"playing","input":"in.wav","number":2,"seconds":1}"#), "\(run.text)")
  }

  @Test(
    "chains, notes and mixtures are played, and what can't be read is left out",
    arguments: [
      (["in.wav", "nosuch.wav"], 4, "nosuch.wav is left out"),
      (["in.wav", "tone:440,seconds=0.1", "--mix"], 0, "playing in.wav + tone:440"),
      (["--notes", "C4", "--through", "Organ"], 0, "playing C4, 0:00:00.500"),
      (["in.wav", "--through", "Gain stereo"], 0, "playing in.wav, 0:00:01.000"),
      (["in.wav", "--through", "Crash in run"], 4, "while it was rendering; its input is heard in its place"),
      (
        ["--notes", "C4 E4", "--through", "Organ", "--through", "Crash in run"], 4,
        "signal 11 (segmentation fault) while it was rendering; its input is heard in its place"
      ),
      (["crash.mid", "--through", "Organ"], 5, "Organ (\(TestPlugins.uri("organ"))): the plugin crashed"),
      (["tone:440", "--for", "0.2"], 0, "playing tone:440, 0:00:00.200"),
      (["nosuch.wav"], 3, "nosuch.wav does not exist"),
      ([], 2, "missing expected argument '<input>'"), (["in.wav", "--out", "x"], 2, "--device null has no ports"),
    ] as [([String], Int32, String)])
  func inputs(words: [String], status: Int32, saying: String) {
    // A note, and the program that crashes the organ.
    let track: [UInt8] = [0, 0x90, 60, 100, 48, 0xC0, 127, 48, 0x80, 60, 0, 0, 0xFF, 0x2F, 0]
    studio.folder.write(
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track,
      to: "crash.mid")
    let run = studio.shell(#"exec "$aucat" play --device null "$@""#, [:], words)
    #expect(run.status == status && run.errors.contains(saying), "\(run)")
  }

  @Test("an endless tone plays until it is interrupted")
  func interrupted() {
    let run = studio.shell(
      #"""
      "$aucat" play tone:440 --device null --json > output & sleep 1; kill -TERM $!; wait $!; echo $?; cat output
      """#)
    #expect(run.lines.first == "0" && run.text.contains(#"{"notice":"end""#), "\(run)")
  }

  @Test(
    "on a terminal, a line shows the position; keys pause, skip, move and end it",
    .enabled(if: Machine.has("script"), "script of util-linux is not installed"))
  func keys() {
    studio.folder.write(
      #""$aucat" play tone:440,seconds=60 tone:880,seconds=60 --device null; echo $? > status"#, to: "commands")
    let run = studio.shell(
      #"""
      \#(Studio.awaiting)
      (await 'playing 0:00:00.[1-9]' screen; printf ' '; await 'paused 0:00' screen; printf ' \033[C'
       await 'playing 0:00:0[5-9]' screen; printf n; await 'of 0:01:00.000  tone:880' screen; printf q) \
        | timeout -s KILL 60 script -qefc 'sh commands' screen > /dev/null
      cat status screen
      """#, ["TERM": "xterm", "SHELL": "/bin/sh", "COLUMNS": "80"])
    #expect(run.lines.first == "0", "\(run)")
    #expect(run.text.contains("aucat: playing tone:880,seconds=60, 0:01:00.000"), "\(run.text)")
  }

  @Test("without a server, the status is 3")
  func noServer() {
    let run = play("in.wav", setting: ["JACK_DEFAULT_SERVER": "aucat-nosuch", "XDG_RUNTIME_DIR": "/nonexistent"])
    #expect(run.status == 3, "\(run)")
  }

  @Test(
    "three files on a real server are heard as they are, one after the other",
    .enabled(if: JackServer.isInstalled && Machine.has("jack_rec"), "jackd or jack-tools are not installed"),
    .enabled(if: !Sanitizer.isThread, "the thread sanitizer ends programs in which JACK's library cancels a thread"))
  func server() throws {
    let server = JackServer()
    try server.start(rate: 48_000, block: 1_024)
    let sound = Sound.steps(60_000, channels: 2)
    for (name, range) in [("a", 0..<20_000), ("b", 20_000..<20_001), ("c", 20_001..<60_000)] {
      studio.write(Sound(channels: sound.channels.map { Array($0[range]) }), to: name + ".wav", rate: 48_000)
    }
    // The recorder is connected while it is silent. A machine that is busy may lose blocks, and is asked again.
    var heard = false
    for _ in 0..<4 where !heard {
      let run = studio.shell(
        #"""
        n=0; until jack_lsp 2> /dev/null | grep -q system; do n=$((n + 1)); [ $n -lt 100 ] || exit 8; sleep 0.1; done
        "$aucat" play silence:2 a.wav b.wav c.wav --json > output & player=$!
        n=0; until jack_lsp | grep -q aucat-play:out_2; do n=$((n + 1)); [ $n -lt 100 ] || exit 9; sleep 0.02; done
        jack_rec -f heard.wav -d 4 -b 16 aucat-play:out_1 aucat-play:out_2 > /dev/null 2>&1 &
        wait $player; echo $?; wait; cat output
        """#, server.environment)
      #expect(run.lines.first == "0", "\(run)")
      let recorded = Self.samples(Child.contents(studio.folder("heard.wav")))
      let expected = (0..<60_000).flatMap { frame in sound.channels.map { Int16($0[frame] * 32_768) } }
      heard = recorded.indices.contains { start in
        start % 2 == 0 && start + expected.count <= recorded.count && recorded[start] == expected[0]
          && recorded[start + 2] == expected[2] && recorded[start..<start + expected.count].elementsEqual(expected)
      }
    }
    #expect(heard)
  }

  /// The 16-bit samples of a WAV file of 44 bytes and data.
  private static func samples(_ bytes: [UInt8]) -> [Int16] {
    stride(from: 44, to: max(44, bytes.count - 1), by: 2).map {
      Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
    }
  }
}
