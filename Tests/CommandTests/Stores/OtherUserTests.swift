import Glibc
import TestSupport
import Testing

/// Another user's catalog, in a directory that can't be written, and the machine's. Only root can become another user.
@Suite(.enabled(if: geteuid() == 0 && Machine.has("setpriv"), "this needs root and setpriv"))
struct OtherUserTests {
  let machine = Machine([Bundle(name: "hall", plugins: [.hall])])

  /// Runs a script as user nobody, with a copy of the program that all users can reach.
  private func asNobody(_ script: String) -> Child {
    machine.shell(
      """
      cp -r "${aucat%/*}/aucat" "${aucat%/*}/aucat-scan-worker" "${aucat%/*}"/*.resources "$folder" || exit 99
      # What is readable keeps its times, and with them what the catalog knows of it.
      find "$folder" \\( -type d ! -perm -005 -o ! -perm -004 \\) -exec chmod a+rX {} +
      cd / && export aucat="$folder/aucat" TMPDIR="$folder/nobody"
      mkdir "$TMPDIR" && chown 65534:65534 "$TMPDIR"
      exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -c '\(script)'
      """)
  }

  @Test func anothersCatalogIsReadAndNotWritten() {
    verify(machine.aucat("scan").status, equals: 0)
    let before = Child.contents(machine.catalog)
    let run = asNobody(
      #""$aucat" search --count; "$aucat" search tag == Reverb; "$aucat" info urn:test:hall; "$aucat" scan"#)
    verify(run.lines.prefix(3), equals: ["1", "Great Hall\tEffect\tÅnn\tEffects, Reverb\t2→2", "Great Hall"])
    verify(run.status == 3 && run.errors.contains("can't be written"), "\(run)")
    verify(run.errors.contains("AUCAT_CATALOG") && run.errors.split(separator: "\n").count == 1, "only the scan's")
    verify(Child.contents(machine.catalog), equals: before)
  }

  @Test func whatWasInstalledSinceAnothersScanIsReadIntoMemory() {
    verify(machine.aucat("scan").status, equals: 0)
    let before = Child.contents(machine.catalog)
    machine.install(Bundle(name: "arp", plugins: [.arpeggiator]))
    let run = asNobody(#""$aucat" search --format uri; "$aucat" tags"#)
    verify(run.lines.prefix(2), equals: [Plugin.arpeggiator.uri, Plugin.hall.uri], "\(run)")
    let said = run.errors.split(separator: "\n")
    verify(said.count == 4 && said[0].contains("is read into memory, for this run only"), "\(run.errors)")
    verify(said[1].hasPrefix("aucat: 1 new bundle: "), "\(run.errors)")
    verify(Child.contents(machine.catalog), equals: before)
  }

  /// A scan beside a reader, which ends without a word: what the scan wrote lies in the log.
  @Test(.enabled(if: Machine.has("python3"), "python3 is not installed"))
  func whatIsOnlyInTheLogIsFoundByAPrivateCopyThatIsRemoved() {
    verify(machine.aucat("scan").status, equals: 0)
    machine.install(Bundle(name: "arp", plugins: [.arpeggiator]))
    let scan = machine.shell(
      #"""
      exec python3 -c 'import os, sqlite3, subprocess
      reader = sqlite3.connect(os.environ["HOME"] + "/.cache/aucat/catalog.sqlite")
      reader.execute("BEGIN")
      assert reader.execute("SELECT count(*) FROM components").fetchone() == (1,)
      os._exit(subprocess.run([os.environ["aucat"], "scan"]).returncode)'
      """#)
    verify(scan.status, equals: 0, "\(scan.errors)")
    let log = Child.contents(machine.catalog + "-wal")
    verify(!log.isEmpty)
    let run = asNobody(#""$aucat" search --format uri; "$aucat" info urn:test:arp --json; ls -A "$TMPDIR""#)
    verify(run.status == 0 && run.errors == "", "\(run.errors)")
    verify(run.lines.count == 3 && run.lines.prefix(2) == [Plugin.arpeggiator.uri, Plugin.hall.uri], "\(run.text)")
    verify(Child.contents(machine.catalog + "-wal"), equals: log)
  }

  @Test func withoutACatalogThereASearchSaysThatNoneCanBeMadeAndScansIntoMemory() {
    let search = asNobody(#""$aucat" search --format uri"#)
    verify(search.status == 0 && search.lines == [Plugin.hall.uri], "\(search.text)")
    verify(search.errors.contains("can't be written") && search.errors.contains("into memory"), "\(search.errors)")
    verify(search.errors.split(separator: "\n").count, equals: 1, "\(search.errors)")
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
    verify(run.lines, equals: [Plugin.hall.uri, "4", "3"], "\(run)")
    verify(run.errors.contains("your own tags are not shown"), "\(run.errors)")
    let export = run.errors.split(separator: "\n").last ?? ""
    verify(export.contains("is damaged (") && export.contains("and can't be restored: "), "\(run.errors)")
    verify(export.contains("Permission denied") && !run.errors.contains("no good backup"), "\(run.errors)")
  }

  @Test(
    "a directory that can't be read is named, and where there is no other, no command says that no plugin is installed",
    arguments: [
      ("$folder/lv2:$TMPDIR/hidden", ["search --format uri", "scan"]),
      ("$TMPDIR/hidden", ["search", "info hall", "tags", "scan", "search --count", "search"]),
    ])
  func directory(path: String, commands: [String]) {
    let script = commands.map { #""$aucat" \#($0); echo "$?""# }.joined(separator: "; ")
    let run = asNobody(
      #"mkdir "$TMPDIR/hidden" && chmod 0 "$TMPDIR/hidden"; export AUCAT_CATALOG="$TMPDIR/mine.sqlite""#
        + #" LV2_PATH="\#(path)"; \#(script)"#)
    let said = run.errors.split(separator: "\n")
    verify(said.count, equals: commands.count, "\(run.errors)")
    verify(said.allSatisfy { $0.contains("/hidden: Permission denied; the catalog keeps") }, "\(run.errors)")
    verify(run.lines.count { $0 == "4" }, equals: commands.count, "\(run)")
    guard commands.count == 2 else { return }
    verify(run.lines.first == Plugin.hall.uri && run.text.contains("\n1 component in 1 bundle: "), "\(run)")
  }

  @Test func aBundleThatMayNotBeReadIsToBeMadeReadable() {
    let run = asNobody(
      #"cp -r "$folder/lv2" "$TMPDIR/lv2"; chmod 0 "$TMPDIR/lv2/hall.lv2/manifest.ttl"; export LV2_PATH="$TMPDIR/lv2""#
        + #" AUCAT_CATALOG="$TMPDIR/mine.sqlite"; "$aucat" scan; "$aucat" doctor"#)
    verify(run.text.contains("0 components in 1 bundle: 1 newly quarantined, "), "\(run)")
    verify(run.text.contains("give yourself permission to read it, then run `aucat scan --full`"), "\(run)")
    verify(!run.text.contains("update or remove it"), "\(run)")
  }

  @Test("where neither store can be written, doctor says so; only root may write the machine's catalog")
  func doctor() {
    let run = asNobody(
      #"HOME=/proc/nowhere "$aucat" doctor; echo "$?"; mine=$(HOME="$TMPDIR" "$aucat" doctor); echo "$mine" >&2"#)
    verify(run.lines.last, equals: "1", "\(run)")
    verify(
      run.text.contains("problem  user store: /proc/nowhere/.local/share/aucat/user.sqlite: you can't write to it"))
    verify(run.text.contains("problem  catalog: /proc/nowhere/.cache/aucat/catalog.sqlite: there is no catalog, and"))
    verify(!run.errors.contains("can't write") && !run.errors.contains("can't create one"), "\(run.errors)")
    let scan = machine.shell(
      """
      cd / && unset AUCAT_SYSTEM_CATALOG
      exec setpriv --reuid=65534 --regid=65534 --clear-groups "$folder/aucat" scan --system
      """)
    scan.expectRefusal(3, saying: "only root may write the machine's catalog /var/cache/aucat/catalog.sqlite")
    verify(scan.errors.contains("`sudo aucat scan --system`"))
  }

  @Test("the machine's catalog has nothing that not everybody may read") func privateBundles() {
    var machine = machine
    let shared = machine.folder("shared/catalog.sqlite")
    machine.environment["AUCAT_SYSTEM_CATALOG"] = shared
    // Root's workers read as another user.
    chmod(machine.folder.path, 0o755)
    machine.install(Bundle(name: "own", plugins: [Plugin(uri: "urn:test:own", name: "Own")]))
    chmod(machine.folder("lv2/own.lv2/plugin.ttl"), 0o640)
    // Everybody may read the file, but not enter its folder, to which root has made a link.
    machine.install(Bundle(name: "linked", plugins: [Plugin(uri: "urn:test:linked", name: "Linked")]))
    mkdir(machine.folder("hidden"), 0o700)
    rename(machine.folder("lv2/linked.lv2/plugin.ttl"), machine.folder("hidden/plugin.ttl"))
    symlink(machine.folder("hidden/plugin.ttl"), machine.folder("lv2/linked.lv2/plugin.ttl"))
    let scan = machine.aucat("scan", "--system", "--path", machine.folder("lv2"))
    verify(scan.status == 0 && scan.text.hasPrefix("2 components in 2 bundles: "), "\(scan)")
    let content = String(decoding: Child.contents(shared), as: UTF8.self)
    verify(!content.contains("urn:test:own") && !content.contains("Linked"))
    verify(machine.aucat("search", "name == Own", "--count").text, equals: "1\n", "who may read more scans that")
    verify(!Child.contents(machine.catalog).isEmpty)
  }
}
