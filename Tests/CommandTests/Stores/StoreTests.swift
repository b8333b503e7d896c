import Glibc
import SQLite
import TestSupport
import Testing

/// Catalogs in every state that a user can leave them in.
@Suite struct StoreTests {
  let machine = Machine(
    [Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator])], isNew: true)

  /// Writes a copy of a good catalog with some bytes of its header changed, and gives its path.
  private func copy(_ name: String, changing header: [(offset: Int, bytes: [UInt8])]) throws -> String {
    #expect(machine.aucat("scan").status == 0)
    var bytes = Child.contents(machine.catalog)
    try #require(bytes.count > 100)
    for (offset, replacement) in header {
      bytes.replaceSubrange(offset..<(offset + replacement.count), with: replacement)
    }
    return machine.folder.write(bytes, to: name)
  }

  /// Offsets of the header of an SQLite file.
  private enum Header {
    static let journalMode = 18
    static let applicationID = 68
  }

  @Test func aDirectoryIsNoCatalog() {
    for verb in ["search", "scan"] {
      let run = machine.aucat(verb, setting: ["AUCAT_CATALOG": machine.folder("lv2")])
      run.expectRefusal(3, saying: machine.folder("lv2"))
      #expect(run.errors.contains("directory"), "\(run.errors)")
    }
  }

  /// Another program's database, with a write-ahead log or without: refused, and not a byte of it changed.
  @Test(arguments: [[UInt8]([2, 2]), [1, 1]], [[UInt8]([0, 0, 0, 0]), [0, 0, 0, 7]])
  func anotherProgramsDatabaseIsRefusedAndKeepsItsBytes(journalMode: [UInt8], application: [UInt8]) throws {
    let path = try copy(
      "other.sqlite", changing: [(Header.journalMode, journalMode), (Header.applicationID, application)])
    let before = Child.contents(path)
    for verb in ["search", "scan", "tags"] {
      machine.aucat(verb, setting: ["AUCAT_CATALOG": path]).expectRefusal(3, saying: "is not an aucat catalog")
      #expect(Child.contents(path) == before, "\(verb)")
    }
  }

  @Test func aCatalogOfANewerVersionIsLeftAloneAndOneIsMadeBesideIt() throws {
    let path = try copy("newer.sqlite", changing: [])
    try Connection(path, for: .writing).execute("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    let before = Child.contents(path)
    for _ in 1...2 {
      let search = machine.aucat("search", "--count", setting: ["AUCAT_CATALOG": path])
      #expect(search.text == "2\n" && search.errors == "")
    }
    #expect(Child.contents(path) == before)
    #expect(!Child.contents(machine.folder("newer-12.sqlite")).isEmpty)
  }

  /// Bytes that are no catalog: set aside, said once, and made anew.
  @Test(arguments: ["garbage", "truncated", "overwritten"])
  func aDamagedCatalogIsSetAsideAndMadeAnew(damage: String) throws {
    let path = try copy("damaged.sqlite", changing: [])
    let good = Child.contents(path)
    let noise = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7_919 >> 3) }
    let bytes =
      switch damage {
      case "garbage": noise
      case "truncated": Array(good.prefix(20_000))
      default: Array(good.prefix(4_096)) + noise + good.dropFirst(4_096 + noise.count)
      }
    machine.folder.write(bytes, to: "damaged.sqlite")
    // There was a catalog in this place before.
    machine.folder.write("aucat catalog\n", to: "damaged.sqlite.lock")
    let first = machine.aucat("search", "--count", setting: ["AUCAT_CATALOG": path])
    #expect(first.status == 0 && first.text == "2\n")
    #expect(first.errors.hasPrefix("aucat: the catalog \(path) was damaged"))
    #expect(first.errors.split(separator: "\n").count == 1)
    let second = machine.aucat("search", "--count", setting: ["AUCAT_CATALOG": path])
    #expect(second.status == 0 && second.text == "2\n" && second.errors == "")
    let kept = try #require(machine.shell(#"ls "$folder"/damaged.sqlite.damaged-*"#).lines.first)
    #expect(Child.contents(kept) == bytes)
  }

  @Test func aScanRepairsADamagedCatalogToo() {
    let path = machine.folder.write("no database at all, but long enough to be looked at", to: "damaged.sqlite")
    let before = Child.contents(path)
    for verb in ["search", "scan", "tags"] {
      machine.aucat(verb, setting: ["AUCAT_CATALOG": path]).expectRefusal(3, saying: "is not an aucat catalog")
      #expect(Child.contents(path) == before, "\(verb)")
    }
    machine.folder.write("aucat catalog\n", to: "damaged.sqlite.lock")
    let scan = machine.aucat("scan", setting: ["AUCAT_CATALOG": path])
    #expect(scan.status == 0 && scan.text.hasPrefix("2 components in 2 bundles: 2 new, "))
    #expect(scan.errors.contains("was damaged"))
  }

  @Test(arguments: [("AUCAT_CATALOG", "catalog.sqlite"), ("AUCAT_USER_STORE", "user.sqlite")])
  func aFileThatTheEnvironmentNamesIsNotOursByItsName(variable: String, name: String) {
    let path = machine.folder.write("a person's notes", to: "theirs/aucat/\(name)")
    let words = variable == "AUCAT_CATALOG" ? ["scan"] : ["tag", "add", Plugin.hall.uri, "Mine"]
    let run = machine.aucat(words, setting: [variable: path])
    #expect(run.status == 3 && run.errors.contains("\(path) is not an aucat"), "\(run.status) \(run.errors)")
    #expect(Child.contents(path) == Array("a person's notes".utf8))
    #expect(machine.folder.names(in: "theirs/aucat") == [name])
  }

  @Test func anEmptyFileIsAnEmptyCatalog() {
    let path = machine.folder.write("", to: "empty.sqlite")
    let search = machine.aucat("search", "--count", setting: ["AUCAT_CATALOG": path])
    #expect(search.text == "2\n" && search.errors == "")
  }

  @Test func theCatalogMayBeDeletedAtAnyTime() {
    for what in [".cache", ".cache/aucat/catalog.sqlite", ".cache/aucat/*"] {
      #expect(machine.aucat("search", "--count").text == "2\n")
      #expect(machine.shell(#"rm -r "$HOME"/\#(what)"#).status == 0)
      let search = machine.aucat("search", "--count")
      #expect(search.text == "2\n" && search.errors == "", "\(what)")
    }
  }
  /// In blocks of 512 bytes: none of the catalog fits, then its log does not, then a part of its log.
  @Test(.enabled(if: Sanitizer.allowsFileLimits, "the sanitizer keeps its memory in a file"), arguments: [1, 100, 300])
  func aCatalogThatMayNotGrowIsAnErrorAndKeepsWhatItHas(blocks: Int) {
    #expect(machine.aucat("scan").status == 0)
    let plugins = (0..<300).map { Plugin(uri: "urn:test:many\($0)", name: "Many \($0)") }
    machine.install(Bundle(name: "many", plugins: plugins))
    let scan = machine.shell(#"ulimit -f \#(blocks); "$aucat" scan"#)
    // So small a limit may not even let a worker start.
    let isRefused = scan.refuses(3, saying: machine.catalog) || scan.refuses(3, saying: "file too large")
    #expect(isRefused, "\(scan.status) \(scan.errors)")
    #expect(machine.aucat("search", "--count").text == "2\n")
    #expect(machine.aucat("scan").text.hasPrefix("302 components in 3 bundles: 300 new, "))
  }

  /// SQLite would wait for somebody who writes to it.
  @Test(arguments: ["-journal", "-wal", "-shm"]) func aPipeInALogsPlaceIsNamed(ending: String) {
    let machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)
    _ = machine.aucat("scan")
    unlink(machine.catalog + ending)
    mkfifo(machine.catalog + ending, 0o600)
    let message = "`\(ending)` beside it is not a regular file"
    let search = machine.aucat("search", "--format", "uri", "hall")
    #expect(search.status == 0 && search.errors.contains(message) && search.lines == [Plugin.hall.uri], "\(search)")
    machine.aucat("scan", "--full").expectRefusal(3, saying: message)
  }
}
