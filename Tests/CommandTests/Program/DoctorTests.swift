import Glibc
import TestSupport
import Testing

@testable import AucatCommands

/// `aucat doctor`: each thing that can be wrong is found with its remedy, and `--fix` does what is safe.
@Suite struct DoctorTests {
  let machine = Machine(
    [Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator])], isNew: true)
  private var store: String { machine.folder("home/.local/share/aucat/user.sqlite") }

  init() {
    #expect(machine.aucat("scan").status == 0)
  }

  /// The findings with their check and subject.
  private func findings(_ arguments: String..., setting: [String: String?] = [:]) throws -> [[String: JSONValue]] {
    let run = machine.aucat(["doctor", "--json"] + arguments, setting: setting)
    #expect(run.errors == "", "\(run.errors)")
    guard case .object(let report) = try run.json, case .list(let list)? = report["findings"] else {
      Issue.record("no report: \(run.text)")
      return []
    }
    let findings = list.compactMap { finding in if case .object(let finding) = finding { finding } else { nil } }
    let hasProblem = findings.contains { $0["severity"] == .text("problem") }
    #expect(run.status == (hasProblem ? 1 : 0) && report["healthy"] == .bool(!hasProblem))
    return findings
  }

  /// Whether there is a finding of a check whose message has these words.
  private func has(_ check: String, _ words: String, in findings: [[String: JSONValue]]) -> Bool {
    findings.contains { finding in
      guard finding["check"] == .text(check), case .text(let message)? = finding["message"] else { return false }
      return message.contains(words) && finding["remedy"] != .text("")
    }
  }

  @Test func whereAllIsWellItSaysSo() throws {
    // Other tests may have left something in memory an hour ago.
    _ = machine.aucat("doctor", "--fix")
    let run = machine.aucat("doctor")
    #expect(run.status == 0 && run.text.hasSuffix("\nall is well\n") && run.errors == "", "\(run.text)\(run.errors)")
    #expect(run.text.hasPrefix("aucat \(Aucat.version), catalog schema "), "\(run.text)")
    #expect(try findings().isEmpty)
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    #expect(try findings().filter { $0["severity"] == .text("problem") }.isEmpty)
    #expect(machine.aucat("doctor", "--fix").status == 0)
  }

  @Test func withoutACatalogItScansNothing() throws {
    machine.folder.remove("home/.cache")
    #expect(has("catalog", "there is no catalog yet", in: try findings()))
    #expect(Child.contents(machine.catalog).isEmpty)
  }

  @Test func bundlesThatAreKeptAwayAreNamed() throws {
    machine.folder.write("this is not Turtle <<<", to: "lv2/broken.lv2/manifest.ttl")
    #expect(machine.aucat("scan").status == 0)
    let found = try findings()
    #expect(has("quarantine", "kept away from hosts since", in: found) && found.count == 1)
    #expect(has("quarantine", "kept away from hosts since", in: try findings("--fix")), "it is still broken")
    let text = machine.aucat("doctor").text
    #expect(text.contains("problem  quarantine: \(machine.folder("lv2/broken.lv2")): kept away"), "\(text)")
    #expect(text.hasSuffix("\n1 problem\n"))
  }

  /// What loads them can tell, in a process of its own: `aucat lint`.
  @Test(.enabled(if: Machine.has("cc"), "no C compiler is installed")) func noBinaryIsLoadedOrJudged() throws {
    let ran = machine.folder("ran")
    machine.folder.write("int gone(void) { return 1; }\n", to: "gone.c")
    machine.folder.write(
      """
      #include <fcntl.h>
      int gone(void);
      __attribute__((constructor)) static void run(void) { open("\(ran)", O_CREAT | O_WRONLY, 0600); }
      int plugin(void) { return gone(); }

      """, to: "plugin.c")
    let build = """
      cd "$folder" && cc -shared -fPIC -Wl,-soname,libaucatgone.so.1 -o libaucatgone.so gone.c &&
      cc -shared -fPIC -o lv2/hall.lv2/plugin.so plugin.c ./libaucatgone.so
      """
    #expect(machine.shell(build).status == 0)
    #expect(try findings().isEmpty)
    #expect(machine.shell("test -e \(ran)").status != 0, "the plugin's code ran")
    let lint = machine.aucat("lint", "Great Hall")
    #expect(lint.status == 1 && lint.text.contains("libaucatgone.so.1: cannot open"), "\(lint)")
    let help = machine.aucat("doctor", "--help").text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("`aucat lint` finds out"), "\(help)")
  }

  @Test func aDynamicManifestIsNamed() throws {
    machine.folder.write(
      "@prefix dman: <http://lv2plug.in/ns/ext/dynmanifest#> .\n<urn:x> a dman:DynManifest .\n",
      to: "lv2/dynamic.lv2/manifest.ttl")
    #expect(has("dynamic manifests", "lilv hosts run its code", in: try findings()))
  }

  @Test func aDeclarationAloneAccusesNoBundle() throws {
    let manifest = String(decoding: Child.contents(machine.folder("lv2/hall.lv2/manifest.ttl")), as: UTF8.self)
    machine.folder.write(
      "@prefix dman: <http://lv2plug.in/ns/ext/dynmanifest#> .\n" + manifest, to: "lv2/hall.lv2/manifest.ttl")
    #expect(machine.aucat("scan").status == 0)
    #expect(try !has("dynamic manifests", "", in: findings()))
  }

  @Test func duplicatesAndWaitingTagsAreNotes() throws {
    let machine = Machine(
      [Bundle(name: "older", plugins: [.older]), Bundle(name: "newer", plugins: [.newer])], isNew: true)
    for bundle in ["older", "newer"] {
      machine.folder.write(Child.contents(Child.products + "/libTestPlugins.so"), to: "lv2/\(bundle).lv2/plugin.so")
    }
    #expect(machine.aucat("scan").status == 0)
    #expect(
      machine.aucat("doctor").text.contains("note     duplicates: urn:test:double: several bundles declare it: 1.2 in"))
    let other = self.machine
    other.aucat("tag", "add", "Great Hall", "mine").expectDone()
    other.folder.remove("lv2/hall.lv2")
    #expect(other.aucat("scan").status == 0)
    let text = other.aucat("doctor").text
    #expect(text.contains("note     waiting tags: 1 tag waits for a component that is not installed"), "\(text)")
  }

  @Test func whatOthersMayWriteIsProtected() throws {
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    chmod(store, 0o666)
    chmod(machine.catalog, 0o666)
    let found = try findings()
    #expect(found.count { $0["check"] == .text("permissions") } == 2)
    #expect(try findings("--fix").isEmpty)
    #expect(machine.aucat("tag", "list", "Great Hall").lines == ["mine"])
  }

  /// The folders, and what SQLite keeps beside a store.
  @Test func whatLiesBesideAStoreIsProtectedToo() throws {
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    let folder = String(store.dropLast("/user.sqlite".count))
    func permissions() throws -> [JSONValue?] {
      try findings().filter { $0["check"] == .text("permissions") }.map { $0["subject"] }
    }
    // An index that is left keeps the permissions that the store had when it was made.
    machine.folder.write("", to: "home/.local/share/aucat/user.sqlite-shm")
    for (file, mode) in [(store, 0o666), (store + "-shm", 0o666), (folder, 0o777)] { chmod(file, mode_t(mode)) }
    #expect(try permissions() == [.text(store), .text(folder)])
    #expect(machine.aucat("doctor", "--fix").text.contains("remove other users' write permission from \(folder)"))
    #expect(try permissions().isEmpty)
    let open = machine.shell("find \(folder) -maxdepth 1 -perm -o+w")
    #expect(open.text == "", "\(open.text)")
    machine.folder.write("", to: "home/.local/share/aucat/user.sqlite-journal")
    chmod(store + "-journal", 0o666)
    #expect(try permissions() == [.text(store + "-journal")])
    unlink(store + "-journal")
    // In a sticky folder only its owner replaces a file.
    chmod(folder, 0o1777)
    #expect(try permissions().isEmpty)
  }

  @Test func aHomeThatIsNoFolderIsAProblem() throws {
    let found = try findings(setting: ["HOME": machine.folder("home/readme")])
    #expect(has("user store", "your tags, marks and saved searches can't be stored", in: found), "\(found)")
    #expect(has("catalog", "there is no catalog, and you can't create one there", in: found), "\(found)")
  }

  @Test func aStoreOnADiskThatIsNotMountedIsAProblem() throws {
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    let folder = machine.folder("home/.local/share/aucat")
    #expect(machine.shell("mv '\(folder)' \"$folder/disk\" && ln -s \"$folder/gone\" '\(folder)'").status == 0)
    let link = "the link \(folder) leads to \(machine.folder("gone")), which does not exist"
    #expect(has("user store", link, in: try findings()))
    let search = machine.aucat("search", "--format", "uri", "hall")
    #expect(search.status == 4 && search.lines == [Plugin.hall.uri], "\(search)")
    #expect(search.errors.contains(link) && search.errors.split(separator: "\n").count == 1, "\(search.errors)")
    for words in [["info", "Great Hall"], ["why", "Great Hall", "hall"]] {
      let run = machine.aucat(words)
      #expect(run.status == 4 && run.text != "" && run.errors == search.errors, "\(words): \(run)")
    }
    #expect(machine.aucat("info", "Great Hall", "--json").status == 4)
    let changes = [["tag", "add", "Great Hall", "more"], ["forget", "--all", "--yes"]]
    for words in [["tag", "list", "Great Hall"], ["export"]] + changes {
      let run = machine.aucat(words)
      #expect(run.status == 3 && run.text == "" && run.errors.contains(link), "\(words): \(run)")
      #expect(run.errors.contains("mount its disk"), "\(words): \(run)")
    }
    #expect(machine.shell("test -e \"$folder/gone\"").status != 0)
  }

  @Test func whatItPrintsIsThis() {
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    machine.folder.write("this is not Turtle <<<", to: "lv2/broken.lv2/manifest.ttl")
    #expect(machine.aucat("scan").status == 0)
    chmod(store, 0o666)
    machine.folder.remove("home/.local/share/aucat/user.sqlite.backups")
    func doctor(_ options: String...) -> String {
      let run = machine.aucat(["doctor"] + options, setting: ["LV2_PATH": machine.folder("lv2") + ":/nosuch"])
      return run.text.replacing(machine.folder.path, with: "…").replacing(#/since \S+Z/#, with: "since TIME")
        .replacing(#/aucat 0\.1\.0, catalog schema .*/#, with: "VERSIONS")
    }
    let notes = """
      note     search path: /nosuch: it does not exist
               create it, or correct LV2_PATH
      problem  quarantine: …/lv2/broken.lv2: kept away from hosts since TIME: manifest.ttl: line 1:8: bad verb (failed)
               update or remove it, then scan; `aucat lint` shows details for its author; --fix retries it
      VERSIONS

      """
    let path = "…/home/.local/share/aucat/user.sqlite"
    #expect(
      doctor() == """
        problem  backups: \(path): there is no good backup of your data
                 the next change makes one; --fix does so now
        problem  permissions: \(path): anyone can write to it
                 `chmod o-w` removes that permission
        \(notes)3 problems, 1 note

        """)
    #expect(
      doctor("--fix") == """
        fixed    remove other users' write permission from \(path)
        fixed    back up your data
        fixed    scan every bundle again
        \(notes)1 problem, 1 note

        """)
    // A backup that was read back.
    let health = machine.folder.names(in: "home/.local/share/aucat/user.sqlite.backups").filter { $0.hasPrefix("2") }
    #expect(health.count == 1)
    machine.folder.remove("home/.local/share/aucat/user.sqlite")
    #expect(machine.aucat("tag", "list", "Great Hall").lines == ["mine"])
  }

  @Test func aFixThatFailsIsNoFix() throws {
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    machine.folder.remove("home/.local/share/aucat/user.sqlite.backups")
    // What stands here keeps a backup from being made.
    machine.folder.write("", to: "home/.local/share/aucat/user.sqlite.backups/backup.lock/obstacle")
    let fixed = machine.aucat("doctor", "--fix")
    #expect(!fixed.text.contains("fixed    back up your data") && fixed.status != 0, "\(fixed.text)")
    #expect(fixed.text.contains("back up your data"), "\(fixed.text)")
  }

  @Test func whatIsInTheWayIsToBeMovedAway() throws {
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    machine.folder.remove("home/.local/share/aucat/user.sqlite.backups")
    machine.folder.write("", to: "home/.local/share/aucat/user.sqlite.backups")
    var text = machine.aucat("doctor", "--fix").text
    #expect(text.contains("backups: \(store).backups: it is not a directory, so no backup can be made"), "\(text)")
    #expect(
      text.contains("move it away, then run `aucat doctor --fix`") && !text.contains("the next change makes one"),
      "\(text)")
    machine.folder.remove("home/.local/share/aucat")
    machine.folder.write("", to: "home/.local/share/aucat/user.sqlite/obstacle")
    text = machine.aucat("doctor").text
    #expect(text.contains("user store: \(store): it can't be read (Is a directory)"), "\(text)")
    #expect(text.contains("move the directory away, or set AUCAT_USER_STORE"), "\(text)")
  }

  @Test func aRelativeHomeIsNamed() throws {
    let found = try findings(setting: ["HOME": "relative"])
    #expect(has("environment", "`relative` is a relative path, which is ignored", in: found), "\(found)")
  }

  @Test func pluginsWithOneReasonAreOneProblem() throws {
    machine.folder.remove("lv2/hall.lv2/plugin.so")
    #expect(machine.aucat("scan", "--full").status == 0)
    #expect(try findings().count { $0["check"] == .text("quarantine") } <= 1)
  }

  @Test func deadLeftoversAreRemovedAndLivingOnesStay() throws {
    let folder = "home/.cache/aucat"
    let dead = machine.folder.write("x", to: "\(folder)/tags.jsonl.999999999-1.unfinished")
    let living = machine.folder.write("x", to: "\(folder)/tags.jsonl.\(getpid())-2.unfinished")
    let other = machine.folder.write("x", to: "\(folder)/notes.unfinished")
    #expect(has("leftovers", "a command that was killed left it behind", in: try findings()))
    let fixed = machine.aucat("doctor", "--fix")
    #expect(fixed.status == 0 && fixed.text.contains("fixed    remove \(dead)"), "\(fixed.text)")
    #expect(machine.shell("! test -e \(dead) && test -e \(living) && test -e \(other)").status == 0)
  }

  @Test func whatAnExportToArdourHasLeftIsFound() throws {
    let name = "plugin_tags.999999999-1.unfinished"
    machine.folder.write("x", to: "home/.config/ardour8/plugin_metadata/\(name)")
    machine.folder.write("<PluginTags/>", to: "elsewhere/plugin_tags")
    machine.folder.write("x", to: "elsewhere/\(name)")
    machine.folder.write("", to: "home/.config/ardour7/config")
    symlink(machine.folder("elsewhere/plugin_tags"), machine.folder("home/.config/ardour7/plugin_tags"))
    let subjects = try findings().filter { $0["check"] == .text("leftovers") }.map { $0["subject"] }
    for path in ["home/.config/ardour8/plugin_metadata", "elsewhere"] {
      #expect(subjects.contains(.text(machine.folder("\(path)/\(name)"))), "\(subjects)")
    }
    #expect(subjects.count == 2)
    #expect(machine.aucat("doctor", "--fix").status == 0)
  }

  @Test func deadFoldersAmongTemporaryFilesAreRemoved() throws {
    let names = [
      "aucat-999999999-abcdef", "aucat-manifest-999999999-abcdef", "aucat-validation-999999999-abcdef",
      "aucat-count-999999999-abcdef",
    ]
    let others = ["aucat-\(getpid())-abcdef", "aucat-notes", "aucat-manifest-x", "aucat-test-999999999-abcdef"]
    machine.folder.write("x", to: "tmp/aucat-validation-999999999-abcdef/.config/deep/file")
    for name in names + others { machine.folder.write("x", to: "tmp/\(name)/manifest.ttl") }
    let doctor = machine.shell(
      #"mkdir "$folder/tmp/aucat-999999999-fedcba"; touch -d "2 hours ago" "$folder"/tmp/*[!a]; "$aucat" doctor --fix"#,
      setting: ["TMPDIR": machine.folder("tmp")])
    for name in names { #expect(doctor.text.contains("remove \(machine.folder("tmp/\(name)"))\n"), "\(doctor)") }
    #expect(machine.folder.names(in: "tmp").sorted() == (others + ["aucat-999999999-fedcba"]).sorted())
  }

  @Test func aDamagedUserStoreIsRecovered() throws {
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    let bytes = Child.contents(store)
    machine.folder.remove("home/.local/share/aucat/user.sqlite-wal")
    machine.folder.write(
      Array("no database".utf8) + bytes.dropFirst(11), to: "home/.local/share/aucat/user.sqlite")
    #expect(has("user store", "it can't be used", in: try findings()))
    let left = try findings("--fix")
    #expect(has("user store", "was set aside", in: left), "\(left)")
    #expect(!left.contains { $0["severity"] == .text("problem") }, "\(left)")
    #expect(machine.aucat("tag", "list", "Great Hall").lines == ["mine"])
  }

  @Test func aDamagedCatalogIsMadeAnew() throws {
    machine.folder.write(
      "no database, and long enough to be none: " + String(repeating: "x", count: 4_096),
      to: "home/.cache/aucat/catalog.sqlite")
    #expect(has("catalog", "it ", in: try findings()))
    let left = try findings("--fix")
    #expect(!left.contains { $0["severity"] == .text("problem") }, "\(left)")
    #expect(machine.aucat("search", "--count").text == "2\n")
  }

  @Test func aMissingOrWrongWorkerIsNamed() throws {
    #expect(has("worker", "no worker program at /nosuch", in: try findings(setting: ["AUCAT_WORKER": "/nosuch"])))
    #expect(has("worker", "/bin/true", in: try findings(setting: ["AUCAT_WORKER": "/bin/true"])))
  }

  @Test func theSearchPathIsLookedAt() throws {
    let path = machine.folder("lv2") + ":/nosuch"
    #expect(has("search path", "it does not exist", in: try findings(setting: ["LV2_PATH": path])))
    #expect(has("search path", "LV2_PATH is empty", in: try findings(setting: ["LV2_PATH": ""])))
  }
}
