import Glibc
import SQLite
import TestSupport
import Testing

/// `aucat scan --system`, and what its catalog is for other users.
@Suite struct SystemScanTests {
  private var machine = Machine(
    [Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator])], isNew: true)
  private var shared: String { machine.folder("shared/catalog.sqlite") }

  init() {
    machine.environment["AUCAT_SYSTEM_CATALOG"] = shared
    // Root's workers read as another user.
    chmod(machine.folder.path, 0o755)
  }

  private func scanForSystem(_ words: String...) -> Child {
    machine.aucat(["scan", "--system", "--path", machine.folder("lv2")] + words)
  }

  /// Whether the user has a catalog.
  private var hasOwn: Bool { !Child.contents(machine.catalog).isEmpty }

  @Test("after it, the first search of a new user scans nothing")
  func firstSearch() {
    let scan = scanForSystem()
    #expect(scan.status == 0 && scan.text.hasPrefix("2 components in 2 bundles: 2 new, "), "\(scan)")
    let search = machine.aucat("search", "--format", "uri", setting: ["AUCAT_WORKER": "/nowhere"])
    #expect(search.status == 0 && search.errors == "" && search.lines.count == 2, "\(search)")
    #expect(!hasOwn && machine.folder.names(in: "home") == ["readme"])
    for words in [
      ["info", Plugin.hall.uri], ["tags"], ["why", "Great Hall", "great"], ["watch", "--since", "0", "--once"],
    ] {
      let run = machine.aucat(words, setting: ["AUCAT_WORKER": "/nowhere"])
      #expect(run.status == 0 && run.errors == "" && !run.text.isEmpty, "\(words): \(run)")
    }
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    #expect(machine.aucat("search", "tag == mine", "--format", "uri").lines == [Plugin.hall.uri] && !hasOwn)
    let again = scanForSystem("--json")
    #expect(again.text.contains(#""unchanged":2"#) && again.text.contains(#""added":0"#), "\(again)")
    #expect(scanForSystem("--full").status == 0)
  }

  @Test("a plain scan makes the user's own, from which the machine's no longer differs")
  func plainScan() {
    _ = scanForSystem()
    #expect(machine.aucat("scan").text.hasPrefix("2 components in 2 bundles: nothing changed, ") && hasOwn)
    machine.install(Bundle(name: "gate", plugins: [Plugin(uri: "urn:test:gate", name: "Gate")]))
    #expect(machine.aucat("scan").text.hasPrefix("3 components in 3 bundles: 1 new, "))
    #expect(scanForSystem().text.hasPrefix("3 components in 3 bundles: 1 new, "))
    #expect(machine.aucat("search", "--count").text == "3\n")
  }

  @Test("where no catalog can be kept, nothing is scanned into memory")
  func noPlace() {
    _ = scanForSystem()
    machine.folder.write("", to: "file")
    let settings: [[String: String?]] = [
      ["HOME": nil], ["HOME": machine.folder("file")], ["AUCAT_CATALOG": "/dev/null"], ["HOME": "/proc/nowhere"],
    ]
    for setting in settings {
      let search = machine.aucat(
        "search", "--count", setting: setting.merging(["AUCAT_WORKER": "/nowhere"]) { $1 })
      #expect(search.status == 0 && search.text == "2\n" && search.errors == "", "\(setting): \(search)")
    }
  }

  @Test("a bundle that is kept away from hosts fails no scan")
  func brokenBundle() {
    machine.folder.write("this is not Turtle <<<", to: "lv2/broken.lv2/manifest.ttl")
    machine.folder.write("", to: "lv2/empty.lv2/manifest.ttl")
    let scan = scanForSystem()
    #expect(scan.status == 0 && scan.errors == "" && scan.text.contains("broken.lv2"), "\(scan)")
    let search = machine.aucat("search", "--count", setting: ["AUCAT_WORKER": "/nowhere"])
    #expect(search.text == "2\n" && search.errors == "", "\(search)")
  }

  @Test("it has nothing that not everybody may read", .enabled(if: geteuid() == 0, "this needs root"))
  func privateBundles() {
    machine.install(Bundle(name: "own", plugins: [Plugin(uri: "urn:test:own", name: "Own")]))
    chmod(machine.folder("lv2/own.lv2/plugin.ttl"), 0o640)
    // Everybody may read the file, but not enter its folder, to which root has made a link.
    machine.install(Bundle(name: "linked", plugins: [Plugin(uri: "urn:test:linked", name: "Linked")]))
    mkdir(machine.folder("hidden"), 0o700)
    rename(machine.folder("lv2/linked.lv2/plugin.ttl"), machine.folder("hidden/plugin.ttl"))
    symlink(machine.folder("hidden/plugin.ttl"), machine.folder("lv2/linked.lv2/plugin.ttl"))
    let scan = scanForSystem()
    #expect(scan.status == 0 && scan.text.hasPrefix("3 components in 3 bundles: "), "\(scan)")
    let content = String(decoding: Child.contents(shared), as: UTF8.self)
    #expect(!content.contains("urn:test:own") && !content.contains("Linked"))
    #expect(machine.aucat("search", "name == Own", "--count").text == "1\n" && hasOwn, "who may read more scans that")
  }

  @Test("two at once are both right")
  func twoAtOnce() {
    let both = machine.shell(
      #"""
      for i in 1 2 3; do
        "$aucat" scan --system --path "$LV2_PATH" >"$folder/$i" & eval "p$i=\$!"
      done
      wait $p1 && wait $p2 && wait $p3
      """#)
    #expect(both.status == 0 && both.errors == "", "\(both)")
    let said = (1...3).map { String(decoding: Child.contents(machine.folder("\($0)")), as: UTF8.self) }
    #expect(said.allSatisfy { $0.hasPrefix("2 components in 2 bundles: ") }, "\(said)")
    #expect(said.count { $0.contains("2 new") } == 1, "\(said)")
    #expect(machine.folder.names(in: "shared").sorted() == ["catalog.sqlite", "catalog.sqlite.lock"])
    #expect(machine.aucat("search", "--count", setting: ["AUCAT_WORKER": "/nowhere"]).text == "2\n")
  }

  @Test(
    "only root may", .enabled(if: geteuid() == 0 && Machine.has("setpriv"), "this needs root and setpriv"))
  func others() {
    let run = machine.shell(
      """
      cp -r "${aucat%/*}/aucat" "${aucat%/*}"/*.resources "$folder" && chmod -R a+rX "$folder" && cd / || exit 99
      unset AUCAT_SYSTEM_CATALOG
      exec setpriv --reuid=65534 --regid=65534 --clear-groups "$folder/aucat" scan --system
      """)
    run.expectRefusal(3, saying: "only root may write the machine's catalog /var/cache/aucat/catalog.sqlite")
    #expect(run.errors.contains("`sudo aucat scan --system`"))
  }

  @Test("where the environment says that there is none, none is made")
  func none() {
    machine.aucat("scan", "--system", setting: ["AUCAT_SYSTEM_CATALOG": ""]).expectRefusal(
      2, saying: "AUCAT_SYSTEM_CATALOG")
  }

  @Test("one that others may write is not read, and doctor says so")
  func refused() {
    _ = scanForSystem()
    chmod(shared, 0o666)
    #expect(machine.aucat("search", "--count").text == "2\n" && hasOwn)
    let doctor = machine.aucat("doctor")
    #expect(doctor.status == 1, "\(doctor)")
    #expect(
      doctor.text.contains(
        "problem  machine's catalog: \(shared): users other than its owner may write to it, so it is not used"),
      "\(doctor)")
    #expect(scanForSystem().status == 0, "a scan replaces it")
    #expect(!machine.aucat("doctor").text.contains("machine's catalog"))
  }

  @Test("doctor knows when it answers, and when it is outdated")
  func doctor() {
    _ = scanForSystem()
    let fresh = machine.aucat("doctor")
    #expect(!fresh.text.contains("catalog:") && !hasOwn, "\(fresh)")
    machine.install(Bundle(name: "gate", plugins: [Plugin(uri: "urn:test:gate", name: "Gate")]))
    let outdated = machine.aucat("doctor")
    #expect(
      outdated.text.contains("note     machine's catalog: \(shared): bundles or aucat have changed"), "\(outdated)")
    #expect(outdated.text.contains("there is no catalog yet"))
    machine.folder.write([UInt8](repeating: 7, count: 9_000), to: "shared/catalog.sqlite")
    #expect(machine.aucat("doctor").text.contains("problem  machine's catalog: \(shared): it can't be used"))
  }

  @Test("a damaged one is said once, and then the user's own answers")
  func damaged() {
    _ = scanForSystem()
    machine.folder.write(Array(Child.contents(shared).prefix(9_000)), to: "shared/catalog.sqlite")
    let first = machine.aucat("search", "--count")
    #expect(first.status == 0 && first.text == "2\n" && hasOwn, "\(first)")
    #expect(first.errors.hasPrefix("aucat: the machine's catalog \(shared) can't be used"), "\(first)")
    #expect(first.errors.split(separator: "\n").count == 1)
    let second = machine.aucat("search", "--count")
    #expect(second.text == "2\n" && second.errors == "")
    #expect(scanForSystem().text.hasPrefix("2 components in 2 bundles: 2 new, "))
  }
}
