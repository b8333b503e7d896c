import TestSupport
import Testing

/// `aucat scan`: what it says of each change.
@Suite struct ScanTests {
  @Test func theSummaryTellsWhatChanged() {
    let machine = Machine(
      [Bundle(name: "hall", plugins: [.hall]), Bundle(name: "twins", plugins: Plugin.twins)], isNew: true)
    func summary(_ arguments: String...) -> String {
      String(machine.aucat(["scan"] + arguments).text.prefix { $0 != "," })
    }
    #expect(machine.aucat("scan").lines.first?.hasPrefix("3 components in 2 bundles: 3 new, ") == true)
    #expect(summary() == "3 components in 2 bundles: nothing changed")
    #expect(summary("--full") == "3 components in 2 bundles: nothing changed")
    machine.install(Bundle(name: "arp", plugins: [.arpeggiator]))
    #expect(summary() == "4 components in 3 bundles: 1 new")
    var hall = Plugin.hall
    hall.name = "Greater Hall"
    machine.install(Bundle(name: "hall", plugins: [hall]))
    #expect(summary() == "4 components in 3 bundles: 1 changed")
    #expect(machine.aucat("search", "--count", "name == 'Greater Hall'").text == "1\n")
    #expect(machine.shell(#"rm -r "$folder/lv2/twins.lv2""#).status == 0)
    #expect(summary() == "2 components in 2 bundles: 2 removed")
    #expect(machine.aucat("search", "twin").status == 1)
  }

  @Test func pluginsWithOneReasonShareALine() throws {
    let machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)
    machine.install(
      Bundle(name: "set", plugins: (1...3).map { Plugin(uri: "urn:test:set:\($0)", name: "Set \($0)") }))
    #expect(machine.shell(#"rm "$folder/lv2/set.lv2/plugin.so""#).status == 0)
    let scan = machine.aucat("scan")
    #expect(scan.lines.count == 2, "\(scan)")
    #expect(
      scan.lines.last?.hasPrefix("  failed  3 plugins in \(machine.folder("lv2/set.lv2")): its binary ") == true,
      "\(scan)")
    #expect(try machine.aucat("scan", "--full", "--json").json["quarantined"]?.elements.count == 3)
    #expect(machine.aucat("search", "--all", "--format", "uri").lines.count == 4)
  }

  @Test func theNumbersAddUpAndTheGenerationGrowsWithChanges() throws {
    let machine = Machine.withBrokenBundle(Bundle.installed.filter { $0.name != "older" })
    func scan() throws -> [Double] {
      let scan = try machine.aucat("scan", "--json").json
      return ["components", "added", "changed", "removed", "unchanged", "generation"].map {
        if case .number(let number) = scan[$0] { number } else { -1 }
      }
    }
    #expect(try scan() == [8, 8, 0, 0, 0, 1])
    #expect(try scan() == [8, 0, 0, 0, 8, 1])
    machine.install(Bundle(name: "more", plugins: [Plugin(uri: "urn:test:more", name: "More")]))
    #expect(try scan() == [9, 1, 0, 0, 8, 2])
    #expect(machine.shell(#"rm -r "$folder/lv2/more.lv2""#).status == 0)
    #expect(try scan() == [8, 0, 0, 1, 8, 3])
  }

  @Test func aQuarantinedBundleIsNamedAndStrictMakesItStatusFour() {
    let machine = Machine.withBrokenBundle([Bundle(name: "hall", plugins: [.hall])])
    let scan = machine.aucat("scan")
    #expect(scan.status == 0)
    #expect(scan.lines.last?.hasPrefix("  failed  \(machine.folder("lv2/broken.lv2")): manifest.ttl: line 1") == true)
    #expect(machine.aucat("scan", "--strict").status == 4)
    #expect(machine.shell(#"rm -r "$folder/lv2/broken.lv2""#).status == 0)
    #expect(machine.aucat("scan", "--strict").status == 0)
  }

  @Test func pathReplacesTheSearchPathForOneScan() {
    let machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)
    machine.install(Bundle(name: "arp", plugins: [.arpeggiator]), in: "first")
    machine.install(Bundle(name: "twins", plugins: Plugin.twins), in: "second")
    let scan = machine.aucat("scan", "--path", machine.folder("first"), "--path", machine.folder("second"))
    #expect(scan.text.hasPrefix("3 components in 2 bundles: 3 new, "))
    #expect(machine.aucat("search", "--format", "uri").lines == [Plugin.hall.uri])
    let other = machine.aucat("search", "--format", "uri", setting: ["LV2_PATH": machine.folder("first")])
    #expect(other.lines == [Plugin.arpeggiator.uri])
  }

  @Test func aPathThatIsNoDirectoryOfBundlesIsRefusedAndNothingIsScanned() throws {
    let machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)
    #expect(machine.aucat("scan").status == 0)
    let before = Child.contents(machine.catalog)
    machine.install(Bundle(name: "arp", plugins: [.arpeggiator]))
    let file = machine.folder.write("", to: "file")
    let table: [(path: String, says: String)] = [
      (machine.folder("nosuch"), "--path \(machine.folder("nosuch")) does not exist; name the directory"),
      (file + "/below", "--path \(file)/below does not exist; name the directory"),
      (file, "--path \(file) is not a directory"),
      (machine.folder("lv2/hall.lv2"), "--path \(machine.folder("lv2/hall.lv2")) is a bundle"),
      (machine.folder("lv2/hall.lv2") + "/", "is a bundle"), ("", "--path `` names no directory"),
    ]
    for row in table {
      for paths in [["--path", row.path], ["--path", machine.folder("lv2"), "--path", row.path]] {
        let scan = machine.aucat(["scan"] + paths)
        scan.expectRefusal(2, saying: row.says, "\(paths)")
        #expect(machine.aucat(["scan", "--json"] + paths).output.isEmpty)
      }
    }
    #expect(Child.contents(machine.catalog) == before)
    #expect(machine.aucat("search", "--count").text == "1\n")
  }

  @Test func badOptionsAreRefused() {
    let machine = Machine([], isNew: true)
    let table: [(arguments: [String], says: String)] = [
      (["--jobs", "0"], "1 to 1024"), (["--jobs", "1025"], "1 to 1024"), (["--jobs", "many"], "--jobs"),
      (["--jobs"], "--jobs"), (["--timeout", "0"], "above 0"), (["--timeout", "nan"], "above 0"),
      (["--timeout", "inf"], "above 0"), (["--timeout", "soon"], "--timeout"), (["--path"], "--path"),
      (["extra"], "extra"), (["--fulll"], "--full"),
    ]
    for row in table {
      machine.aucat(["scan"] + row.arguments).expectRefusal(2, saying: row.says, "\(row.arguments)")
    }
    #expect(machine.shell(#"test -e "$HOME/.cache""#).status == 1)
  }

  @Test func twoScansAtOnceBothSucceed() {
    let machine = Machine(isNew: true)
    let both = machine.shell(#""$aucat" scan & first=$!; "$aucat" scan; second=$?; wait $first && exit $second"#)
    #expect(both.status == 0)
    #expect(both.lines.count == 2 && both.errors == "")
    #expect(both.lines.allSatisfy { $0.hasPrefix("8 components in 8 bundles: ") })
    #expect(both.lines.filter { $0.contains("nothing changed") }.count == 1)
  }

  @Test(.enabled(if: Machine.has("flock") && Machine.has("timeout"), "flock and timeout are not installed"))
  func aScanThatWaitsForAnotherOneCanBeInterrupted() {
    let machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)
    #expect(machine.aucat("scan").status == 0)
    machine.shell(
      #"flock "$HOME/.cache/aucat/catalog.sqlite.scanning" timeout --preserve-status -s INT 2 "$aucat" scan"#
    ).expectRefusal(130, saying: "interrupted")
  }
}
