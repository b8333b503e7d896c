import AucatProgram
import AudioComponents
import Foundation
import Glibc
import TestSupport
import Testing

/// `aucat live send`, `follow` and `sessions`, with a session that plays by the clock.
@Suite struct LiveControlTests {
  let studio = Studio()

  /// Runs a script while a session plays: `send` asks it, and `$live` is its process.
  private func playing(_ words: String, _ script: String) -> Child {
    studio.shell(
      """
      \(Studio.awaiting)
      ulimit -c 0
      mkdir -m 700 run; export XDG_RUNTIME_DIR="$folder/run"
      send() { "$aucat" live send "$@"; }
      "$aucat" live --device null \(words) --plain < /dev/null > output 2> errors & live=$!
      trap 'kill -KILL $live 2> /dev/null' EXIT
      await "live as" errors
      \(script)
      """)
  }

  private func objects(_ run: Child) throws -> [[String: Any]] {
    try run.lines.filter { $0.hasPrefix("{") }.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
  }

  @Test("the chain is changed, and says how it is")
  func edits() {
    let run = playing(
      "--through 'Gain stereo' --set gain=0.5",
      """
      send list
      send set 1 gain 0.25; send set 1 Gain 2; send bypass 1; send bypass 1; send bypass 1 on
      send insert 1 Delay frames=77; send insert 3 Echo; send move 3 1; send remove 2; send replace 1 Delay
      send restart 2; send preset 2 half; send list | grep -v "^	"
      send undo; send redo; send tempo 90; send panic; send cost | cut -f 2; send meters
      """)
    #expect(
      run.lines == [
        "1\tGain stereo\turn:aucat:test:gain-stereo", "\tgain\tGain\t0.5", "1 Gain stereo: Gain 0.25",
        "1 Gain stereo: Gain 2", "1 Gain stereo bypassed", "1 Gain stereo no longer bypassed", "1 Gain stereo bypassed",
        "1 Delay inserted", "3 Echo inserted", "1 Echo moved from 3", "Delay removed", "1 Delay in place of Echo",
        "2 Gain stereo restarted", "2 Gain stereo: preset half", "1\tDelay\turn:aucat:test:delay",
        "2\tGain stereo\turn:aucat:test:gain-stereo\tbypassed", "undo: 2 Gain stereo as it was",
        "redo: 2 Gain stereo as it was", "tempo 90 BPM", "all notes ended", "Delay", "Gain stereo", "the chain",
        "xruns",
        "in\tsilence", "1 Delay\tsilence", "2 Gain stereo\tsilence", "out\tsilence",
      ], "\(run)")
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test(
    "what fails has the statuses of render, and changes nothing",
    arguments: [
      ("set 1 gain 3", 2, "has values from 0 to 2"), ("set 1 gain -1", 2, "not -1"),
      ("set 1 gain x", 2, "no value `x`"),
      ("set 1 gian 1", 2, "did you mean `gain`?"), ("set 2 gain 1", 2, "no place 2"), ("set 1 gain", 2, "lacks VALUE"),
      ("set x gain 1", 2, "PLACE must be a number from 1"),
      ("insert 1 'Gian stereo'", 1, "did you mean `Gain stereo`?"),
      ("insert 3 Delay", 2, "1 to 2"), ("insert 1 'Null instantiate'", 5, "Null instantiate"),
      ("insert 1 Delay nosuch=1", 2, "no parameter"), ("remove 1 2", 2, "does not take `2`"),
      ("preset 1 nosuch", 2, "has no preset `nosuch`"), ("bypass 1 maybe", 2, "on or off"),
      ("snapshot nosuch", 1, "there is no snapshot `nosuch`"), ("undo", 1, "nothing to undo"),
      ("redo", 1, "nothing to redo"),
      ("save", 2, "no file"), ("save in.wav", 2, "exists; name another file"), ("load in.wav", 2, "not a chain file"),
      ("load nosuch.json", 3, "can't be read"), ("transport start", 2, "no transport"), ("connect a b", 2, "no ports"),
      ("tempo 0", 2, "above 0"), ("lisst", 2, "did you mean `list`?"), ("subscribe", 2, ""),
      ("replace 9 Delay", 2, "no place 9"), ("insert 1 Gain stereo", 2, "in quotes"),
      ("snapshot save", 2, "lacks NAME"),
      ("transport", 2, "lacks start|stop|locate"),
    ])
  func refusals(words: String, status: Int32, says: String) {
    let run = playing("--through 'Gain stereo'", "send \(words); echo $?; send list; send undo")
    if words == "subscribe" { return }
    #expect(
      run.lines == ["\(status)", "1\tGain stereo\turn:aucat:test:gain-stereo", "\tgain\tGain\t1"], "\(words): \(run)")
    #expect(run.errors.hasPrefix("aucat: ") && run.errors.contains(says), "\(words): \(run.errors)")
  }

  @Test("snapshots are recalled without loading where only parameters and bypasses differ, and kept in the file")
  func snapshots() throws {
    let saved = studio.render(
      Studio.through("gain-stereo"), "--set", "gain=0.5", Studio.through("delay"), "--save-chain",
      studio.folder("chain.json"))
    try #require(saved.status == 0, "\(saved.errors)")
    let run = playing(
      "--chain chain.json --keep",
      """
      send snapshot save verse; send set 1 gain 2; send bypass 2; send snapshot save chorus; send remove 2
      send snapshot save verse; send undo; send snapshot remove chorus; send undo
      send snapshot save 'the end'
      for name in verse chorus 'the end' verse; do send --json snapshot "$name"; done
      send save; kill $live; wait $live; echo "status $?"
      grep -c '"version": 2' chain.json
      for name in verse chorus 'the end'; do
        "$aucat" render in.wav "$name.wav" --chain chain.json --snapshot "$name" --tail 0 --force > /dev/null; done
      "$aucat" render in.wav at.wav --chain chain.json --snapshot verse --at 4000 "snapshot chorus" --tail 0 > /dev/null
      "$aucat" render in.wav no.wav --chain chain.json --at 1 "snapshot the end"; echo $?
      "$aucat" render in.wav no.wav --chain chain.json --snapshot vers; echo $?
      "$aucat" render in.wav no.wav --through Delay --snapshot verse; echo $?
      "$aucat" render in.wav no.wav --chain chain.json --at x "snapshot verse"; echo $?
      """)
    let loads = try objects(run).map { $0["loaded"] as? Bool }
    #expect(loads == [true, false, true, true], "\(run)")
    let undone = [
      "snapshot verse replaced; `undo` brings the old one back", "undo: snapshot verse as it was",
      "snapshot chorus removed",
      "undo: snapshot chorus as it was",
    ]
    #expect(run.text.contains(undone.joined(separator: "\n")), "\(run)")
    #expect(run.lines.suffix(6) == ["status 0", "1", "2", "1", "2", "2"], "\(run)")
    #expect(studio.sound("verse.wav") == Sound.stereo.times(0.5))
    #expect(studio.sound("the end.wav") == Sound.stereo.times(2))
    let (verse, at) = (try #require(studio.sound("verse.wav")), try #require(studio.sound("at.wav")))
    #expect(at.channels[0].prefix(3_800) == verse.channels[0].prefix(3_800) && at != verse)
  }

  @Test("--keep saves at the end, and never a part")
  func keep() throws {
    _ = studio.render(Studio.through("state"), "--save-chain", studio.folder("chain.json"))
    let run = playing(
      "--chain chain.json --keep",
      "send insert 1 Delay frames=7; grep -c delay chain.json; kill $live; wait $live; grep -c delay chain.json; ls")
    #expect(run.lines.prefix(3) == ["1 Delay inserted", "0", "1"], "\(run)")
    #expect(!run.text.contains("unfinished"))
    let refused = studio.shell(#""$aucat" live --device null --through Delay --keep"#)
    #expect(refused.status == 2 && refused.errors.contains("--keep needs --chain"), "\(refused)")
  }

  @Test("--keep saves when a plugin says that its state has changed, and values of others with it")
  func stateChanged() throws {
    _ = studio.render(
      Studio.through("state-changed"), Studio.through("gain-mono"), "--save-chain", studio.folder("chain.json"))
    let run = playing(
      "--chain chain.json --keep",
      """
      send set 2 gain 0.25; sleep 1.5; grep -c '"gain":0.25' chain.json
      send set 1 change 7; await '"gain":0.25' chain.json; grep -c '"gain":0.25' chain.json
      kill -KILL $live; wait $live 2> /dev/null; grep -c 'state-changed#change.*AADgQA==' chain.json
      """)
    #expect(
      run.lines == ["2 Gain mono: Gain 0.25", "0", "1 State changed: Change 7", "1", "1"], "\(run)")
  }

  @Test("a folder that is a link, or somebody else's, is not used", arguments: ["link", "foreign"])
  func unsafeFolder(kind: String) {
    if kind == "foreign", geteuid() != 0 { return }
    let run = studio.shell(
      """
      mkdir -m 700 run elsewhere; export XDG_RUNTIME_DIR="$folder/run"
      case \(kind) in link) ln -s ../elsewhere run/aucat ;; *) mkdir run/aucat; chown 65534 run/aucat ;; esac
      timeout 3 "$aucat" live --device null --through Delay < /dev/null; echo $?; ls elsewhere run/aucat/
      """)
    #expect(run.text == "124\nelsewhere:\n\nrun/aucat/:\n", "\(run)")
    #expect(
      run.errors.contains(
        "aucat: other programs can't change this session: \(studio.folder("run/aucat")) is not a folder")
        && run.errors.contains("remove it, or set XDG_RUNTIME_DIR\n"), "\(run)")
  }

  @Test("whoever follows is told, until the end")
  func follow() throws {
    let run = playing(
      "--through 'Gain stereo'",
      """
      "$aucat" live follow > lines & "$aucat" live follow --json --meters 0.1 > objects & sleep 0.5
      send set 1 gain 0.5; send insert 2 Delay; sleep 0.5; kill $live; wait; cat lines; grep -v meters objects
      grep -c meters objects > count; [ "$(cat count)" -gt 3 ] || echo "$(cat count) meters"
      """)
    // A new component may be heard before whoever asked for it has its answer.
    let lines = run.lines.filter { !$0.hasPrefix("{") && !$0.contains("xrun") }
    #expect(lines.prefix(3) == ["1 Gain stereo: Gain 0.5", "2 Delay inserted", "1 Gain stereo: Gain 0.5"], "\(run)")
    #expect(lines.dropFirst(3).dropLast().sorted() == ["2 Delay inserted", "latency: 100 frames"], "\(run)")
    #expect(lines.last == "the session has ended", "\(run)")
    let names = try objects(run).compactMap { $0["notice"] as? String }.filter { $0 != "xruns" }
    #expect(names.sorted() == ["edited", "edited", "end", "latency"] && names.last == "end", "\(run)")
  }

  @Test("sessions are listed and told apart, and what was killed leaves no trace that matters")
  func sessions() {
    let run = playing(
      "--through 'Gain stereo' --name band",
      """
      "$aucat" live --device null --through Delay --name band < /dev/null 2> other & other=$!
      await "live as" other; "$aucat" live sessions | cut -f 1,3,4
      send list 2>&1; send --to band-01 list | head -1
      kill -KILL $live; "$aucat" live sessions | cut -f 1; ls run/aucat; send set 1 frames 3
      "$aucat" live --device null --through Echo --name band < /dev/null 2> third & third=$!
      await "live as" third; "$aucat" live sessions | cut -f 1,4; send --to bnad list 2>&1
      kill $other $third; wait $other $third; "$aucat" live sessions; send list 2>&1; stat -c '%a %n' run/aucat
      """)
    #expect(
      run.lines == [
        "band\tnull\tGain stereo", "band-01\tnull\tDelay",
        "aucat: 2 sessions are running; name one with --to: band, band-01", "1\tDelay\turn:aucat:test:delay", "band-01",
        "band-01.lock", "band-01.sock", "band.lock", "band.sock", "1 Delay: Frames 3", "band\tEcho", "band-01\tDelay",
        "aucat: no session is named `bnad`; did you mean `band`?",
        "aucat: no session is running in \(studio.folder("run/aucat")); `aucat live --through COMPONENT` starts one",
        "700 run/aucat",
      ], "\(run)")
  }

  @Test("words that live does not know are refused, with what is meant")
  func words() {
    func live(_ words: String) -> Child { studio.shell("exec \"$aucat\" live \(words)") }
    #expect(
      live("sned list").errors
        == "aucat: there is no command `live sned`; did you mean `live send`? `aucat help` lists the commands\n")
    #expect(live("list").status == 2 && live("--through Delay list").errors.contains("unexpected argument 'list'"))
    #expect(live("send").status == 2 && live("send --to").status == 2)
  }

  @Test("completion knows requests, places, parameters, values, presets, snapshots and sessions")
  func completion() {
    let run = playing(
      "--through 'Gain stereo' --through Toggles",
      """
      send snapshot save verse > /dev/null
      c() { "$aucat" complete fish "" live "$@" | tail -n +2 | cut -f 1 | tr '\\n' ' '; echo; }
      c ""; c send li; c send set ""; c send set 1 ""; c send preset 1 ""; c send snapshot v; c send bypass 1 ""
      c send --to ""; c --plai
      """)
    #expect(
      run.lines == [
        "send follow sessions ", "list ", "1 2 ", "gain ",
        "Double Elsewhere Half Out of range Same Same Unknown symbol ", "verse ", "on off ", "aucat ", "--plain ",
      ], "\(run)")
  }

  @Test("every request is on the page, and no other")
  func page() throws {
    let page = try String(contentsOfFile: Repository.path("schema/output/live.md"), encoding: .utf8)
    let table = try #require(page.components(separatedBy: "| request | takes |").last)
    let shown = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      (row.split(separator: "|").first ?? "").split(whereSeparator: { " `".contains($0) }).map(String.init)
    }
    #expect(shown.sorted() == RequestForm.all.map(\.name).sorted())
    for form in RequestForm.all {
      let row = try #require(
        table.split(separator: "\n").first { $0.split(separator: "|").first?.contains("`\(form.name)`") == true })
      for member in form.members { #expect(row.contains(member.key), "\(form.name) \(member.key)") }
    }
  }

  @Test("words become requests")
  func forms() throws {
    func request(_ words: String...) throws -> String {
      try RequestForm.named(words[0]).request(Array(words.dropFirst())).encoded
    }
    #expect(try request("set", "2", "gain", "-6") == #"{"request":"set","place":2,"parameter":"gain","value":"-6"}"#)
    #expect(throws: UsageError.self) { try request("snapshot", "save") }
    #expect(try request("snapshot", "save", "save") == #"{"request":"snapshot","do":"save","name":"save"}"#)
    #expect(
      try request("insert", "1", "A", "a=1", "b=2")
        == #"{"request":"insert","place":1,"component":"A","set":["a=1","b=2"]}"#)
    #expect(try request("save", "/a/b") == #"{"request":"save","file":"/a/b"}"#)
    #expect(try request("transport", "locate", "4") == #"{"request":"transport","do":"locate","frame":4}"#)
  }

  @Test(
    "in the session's own process, a plugin that ends or crashes it is named",
    arguments: [
      ("Exit in run", "5", "the plugin ended the process while it was rendering"),
      ("Crash in run", "139", "the plugin crashed with SIGSEGV while it was rendering"),
      ("Abort in run", "134", "the plugin crashed with SIGABRT while it was rendering"),
    ])
  func faults(plugin: String, status: String, says: String) {
    let run = studio.shell(
      """
      ulimit -c 0; mkdir -m 700 run; export XDG_RUNTIME_DIR="$folder/run"
      "$aucat" live --device null --isolation none --through 'Gain stereo' --through '\(plugin)' < /dev/null; echo $?
      """)
    #expect(run.text == "\(status)\n" && run.errors.contains(says) && run.errors.contains("\(plugin) (urn:"), "\(run)")
  }

  @Test(
    "SIGTERM ends a session within two seconds, and names who hangs", arguments: ["Hang in run", "Hang in instantiate"])
  func hangs(plugin: String) throws {
    let run = studio.shell(
      """
      mkdir -m 700 run; export XDG_RUNTIME_DIR="$folder/run"
      "$aucat" live --device null --isolation none --through '\(plugin)' < /dev/null 2> errors & live=$!
      sleep 1.5; date +%s%N; kill $live; wait $live; echo $?; date +%s%N; cat errors
      """)
    let numbers = run.lines.compactMap { Int($0) }
    try #require(numbers.count == 3, "\(run)")
    #expect(numbers[1] == 5 && numbers[2] - numbers[0] < 2_000_000_000, "\(run)")
    #expect(
      run.text.contains("\(plugin) (urn:") && run.text.contains("the plugin did not return while it"), "\(run)")
  }

  @Test(
    "a plugin in a process of its own falls, comes back, and falls for good; SIGTERM and SIGKILL leave nothing",
    arguments: ["TERM", "KILL"])
  func falls(signal: String) throws {
    let run = studio.shell(
      """
      mkdir -m 700 run; export XDG_RUNTIME_DIR="$folder/run"
      "$aucat" live --device null --through 'Gain stereo' --through 'Hang in run' --through 'Crash in run' < /dev/null \
        2> errors & live=$!
      await() { n=0; until [ "$(grep -c 'restart it with' errors)" = $1 ]; do n=$((n + 1)); [ $n -lt 200 ] || exit 9; sleep 0.05; done; }
      held() { ls /proc/$live/fd | wc -l; grep -c memfd /proc/$live/maps; }
      await 2; held > before
      for number in 3 4 5; do "$aucat" live send restart 2 > restarts; await $number; done
      held | diff before - || echo "memory or descriptors of fallen plugins are held"
      "$aucat" live send restart 2 > /dev/null; "$aucat" live send list | grep -c .
      all=$(cat /proc/$live/task/*/children); for one in $all; do all="$all $(cat /proc/$one/task/*/children)"; done
      date +%s%N; kill -\(signal) $live; wait $live 2> /dev/null
      left=1; while [ $left = 1 ]; do left=0; for one in $all; do ! kill -0 $one 2> /dev/null || left=1; done; done
      date +%s%N; cat errors
      """)
    #expect(!run.text.contains("are held"), "\(run)")
    let numbers = run.lines.compactMap { Int($0) }
    try #require(numbers.count == 3, "\(run)")
    // After SIGKILL it is others who end them, when they come to it.
    #expect(numbers[2] - numbers[1] < (signal == "TERM" ? 1_000_000_000 : 10_000_000_000), "\(run)")
    for (plugin, words) in [
      ("Crash in run", "crashed with signal 11 (segmentation fault)"),
      ("Hang in run", "did not return within 0.25 s"),
    ] {
      for end in ["it is being restarted", "restart it with `aucat live send restart"] {
        #expect(
          run.lines.contains { $0.contains("\(plugin) (urn:") && $0.contains(words) && $0.contains(end) }, "\(run)")
      }
      #expect(
        run.lines.contains { $0.contains("\(plugin) (urn:") && $0.contains("is heard again, from its last state") })
    }
  }

  @Test("a repeated line is printed once a second at most, and the last one always")
  func plain() {
    let run = playing(
      "--through 'Gain stereo'",
      "for i in 1 2 3 4 5 6 7 8 9; do send set 1 gain 0.$i > /dev/null; done; sleep 1.5; kill $live; wait $live; cat errors"
    )
    let said = run.lines.filter { $0.contains("Gain 0.") }
    #expect(said.count <= 4 && said.last == "aucat: 1 Gain stereo: Gain 0.9", "\(run)")
  }

  @Test("malformed lines are answered with what is wrong, and change nothing")
  func fuzz() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "LiveControlTests")
    let seeds = RequestForm.all.filter { !["save", "load", "subscribe", "panic"].contains($0.name) }.map { form in
      #"{"id":7,"request":"\#(form.name)","# + form.members.map { #""\#($0.key)":"9""# }.joined(separator: ",") + "}"
    }
    let lines = (0..<1_500).map { _ -> [UInt8] in
      var bytes = Array((seeds.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: Array(#"[{"a":1e999,null,-"#.utf8), at: place)
        default: bytes = Array(bytes[..<place])
        }
      }
      return bytes.filter { $0 != 10 }
    }
    studio.folder.write(lines.flatMap { $0 + [10] }, to: "lines")
    let run = playing(
      "--through 'Gain stereo'",
      """
      command -v python3 > /dev/null || { echo none; exit; }
      python3 - <<'END'
      import socket, sys
      peer = socket.socket(socket.AF_UNIX)
      peer.connect("run/aucat/aucat.sock")
      reader = peer.makefile("rb")
      bad = good = 0
      for line in open("lines", "rb"):
        peer.sendall(line)
        answer = reader.readline()
        if b'"ok":false' in answer and b'"message":"' in answer: bad += 1
        elif b'"ok":true' in answer: good += 1
        else: sys.exit("no answer to %r: %r" % (line, answer))
      print(bad > 1000, good < 400)
      END
      send list; kill $live; wait $live; echo "status $?"
      """)
    if run.text == "none\n" { return }
    #expect(
      run.lines.first == "True True" && run.lines.last == "status 0"
        && run.lines.contains("1\tGain stereo\turn:aucat:test:gain-stereo"), "\(run)")
  }
}
