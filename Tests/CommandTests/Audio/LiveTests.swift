import Foundation
import TestSupport
import Testing

/// `aucat live` as a user types it, by the clock.
@Suite struct LiveTests {
  let studio = Studio()

  /// Runs a script with a session in the background, until it plays: `$live` is its process, `errors` and `output` what it prints.
  private func playing(_ words: String, _ script: String) -> Child {
    studio.shell(
      """
      \(Studio.awaiting)
      rm -f output errors
      "$aucat" live --device null \(words) < /dev/null > output 2> errors & live=$!
      trap 'kill -KILL $live 2> /dev/null' EXIT
      n=0; until [ -s errors ] || [ -s output ]; do n=$((n + 1)); [ $n -lt 400 ] || exit 9; sleep 0.05; done
      \(script)
      wait $live; echo "status $?"; cat output; cat errors >&2
      """)
  }

  /// What it says but of lost blocks, which a busy machine has.
  private func said(_ run: Child) -> [String] {
    run.errors.split(separator: "\n").filter {
      !$0.hasSuffix(" in all") && !$0.hasSuffix(" xrun") && !$0.hasSuffix(" xruns")
    }.map(String.init)
  }

  /// A server that is not there.
  private static let noServer = ["JACK_DEFAULT_SERVER": "aucat-test-nowhere", "XDG_RUNTIME_DIR": "/nonexistent"]

  private func live(_ words: [String]) -> Child {
    studio.shell(#"exec "$aucat" live "$@""#, Self.noServer, words)
  }

  private func objects(_ run: Child) throws -> [[String: Any]] {
    try run.lines.filter { $0.hasPrefix("{") }.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
  }

  @Test("it says once that it plays, and ends when it is told, not with its input", arguments: ["TERM", "HUP"])
  func ends(signal: String) {
    let run = playing("--through 'Gain stereo'", "sleep 0.3; kill -0 $live || echo gone; kill -\(signal) $live")
    #expect(run.text == "status 0\n")
    #expect(said(run) == ["aucat: live as aucat: 2 in, 2 out, 48000 Hz, 256 frames"])
  }

  @Test("Control-C ends it as well", .enabled(if: Machine.has("timeout"), "timeout is not installed"))
  func interrupt() {
    let run = studio.shell(
      #"timeout --preserve-status -s INT 1 "$aucat" live --device null --through 'Gain stereo'"#)
    #expect(run.status == 0 && run.text == "", "\(run)")
  }

  @Test("channels, rate and block are as wished, else as many as the chain has, and two for one")
  func formats() {
    let table = [
      ("--through 'Gain mono'", "2 in, 2 out, 48000 Hz, 256 frames"),
      ("--through 'Gain mono' --inputs 1", "1 in, 2 out, 48000 Hz, 256 frames"),
      ("--through 'Gain mono' --inputs 1 --outputs 1", "1 in, 1 out, 48000 Hz, 256 frames"),
      ("--through Generator", "0 in, 2 out, 48000 Hz, 256 frames"),
      ("--through 'Gain stereo' --outputs 4", "2 in, 4 out, 48000 Hz, 256 frames"),
      ("--through 'Gain stereo' --rate 44100 --block 64 --name band", "2 in, 2 out, 44100 Hz, 64 frames"),
    ]
    for (words, says) in table {
      let run = playing(words, "kill $live")
      let name = words.contains("band") ? "band" : "aucat"
      #expect(said(run) == ["aucat: live as \(name): \(says)"] && run.text == "status 0\n", "\(words): \(run)")
    }
  }

  @Test("a saved chain plays, and that counts as a use")
  func chains() {
    let saved = studio.render(
      Studio.through("delay"), "--set", "frames=77", "--save-chain", studio.folder("chain.json"))
    #expect(saved.status == 0, "\(saved.errors)")
    let run = playing("--chain chain.json --json", "await latency output; kill $live")
    #expect(run.text.contains(#"{"notice":"latency","frames":77}"#) && run.errors == "", "\(run)")
    let used = studio.shell(
      #"""
      timeout 1 "$aucat" live --device null --through 'Gain stereo' 2> errors
      "$aucat" search --json 'uri == "urn:aucat:test:gain-stereo"'
      """#, ["AUCAT_USER_STORE": studio.folder("user.sqlite")])
    #expect(used.text.contains(#""uses":1"#), "\(used)")
  }

  @Test("notices for programs: see schema/output/live.md")
  func notices() throws {
    let run = playing(
      "--json --through Generator --through urn:aucat:test:loud", "await muted output; kill $live")
    #expect(run.errors == "" && run.lines.first == "status 0", "\(run)")
    let notices = try objects(run)
    let page = try Self.noticePage()
    let keys = Dictionary(
      uniqueKeysWithValues: page.matches(of: #/(?m)^\| `(\w+)` \| (?:`([\w ]+)`)? ?\| /#).map { match in
        (String(match.1), Set((match.2 ?? "").split(separator: " ").map(String.init)))
      })
    #expect(keys.count == 24)
    for notice in notices {
      let name = try #require(notice["notice"] as? String)
      #expect(Set(notice.keys).subtracting(["notice"]) == keys[name], "\(notice)")
    }
    #expect(notices.first?["notice"] as? String == "ready" && notices.last?["notice"] as? String == "end")
    #expect(notices.first?["client"] as? String == "aucat" && notices.first?["device"] as? String == "null")
    let muted = try #require(notices.first { $0["notice"] as? String == "muted" })
    #expect(muted["place"] as? Int == 2 && muted["component"] as? String == TestPlugins.uri("loud"))
    #expect(muted["name"] as? String == "Loud" && (muted["decibels"] as? Double ?? 0) > 24)
  }

  /// The part of the page that is about notices.
  private static func noticePage() throws -> String {
    let page = try String(contentsOfFile: Repository.path("schema/output/live.md"), encoding: .utf8)
    return try #require(page.components(separatedBy: "## Control").first)
  }

  @Test("each notice that the program can print is on the page, and no other")
  func page() throws {
    let page = try Self.noticePage()
    let source = try String(
      contentsOfFile: Repository.path("Sources/Programs/aucat-render/Live/LiveText+JSON.swift"), encoding: .utf8)
    let shown = Set(page.matches(of: #/(?m)^\| `(\w+)` \|/#).map { String($0.1) })
    #expect(shown == Set(source.matches(of: #/object\(\s*"(\w+)"/#).map { String($0.1) }))
  }

  @Test("what is muted is named")
  func muting() {
    let run = playing("--through 'Not finite'", "await muted errors; kill $live")
    #expect(
      run.errors.contains(
        "aucat: Not finite (urn:aucat:test:not-finite): its sound is not finite, so it is muted\n"),
      "\(run)")
  }

  @Test(
    "what can't be played, with its status",
    arguments: [
      ([], 2, "--through or --chain is missing"), (["--through", "Gaim stereo"], 1, "did you mean `Gain stereo`?"),
      (["--through", "urn:nosuch"], 1, "urn:nosuch"), (["--chain", "nosuch.json"], 3, "nosuch.json can't be read"),
      (["--chain", "x.json", "--through", "Gain stereo"], 2, "can't be combined"),
      (["--through", "Gain stereo"], 3, "JACK"),
      (["--through", "Gain stereo", "--rate", "48000"], 2, "--device null"),
      (["--device", "null", "--through", "Gain stereo", "--in", "system"], 2, "has no ports"),
      (["--device", "null", "--through", "Gain stereo", "--block", "8"], 2, "--block takes"),
      (["--device", "null", "--through", "Gain stereo", "--rate", "1"], 2, "--rate takes"),
      (["--device", "null", "--through", "Gain stereo", "--inputs", "65"], 2, "--inputs takes"),
      (["--device", "null", "--through", "Gain stereo", "--inputs", "3"], 2, "2 audio inputs"),
      (["--device", "null", "--through", "Gain stereo", "--outputs", "0"], 2, "--outputs takes"),
      (["--device", "null", "--through", "Gain stereo", "--bpm", "0"], 2, "--bpm takes"),
      (["--device", "null", "--through", "Gain stereo", "--name", "a:b"], 2, "--name takes"),
      (["--out", "system", "--no-connect", "--through", "Gain stereo"], 2, "can't be combined"),
      (["--device", "alsa", "--through", "Gain stereo"], 2, "alsa"),
      (["--device", "null", "--through", "Null instantiate"], 5, "Null instantiate"),
      (["--list", "--through", "Gain stereo"], 2, "--list plays nothing"),
    ])
  func refusals(words: [String], status: Int32, says: String) {
    let run = live(words)
    #expect(run.status == status && run.errors.contains(says) && run.output.isEmpty, "\(words): \(run)")
    #expect(run.errors.hasPrefix("aucat: ") && run.errors.hasSuffix("\n"))
  }

  @Test("no server has a remedy, for programs too")
  func noServer() throws {
    #expect(live(["--through", "Gain stereo"]).errors.contains("; "))
    let run = live(["--through", "Gain stereo", "--json"])
    #expect(run.status == 3 && run.output.isEmpty && run.errors.contains(#""severity":"error""#), "\(run)")
  }

  @Test("the devices without a server: why, and the clock")
  func devices() throws {
    let text = live(["--list"])
    #expect(
      text.status == 0 && text.text == "" && text.errors.contains("null: a clock without output\n"), "\(text)")
    let run = live(["--list", "--json"])
    let devices = try objects(run)
    #expect(run.status == 0 && run.errors == "" && devices.count >= 2, "\(run)")
    #expect(devices.map { $0["device"] as? String }.last == "null" && devices.first?["error"] is String)
    for device in devices {
      #expect(
        Set(device.keys) == ["device", "library", "version", "sampleRate", "blockLength", "error", "ports"])
    }
  }

  @Test("completion without a server finds no ports, and is quiet")
  func completion() {
    func candidates(_ words: String...) -> [String] {
      studio.shell(#"exec "$aucat" complete fish "" live "$@""#, Self.noServer, words).lines
    }
    #expect(candidates("--in", "") == ["-"] && candidates("--out", "sys") == ["-"])
    #expect(candidates("--device", "") == ["-", "jack\t", "null\t"])
    #expect(candidates("--through", "gain st") == ["-", "Gain stereo\t"])
  }
}
