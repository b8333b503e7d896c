import Glibc
import SQLite
import TestSupport
import Testing

/// What can't be read again from the bundles outlives the catalog.
@Suite(.endsIfItHangs) struct ResultTests {
  private let machine = Machine.withTestPlugins()
  private let uri = TestPlugins.uri("gain-mono")
  private var results: String { machine.folder("home/.local/state/aucat/results.sqlite") }

  /// A plugin that was measured, validated, and first seen long ago.
  init() throws {
    #expect(machine.aucat("bench", uri).status == 0)
    #expect(machine.aucat("validate", "--quick", uri).status == 0)
    try Connection(results, for: .writing).execute("UPDATE first_seen SET at = '2020-01-01T00:00:00Z'")
    try Connection(machine.catalog, for: .writing).execute("UPDATE component SET added_at = '2020-01-01T00:00:00Z'")
  }

  /// What a search finds by measurement, verdict and first sight, and what `info` says of them.
  private func expectKept(setting: [String: String?] = [:], because reason: Comment) {
    let found = machine.aucat(
      "search", "--format", "uri", "cost >= 0 validation == passed addedAt < 2021-01-01", setting: setting)
    #expect(found.lines == [uri], "\(reason): \(found.errors)")
    let info = machine.aucat("info", uri, setting: setting).text
    #expect(info.contains("% of a core, loads in ") && info.contains("passed"), "\(reason): \(info)")
  }

  private func removeCatalog() {
    for ending in ["", "-wal", "-shm"] { machine.folder.remove("home/.cache/aucat/catalog.sqlite\(ending)") }
  }

  @Test func aCatalogThatIsDeletedTakesNothingAlong() {
    expectKept(because: "before")
    removeCatalog()
    expectKept(because: "a search scans")
    machine.folder.remove("home/.cache")
    expectKept(because: "the whole folder was deleted")
    #expect(machine.aucat("validate", "--quick", "--stale", uri).text == "0 components to validate\n")
    #expect(machine.aucat("bench", "--stale", uri).errors.contains("nothing to measure"))
  }

  @Test func aFullScanKeepsAll() {
    #expect(machine.aucat("scan", "--full").status == 0)
    expectKept(because: "the catalog was made anew")
    machine.folder.remove("home/.local/state")
    #expect(machine.aucat("scan", "--full").status == 0)
    expectKept(because: "the former catalog had it")
    removeCatalog()
    expectKept(because: "the new file had it from the catalog")
  }

  @Test func damageTakesNothingAlong() throws {
    var bytes = Child.contents(machine.catalog)
    for index in 100..<bytes.count { bytes[index] = 0x5A }
    removeCatalog()
    machine.folder.write(bytes, to: "home/.cache/aucat/catalog.sqlite")
    expectKept(because: "the damaged catalog was set aside")
    #expect(machine.folder.names(in: "home/.cache/aucat").contains { $0.contains("damaged") })
  }

  @Test("a catalog of an older schema hands on what it has, without a file of results, too", arguments: [true, false])
  func olderSchema(hasFile: Bool) throws {
    try Connection(machine.catalog, for: .writing).execute("PRAGMA user_version = 11")
    if !hasFile { machine.folder.remove("home/.local/state") }
    expectKept(because: "it was made anew")
    removeCatalog()
    expectKept(because: "the file of results has it")
  }

  @Test func withoutAPlaceForResultsTheyGoWithTheCatalog() {
    let none: [String: String?] = ["AUCAT_RESULTS": ""]
    expectKept(setting: none, because: "the catalog has a copy")
    removeCatalog()
    let found = machine.aucat("search", "cost >= 0", setting: none)
    #expect(found.status == 1 && found.errors.contains("no component has been measured yet"), "\(found.errors)")
    let doctor = machine.aucat("doctor", setting: none)
    #expect(doctor.text.contains("there is no place for results"), "\(doctor.text)")
  }

  @Test func aPlaceThatCannotBeWrittenIsSaidOnceAndCostsNoMore() {
    let nowhere = ["AUCAT_RESULTS": machine.folder("home/readme/results.sqlite")]
    let run = machine.aucat("validate", "--quick", uri, TestPlugins.uri("gain-stereo"), setting: nowhere)
    #expect(run.status == 0 && run.errors.components(of: "results are lost with the catalog") == 1, "\(run.errors)")
    #expect(machine.aucat("scan", setting: nowhere).errors == "")
    expectKept(setting: nowhere, because: "the catalog has them")
    let doctor = machine.aucat("doctor", setting: nowhere)
    #expect(doctor.status == 1 && doctor.text.contains("problem  results: "), "\(doctor.text)")
  }

  @Test func aDamagedFileIsFoundAndMended() throws {
    var bytes = Child.contents(results)
    for index in 4_096..<bytes.count { bytes[index] = 0x5A }
    machine.folder.write(bytes, to: "home/.local/state/aucat/results.sqlite")
    let found = machine.aucat("doctor")
    #expect(found.status == 1 && found.text.contains("problem  results: \(results): it is damaged"), "\(found.text)")
    #expect(machine.aucat("doctor", "--fix").status == 0)
    removeCatalog()
    expectKept(because: "the catalog had a copy")
  }

  @Test func whereNoCatalogCanBeWrittenResultsAreKeptAllTheSame() throws {
    machine.folder.remove("home/.cache")
    machine.folder.write("", to: "home/.cache")
    expectKept(because: "the catalog in memory has them")
    let run = machine.aucat("validate", "--quick", TestPlugins.uri("gain-stereo"))
    #expect(run.status == 0 && !run.errors.contains("not kept"), "\(run.errors)")
    #expect(machine.aucat("search", "--count", "validation == passed").text == "2\n")
  }

  @Test("a user's results don't get into the machine's catalog, which then doesn't answer for the user")
  func machinesCatalog() {
    let shared: [String: String?] = ["AUCAT_SYSTEM_CATALOG": machine.folder("shared/catalog.sqlite")]
    // Bundles of the machine's catalog are read as nobody.
    chmod(machine.folder.path, 0o755)
    let scan = machine.aucat("scan", "--system", "--path", machine.folder("lv2"), setting: shared)
    #expect(scan.status == 0, "\(scan.errors)")
    removeCatalog()
    expectKept(setting: shared, because: "the user's own catalog begins as a copy of the machine's")
    #expect(!Child.contents(machine.catalog).isEmpty)
    let other = shared.merging(["HOME": machine.folder("other")]) { $1 }
    #expect(machine.aucat("search", "--count", "cost >= 0", setting: other).text == "0\n")
    #expect(machine.folder.names(in: "other").isEmpty, "a user without results is answered from it")
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
