import Foundation
import TestSupport
import Testing

/// `aucat watch` beside other programs that change something.
@Suite struct WatchTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)

  /// Runs a script while `$out` takes the lines of a watch that goes on until the script has found what it waits for.
  private func watching(_ options: String, _ script: String, setting: [String: String?] = [:]) -> Child {
    machine.shell(
      """
      out="$folder/lines" errors="$folder/errors"
      : >"$out"
      "$aucat" watch \(options) >"$out" 2>"$errors" & watch=$!
      # Waits for a line, at most 20 seconds.
      await() { n=0; until grep -q "$1" "$out"; do n=$((n + 1)); [ $n -lt 400 ] || exit 9; sleep 0.05; done; }
      \(script)
      kill -TERM $watch
      while kill -0 $watch 2>/dev/null; do sleep 0.05; done
      cat "$errors" >&2
      cat "$out"
      """, setting: setting)
  }

  @Test func whatOtherProgramsDoIsPrintedUntilItIsStopped() {
    #expect(machine.aucat("scan").status == 0)
    let run = watching(
      "",
      """
      sleep 0.3
      "$aucat" tag add urn:test:hall Warm; await tags
      "$aucat" favorite urn:test:hall; await favorite
      "$aucat" collection add Live urn:test:hall; await urn:test:hall.*Live
      """)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let fields = run.lines.map { $0.components(separatedBy: "\t") }
    #expect(
      fields.map { Array($0.dropFirst()) } == [
        ["tags", "urn:test:hall", "Great Hall", ""], ["favorite", "urn:test:hall", "Great Hall", ""],
        ["collection", "", "", "Live"],
        ["collection", "urn:test:hall", "Great Hall", "Live"],
      ])
  }

  @Test func aSequenceNumberGoesOnWhereItsLineEnds() throws {
    #expect(machine.aucat("scan").status == 0)
    #expect(machine.aucat("tag", "add", "urn:test:hall", "Warm").status == 0)
    let first = watching("--since 0 --json", "await tags")
    let objects = try first.lines.map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(objects.map { $0["kind"] } == [.text("added"), .text("tags")])
    #expect(objects.allSatisfy { $0["label"] == .null && $0.keys.count == 6 })
    let sequences = objects.compactMap { object in
      if case .text(let text)? = object["sequence"] { text } else { nil }
    }
    try #require(sequences.count == 2)
    let rest = watching("--since \(sequences[0])", "await tags")
    #expect(rest.lines.count == 1 && rest.lines[0].hasPrefix(sequences[1] + "\ttags\t"), "\(rest.lines)")
    let nothing = watching("--since \(sequences[1])", "sleep 0.5")
    #expect(nothing.lines == [])
  }

  @Test func aPluginThatIsInstalledAppearsInEveryOtherProgram() {
    #expect(machine.aucat("scan").status == 0)
    machine.folder.write("", to: "ready/readme")
    machine.install(Bundle(name: "arp", plugins: [.arpeggiator]), in: "ready")
    let run = watching(
      "",
      """
      "$aucat" watch --scan >"$folder/scanned" 2>&1 & scanner=$!
      sleep 0.5
      cp -r "$folder/ready/arp.lv2" "$folder/lv2/"
      await added.*urn:test:arp
      "$aucat" search --format uri 'uri == "urn:test:arp"'
      rm -r "$folder/lv2/arp.lv2"
      await removed.*urn:test:arp
      kill -TERM $scanner
      while kill -0 $scanner 2>/dev/null; do sleep 0.05; done
      sed "s/^/scanner: /" "$folder/scanned"
      """)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(run.lines.first == "urn:test:arp")
    let kinds = run.lines.dropFirst().map { $0.components(separatedBy: "\t").dropFirst().first ?? "" }
    #expect(kinds == ["added", "removed", "added", "removed"], "the scanner's own lines first: \(run.lines)")
  }

  @Test func itWaitsForACatalogAndForDirectories() {
    let run = watching(
      "--scan",
      """
      sleep 0.5
      mkdir -p "$folder/later/lv2" && cp -r "$folder/lv2/hall.lv2" "$folder/later/lv2/"
      await added.*urn:test:hall
      """, setting: ["LV2_PATH": machine.folder("later/lv2")])
    #expect(run.status == 0 && run.lines.count == 1, "\(run)")
  }

  @Test func whatItsScansCannotReadIsSaidOnce() {
    let run = machine.shell(
      #"ln -s loop "$folder/loop"; timeout 6 "$aucat" watch --scan"#,
      setting: ["LV2_PATH": machine.folder("lv2") + ":" + machine.folder("loop")])
    let problem = "the directory \(machine.folder("loop")): too many levels of symbolic links"
    #expect(run.errors.lowercased() == "aucat: \(problem); the catalog keeps what it has of its bundles\n".lowercased())
    #expect(run.lines.count == 1 && run.lines[0].contains("\tadded\t"), "\(run)")
  }

  @Test func onceItEndsAfterWhatHasChangedSoFar() throws {
    #expect(machine.aucat("scan").status == 0)
    #expect(machine.aucat("tag", "add", "urn:test:hall", "Warm").status == 0)
    let all = machine.aucat("watch", "--once", "--since", "0")
    #expect(all.status == 0 && all.errors == "" && all.lines.count == 2, "\(all)")
    let last = try #require(all.lines.last?.prefix { $0 != "\t" })
    let nothing = machine.aucat("watch", "--once", "--json", "--since", String(last))
    #expect(nothing.status == 1 && nothing.text + nothing.errors == "", "\(nothing)")
    machine.aucat("watch", "--once", "--scan").expectRefusal(2, saying: "can't be combined")
  }

  @Test(.endsIfItHangs) func onceItWaitsForTheNextChange() {
    #expect(machine.aucat("scan").status == 0)
    let run = machine.shell(
      #"""
      "$aucat" watch --once & watch=$!
      while kill -0 $watch 2>/dev/null; do "$aucat" favorite urn:test:hall; sleep 0.3; done
      wait $watch; echo $?
      """#)
    #expect(run.lines.count == 2 && run.lines[0].contains("\tfavorite\t") && run.lines[1] == "0", "\(run)")
  }

  @Test func itEndsAsItsReaderOrItsUserWants() {
    #expect(machine.aucat("scan").status == 0)
    let stopped = machine.shell(
      #"""
      "$aucat" watch & watch=$!
      # Until it catches SIGTERM, whose bit is the fifteenth.
      until grep -q 'SigCgt.*[4-7c-f]...$' /proc/$watch/status; do sleep 0.05; done
      sleep 0.1; kill -TERM $watch; wait $watch; echo $?
      """#)
    #expect(stopped.lines == ["130"] && stopped.errors == "", "\(stopped)")
    let closed = machine.shell(#"{ "$aucat" watch --since 0; echo $? >&2; } | head -0; sleep 0.2"#)
    #expect(closed.errors == "0\n", "\(closed)")
    machine.aucat("watch", "--since", "x").expectRefusal(2, saying: "or 0, not `x`")
    #expect(machine.aucat("watch", "--since", "-1").status == 2)
  }
}
