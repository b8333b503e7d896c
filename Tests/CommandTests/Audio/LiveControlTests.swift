import AucatProgram
import AudioComponents
import Foundation
import TestSupport
import Testing

/// Requests to a session of `aucat live`. Transcripts show what they do.
struct LiveControlTests {
  private let studio = Studio()

  /// Runs a script while a session plays, as `session` of the transcripts does, after some preparation.
  private func playing(after preparation: String = ":", _ script: String) -> Child {
    studio.shell(
      """
      PATH="\(Child.products):$PATH"; \(preparation)
      sh \(Repository.path("Tests/Transcripts/bin/session")) --through 'Gain stereo' <<'script'
      \(script)
      script
      """)
  }

  @Test("a folder that is somebody else's is not used", .enabled(if: geteuid() == 0, "only root gives folders away"))
  func foreignFolder() {
    let run = playing(after: "mkdir -m 700 run run/aucat; chown 65534 run/aucat", "stop; cat errors; ls run/aucat")
    verify(run.lines.first, equals: "status 0", "\(run)")
    verify(run.text.contains("other programs can't change this session: \(studio.folder("run/aucat")) is not a folder"))
    verify(run.lines.last?.hasPrefix("aucat: ") == true, "nothing is in the folder: \(run)")
  }

  @Test("every request is on the page, and no other")
  func page() throws {
    let page = try String(contentsOfFile: Repository.path("schema/output/live.md"), encoding: .utf8)
    let table = page.components(separatedBy: "| request | takes |").last ?? ""
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      let names = (row.split(separator: "|").first ?? "").split { " `".contains($0) }.map(String.init)
      return (names: names, row)
    }
    verify(rows.flatMap(\.names).sorted(), equals: RequestForm.all.map(\.name).sorted())
    for form in RequestForm.all {
      let row = rows.first { $0.names.contains(form.name) }?.1 ?? ""
      for member in form.members { verify(row.contains(member.key), "\(form.name) \(member.key)") }
    }
  }

  @Test("words become requests")
  func forms() throws {
    func request(_ words: String...) throws -> String {
      try RequestForm.named(words[0]).request(Array(words.dropFirst())).encoded
    }
    verify(throws: UsageError.self) { try request("snapshot", "save") }
    for (encoded, expected) in [
      (try request("set", "2", "gain", "-6"), #"{"request":"set","place":2,"parameter":"gain","value":"-6"}"#),
      (try request("snapshot", "save", "save"), #"{"request":"snapshot","do":"save","name":"save"}"#),
      (
        try request("insert", "1", "A", "a=1", "b=2"),
        #"{"request":"insert","place":1,"component":"A","set":["a=1","b=2"]}"#
      ),
      (try request("save", "/a/b"), #"{"request":"save","file":"/a/b"}"#),
      (try request("transport", "locate", "4"), #"{"request":"transport","do":"locate","frame":4}"#),
    ] { verify(encoded, equals: expected) }
  }

  /// The beginning of a script in Python that is connected to the session.
  private static let connected = """
    import json, os, signal, socket, sys, time
    peer = socket.socket(socket.AF_UNIX)
    peer.settimeout(20)
    peer.connect("run/aucat/aucat.sock")
    reader = peer.makefile("rb")
    def ask(**request):
      peer.sendall(json.dumps(request).encode() + b"\\n")
      return json.loads(reader.readline())
    """

  @Test(
    "places that no chain has are refused, and the session goes on",
    .enabled(if: Machine.has("python3"), "python3 is not installed"))
  func places() {
    let run = playing(
      """
      python3 - <<'END'
      \(Self.connected)
      rest = dict(component="Delay", parameter="gain", value=1, to=1)
      for form, keys in dict(insert=["component"], remove=[], move=["to"], replace=["component"],
        set=["parameter", "value"], bypass=[], preset=[], restart=[]).items():
        for place in -2**63, -2**63 + 1, -1, 0, 3, 2**63 - 1, 2**63, 1e300, 1.5, True, None, "", "#1", [], {}:
          answer = ask(request=form, place=place, **{key: rest[key] for key in keys})
          if answer["ok"]: print(form, place)
      for place in -2**63, 0, 2, 2**63 - 1:
        if ask(request="move", place=1, to=place)["ok"]: print("to", place)
      END
      send list; stop
      """)
    verify(
      run.lines, equals: ["1\tGain stereo\turn:aucat:test:gain-stereo", "\tgain\tGain\t1", "status 0"], "\(run)")
  }

  @Test(
    "a program that shuts down its sending side gets the answers to all of its requests",
    .enabled(if: Machine.has("python3"), "python3 is not installed"))
  func halfClosed() {
    let run = playing(
      """
      python3 - <<'END'
      \(Self.connected)
      for number in range(30):
        peer.sendall(b'{"request":"set","place":1,"parameter":"gain","value":%f}\\n' % (number / 100))
      peer.shutdown(socket.SHUT_WR)
      print(sum(b'"ok":true' in line for line in reader))
      END
      send list | tail -n 1
      """)
    verify(run.lines, equals: ["30", "\tgain\tGain\t0.29"], "\(run)")
  }

  @Test(
    "without descriptors, nobody is accepted for a moment, which costs no time of a processor",
    .enabled(if: Machine.has("python3") && Machine.has("prlimit"), "python3 or prlimit is not installed"))
  func descriptors() {
    let run = playing(
      """
      prlimit --pid $live --nofile=3: ; export live
      python3 - <<'END'
      import resource
      \(Self.connected.replacingOccurrences(of: "peer.settimeout(20)", with: "peer.settimeout(1)"))
      live = int(os.environ["live"])
      def used():
        fields = open(f"/proc/{live}/stat").read().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
      before = used()
      try: print("answered", ask(request="list"))
      except TimeoutError: pass
      print("idle" if used() - before < 0.5 else "busy")
      hard = resource.prlimit(live, resource.RLIMIT_NOFILE)[1]
      resource.prlimit(live, resource.RLIMIT_NOFILE, (min(hard, 1024), hard))
      END
      send list | head -n 1
      """)
    verify(run.lines, equals: ["idle", "1\tGain stereo\turn:aucat:test:gain-stereo"], "\(run)")
  }

  @Test(
    "a session whose output nobody reads answers, and ends when it is told",
    .enabled(if: Machine.has("python3"), "python3 is not installed"))
  func unreadOutput() {
    let run = studio.shell(
      """
      mkdir -m 700 run; export XDG_RUNTIME_DIR="$folder/run"; mkfifo unread; exec 9<>unread
      "$aucat" live --device null --through 'Gain stereo' --json < /dev/null > unread 2> errors & live=$!
      n=0; until [ -e run/aucat/aucat.sock ]; do n=$((n + 1)); [ $n -lt 400 ] || exit 9; sleep 0.05; done
      python3 - <<'END'
      \(Self.connected)
      text = "0." + "1" * 30000
      print(sum(ask(request="set", place=1, parameter="gain", value=text)["ok"] for number in range(100)))
      END
      kill $live; wait $live; echo "status $?"; cat errors
      """)
    verify(run.lines.prefix(2), equals: ["100", "status 0"], "\(run)")
  }

  @Test(
    "malformed lines are answered with what is wrong, and change nothing",
    .enabled(if: Machine.has("python3"), "python3 is not installed"))
  func fuzz() {
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
      """
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
      send list; stop
      """)
    verify(
      run.lines.first == "True True" && run.lines.last == "status 0"
        && run.lines.contains("1\tGain stereo\turn:aucat:test:gain-stereo"), "\(run)")
  }
}
