import TestSupport
import Testing

/// A catalog on a disk that has no room: a file system in memory, which only this test sees.
@Suite(.enabled(if: SmallDisk.canMount, "a file system can't be mounted here"))
struct FullDiskTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)

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
    #expect(run.errors.contains("the disk is full, so the catalog "), "\(run.errors)")
    #expect(run.errors.contains("; make room and scan again\n"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.lines.prefix(2) == ["status 3", Plugin.hall.uri], "\(run.text)")
    #expect(run.lines.dropFirst(2).first?.hasPrefix("2 components in 2 bundles: 1 new, ") == true, "\(run.text)")
    #expect(run.lines.suffix(2) == [Plugin.arpeggiator.uri, Plugin.hall.uri], "\(run.text)")
  }

  @Test func aFirstSearchWithoutRoomScansIntoMemoryAndLeavesNothingInTheWay() {
    let run = onSmallDisk(
      #"""
      rm -r "$HOME/.cache"; fill 20; "$aucat" search --format uri; echo "status $?"; free; "$aucat" search --count
      """#)
    #expect(run.lines == [Plugin.arpeggiator.uri, Plugin.hall.uri, "status 0", "2"], "\(run.text)")
    #expect(run.errors.contains("the disk is full") && run.errors.contains("into memory"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test func aSearchNeedsNoRoom() {
    let run = onSmallDisk(#"fill 0; "$aucat" search --format uri; "$aucat" info urn:test:hall --json"#)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.lines.first == Plugin.hall.uri)
    #expect(run.lines.dropFirst().first?.contains("Great Hall") == true)
  }
}

enum SmallDisk {
  /// Begins a script in quotes, whose first word is a directory that becomes a file system of 4 MiB for it alone.
  static let script = #"unshare -m -r sh -c 'mount -t tmpfs -o size=4m none "$1" && "#
  static let canMount = Machine([], isNew: true).shell(script + #"true' sh "$folder/home""#).status == 0
}
