import Glibc
import TestSupport
import Testing

/// Another user's catalog, in a directory that can't be written. Only root can become another user.
@Suite(.enabled(if: geteuid() == 0 && Machine.has("setpriv"), "this needs root and setpriv"))
struct OtherUserTests {
  let machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)

  /// Runs a script as user nobody, with a copy of the program that all users can reach.
  private func asNobody(_ script: String) -> Child {
    machine.shell(
      """
      cp -r "${aucat%/*}/aucat" "${aucat%/*}/aucat-scan-worker" "${aucat%/*}"/*.resources "$folder" || exit 99
      chmod -R a+rX "$folder"
      cd / && export aucat="$folder/aucat" TMPDIR="$folder/nobody"
      mkdir "$TMPDIR" && chown 65534:65534 "$TMPDIR"
      exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -c '\(script)'
      """)
  }

  @Test func searchAndInfoWorkWhereTheCatalogIs() {
    #expect(machine.aucat("scan").status == 0)
    let before = Child.contents(machine.catalog)
    let run = asNobody(#""$aucat" search --count; "$aucat" search tag == Reverb; "$aucat" info urn:test:hall"#)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.lines.prefix(3) == ["1", "Great Hall\tEffect\tÅnn\tEffects, Reverb\t2→2", "Great Hall"])
    #expect(Child.contents(machine.catalog) == before)
  }

  /// A scan beside a reader, which ends without a word: what the scan wrote lies in the log.
  @Test(.enabled(if: Machine.has("python3"), "python3 is not installed"))
  func whatIsOnlyInTheLogIsFoundByAPrivateCopyThatIsRemoved() {
    #expect(machine.aucat("scan").status == 0)
    machine.install(Bundle(name: "arp", plugins: [.arpeggiator]))
    let scan = machine.shell(
      #"""
      exec python3 -c 'import os, sqlite3, subprocess
      reader = sqlite3.connect(os.environ["HOME"] + "/.cache/aucat/catalog.sqlite")
      reader.execute("BEGIN")
      assert reader.execute("SELECT count(*) FROM components").fetchone() == (1,)
      os._exit(subprocess.run([os.environ["aucat"], "scan"]).returncode)'
      """#)
    #expect(scan.status == 0, "\(scan.errors)")
    let log = Child.contents(machine.catalog + "-wal")
    #expect(!log.isEmpty)
    let run = asNobody(#""$aucat" search --format uri; "$aucat" info urn:test:arp --json; ls -A "$TMPDIR""#)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.lines.count == 3 && run.lines.prefix(2) == [Plugin.arpeggiator.uri, Plugin.hall.uri], "\(run.text)")
    #expect(Child.contents(machine.catalog + "-wal") == log)
  }

  @Test func aScanSaysThatTheCatalogCannotBeWritten() {
    #expect(machine.aucat("scan").status == 0)
    let scan = asNobody(#""$aucat" scan"#)
    scan.expectRefusal(3, saying: "can't be written")
    #expect(scan.errors.contains("AUCAT_CATALOG"))
  }

  @Test func withoutACatalogThereASearchSaysThatNoneCanBeMadeAndScansIntoMemory() {
    let search = asNobody(#""$aucat" search --format uri"#)
    #expect(search.status == 0 && search.lines == [Plugin.hall.uri], "\(search.text)")
    #expect(search.errors.contains("can't be written") && search.errors.contains("into memory"), "\(search.errors)")
    #expect(search.errors.split(separator: "\n").count == 1, "\(search.errors)")
  }

  @Test func whereNothingCanBeWrittenADamagedUserStoreIsLeftOut() {
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    let store = "home/.local/share/aucat/user.sqlite"
    machine.folder.remove("home/.cache")
    machine.folder.remove(store + "-wal")
    let bytes = Child.contents(machine.folder(store))
    // The page of the labels.
    machine.folder.write(
      Array(bytes[..<4_096]) + [UInt8](repeating: 0, count: bytes.count - 4_096), to: store)
    let run = asNobody(#""$aucat" search --format uri; echo $?; "$aucat" export; echo $?"#)
    #expect(run.lines == [Plugin.hall.uri, "4", "3"], "\(run)")
    #expect(run.errors.contains("your own tags are not shown"), "\(run.errors)")
    let export = run.errors.split(separator: "\n").last ?? ""
    #expect(export.contains("is damaged (") && export.contains("and can't be restored: "), "\(run.errors)")
    #expect(export.contains("Permission denied") && !run.errors.contains("no good backup"), "\(run.errors)")
  }

  /// Makes a directory that can't be read, and begins to export variables.
  private static let hiding =
    #"mkdir "$TMPDIR/hidden" && chmod 0 "$TMPDIR/hidden"; export AUCAT_CATALOG="$TMPDIR/mine.sqlite""#

  @Test func aDirectoryThatCannotBeReadIsNamed() {
    let scan = asNobody(Self.hiding + #" LV2_PATH="$folder/lv2:$TMPDIR/hidden"; "$aucat" scan"#)
    #expect(scan.status == 4)
    #expect(scan.text.hasPrefix("1 component in 1 bundle: 1 new, "))
    #expect(scan.errors.contains("/hidden"), "\(scan.errors)")
    #expect(scan.errors.contains("Permission denied"), "\(scan.errors)")
  }

  @Test("a first search says which directory its scan could not read")
  func aSearchNamesADirectoryThatCannotBeRead() {
    let first = asNobody(
      Self.hiding + #" LV2_PATH="$folder/lv2:$TMPDIR/hidden"; "$aucat" search --format uri; echo "$?""#)
    #expect(first.lines == [Plugin.hall.uri, "4"], "\(first)")
    #expect(first.errors.contains("/hidden: Permission denied; the catalog keeps"), "\(first.errors)")
    #expect(first.errors.split(separator: "\n").count == 1, "\(first.errors)")
  }

  @Test("where the only directory can't be read, no command says that no plugin is installed")
  func theOnlyDirectoryCannotBeRead() {
    let commands = ["search", "info hall", "tags", "scan", "search --count", "search"]
    let script = commands.map { #""$aucat" \#($0); echo "$?""# }.joined(separator: "; ")
    let run = asNobody(Self.hiding + #" LV2_PATH="$TMPDIR/hidden"; "# + script)
    #expect(run.lines.filter { $0 == "4" }.count == commands.count, "\(run)")
    #expect(!run.errors.contains("no plugin is installed"), "\(run.errors)")
    let said = run.errors.split(separator: "\n").filter { $0.contains("/hidden: Permission denied") }
    #expect(said.count == commands.count, "\(run.errors)")
  }

  @Test func aBundleThatMayNotBeReadIsToBeMadeReadable() {
    let run = asNobody(
      #"cp -r "$folder/lv2" "$TMPDIR/lv2"; chmod 0 "$TMPDIR/lv2/hall.lv2/manifest.ttl"; export LV2_PATH="$TMPDIR/lv2""#
        + #" AUCAT_CATALOG="$TMPDIR/mine.sqlite"; "$aucat" scan; "$aucat" doctor"#)
    #expect(run.text.contains("0 components in 1 bundle: 1 newly quarantined, "), "\(run)")
    #expect(run.text.contains("give yourself permission to read it, then run `aucat scan --full`"), "\(run)")
    #expect(!run.text.contains("update or remove it"), "\(run)")
  }

  @Test("where neither store can be written, doctor says so") func doctor() {
    let run = asNobody(#"HOME=/proc/nowhere "$aucat" doctor; echo "$?""#)
    #expect(run.lines.last == "1", "\(run)")
    #expect(
      run.text.contains("problem  user store: /proc/nowhere/.local/share/aucat/user.sqlite: you can't write to it"))
    #expect(run.text.contains("problem  catalog: /proc/nowhere/.cache/aucat/catalog.sqlite: there is no catalog, and"))
    let mine = asNobody(#"HOME="$TMPDIR" "$aucat" doctor"#)
    #expect(!mine.text.contains("can't write") && !mine.text.contains("can't create one"), "\(mine.text)")
  }
}
