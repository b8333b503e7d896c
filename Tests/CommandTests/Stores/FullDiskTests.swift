import TestSupport
import Testing

/// A catalog on a disk that has no room: a file system in memory, which only this test sees.
@Suite(.part(.faults), .enabled(if: SmallDisk.canMount, "a file system can't be mounted here"))
struct FullDiskTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])])

  /// Runs a script whose home is a disk of 4 MiB with the catalog of one plugin, and a second plugin that is new.
  /// `fill` takes all room but some KiB; `free` gives it back.
  private func onSmallDisk(_ script: String) -> Child {
    machine.install(Bundle(name: "arp", plugins: [.arpeggiator]), in: "later")
    return machine.shell(
      SmallDisk.script
        + #"""
        fill() { dd if=/dev/zero of="$HOME/filling" bs=1k 2>/dev/null; truncate -s "-${1}k" "$HOME/filling"; }
        free() { rm "$HOME/filling"; }
        "$aucat" scan >/dev/null && cp -r "$folder/later/arp.lv2" "$folder/lv2" || exit 99
        \#(script)' sh "$HOME"
        """#)
  }

  @Test(arguments: [0, 20, 40]) func aScanWithoutRoomSaysSoAndTheNextOneGoesOn(room: Int) {
    let run = onSmallDisk(
      #"""
      fill \#(room); "$aucat" scan; echo "status $?"
      free; "$aucat" search --format uri; "$aucat" scan; "$aucat" search --format uri
      """#)
    verify(run.errors.contains("the disk is full, so the catalog "), "\(run.errors)")
    verify(run.errors.contains("; make room and scan again\n"), "\(run.errors)")
    verify(run.errors.split(separator: "\n").count == 2 && run.errors.contains("1 new bundle: "), "\(run.errors)")
    // The search goes on where the scan has stopped.
    verify(run.lines.prefix(3), equals: ["status 3", Plugin.arpeggiator.uri, Plugin.hall.uri], "\(run.text)")
    verify(run.lines.dropFirst(3).first?.hasPrefix("2 components in 2 bundles: nothing"), equals: true, "\(run.text)")
    verify(run.lines.suffix(2), equals: [Plugin.arpeggiator.uri, Plugin.hall.uri], "\(run.text)")
  }

  @Test func aFirstSearchWithoutRoomScansIntoMemoryAndLeavesNothingInTheWay() {
    let run = onSmallDisk(
      #"""
      rm -r "$HOME/.cache"; fill 20; "$aucat" search --format uri; echo "status $?"; free; "$aucat" search --count
      """#)
    verify(run.lines, equals: [Plugin.arpeggiator.uri, Plugin.hall.uri, "status 0", "2"], "\(run.text)")
    verify(run.errors.contains("the disk is full") && run.errors.contains("into memory"), "\(run.errors)")
    verify(run.errors.split(separator: "\n").count, equals: 1, "\(run.errors)")
  }

  @Test func aSearchNeedsNoRoom() {
    let run = onSmallDisk(
      #"rm -r "$folder/lv2/arp.lv2"; "$aucat" scan >"$folder/said"; fill 0; "$aucat" search --format uri; "#
        + #""$aucat" info urn:test:hall --json"#)
    verify(run.status == 0 && run.errors == "", "\(run.errors)")
    verify(run.lines.first, equals: Plugin.hall.uri)
    verify(run.lines.dropFirst().first?.contains("Great Hall"), equals: true)
  }

  @Test func whatIsNewIsReadIntoMemory() {
    let run = onSmallDisk(#"fill 0; "$aucat" search --format uri; free; "$aucat" search --count"#)
    verify(run.lines, equals: [Plugin.arpeggiator.uri, Plugin.hall.uri, "2"], "\(run)")
    let said = run.errors.split(separator: "\n")
    verify(said.count == 3 && said[0].contains("is read into memory, for this run only"), "\(run.errors)")
    verify(said[1] == said[2] && said[1].hasPrefix("aucat: 1 new bundle: "), "\(run.errors)")
  }

  @Test("a disk that has room for a change, but not for its undoing, takes the change")
  func undo() {
    let facts = (0..<1_500).map { #"{"kind":"tag","name":"t","uri":"urn:\#($0)"}"# }
    machine.folder.write(
      ([#"{"aucat":"user data","version":1}"#] + facts).joined(separator: "\n"), to: "many.jsonl")
    let run = onSmallDisk(
      #"""
      export AUCAT_CATALOG="$folder/catalog.sqlite"
      "$aucat" tag add urn:test:hall first
      for room in 150 180 210 240 270 300 330 360 390 420 450 480 510 540 570; do
        rm -rf "$HOME/copy"; mkdir "$HOME/copy"; cp "$HOME/.local/share/aucat/user.sqlite"* "$HOME/copy" 2>/dev/null
        fill $room; AUCAT_USER_STORE="$HOME/copy/user.sqlite" "$aucat" import "$folder/many.jsonl" >"$folder/said" 2>&1
        status=$?; free
        grep -q "too full to make it undoable" "$folder/said" && echo "unrecorded $status"
        AUCAT_USER_STORE="$HOME/copy/user.sqlite" "$aucat" export | grep -c urn:
      done
      """#)
    verify(run.lines.contains("unrecorded 0"), "\(run.text)\(run.errors)")
    verify(run.lines.allSatisfy { ["unrecorded 0", "1", "1501"].contains($0) }, "\(run.text)")
  }
}

/// A catalog that may not grow.
@Suite(.part(.faults)) struct FileLimitTests {
  /// In blocks of 512 bytes: none of the catalog fits, then its log does not, then a part of its log.
  @Test(.enabled(if: Sanitizer.allowsFileLimits, "the sanitizer keeps its memory in a file"), arguments: [1, 100, 300])
  func aCatalogThatMayNotGrowIsAnErrorAndKeepsWhatItHas(blocks: Int) {
    let machine = Machine([Bundle(name: "hall", plugins: [.hall])])
    verify(machine.aucat("scan").status, equals: 0)
    let plugins = (0..<300).map { Plugin(uri: "urn:test:many\($0)", name: "Many \($0)") }
    machine.install(Bundle(name: "many", plugins: plugins))
    let scan = machine.shell(#"ulimit -f \#(blocks); "$aucat" scan"#)
    // So small a limit may not even let a worker start.
    let isRefused = scan.refuses(3, saying: machine.catalog) || scan.refuses(3, saying: "file too large")
    verify(isRefused, "\(scan.status) \(scan.errors)")
    verify(machine.aucat("search", "--count").text, equals: "301\n")
  }
}

enum SmallDisk {
  /// Begins a script in quotes, whose first word is a directory that becomes a file system of 4 MiB for it alone.
  static let script = #"unshare -m -r sh -c 'mount -t tmpfs -o size=4m none "$1" && "#
  static let canMount = Machine([]).shell(script + #"true' sh "$folder/home""#).status == 0
}
