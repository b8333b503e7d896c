import Foundation
import SQLite
import TestSupport
import Testing

/// `aucat bench` of components: what it measures, keeps and says.
@Suite(.endsIfItHangs) struct ComponentBenchTests {
  private func uri(_ name: String) -> String { TestPlugins.uri(name) }

  @Test("an object for each component: see schema/output/README.md")
  func json() throws {
    let run = Studio.machine.aucat(["bench", "--json", uri("burns"), "Delay", uri("gain-stereo")])
    #expect(run.status == 0, "\(run.errors)")
    let objects = try run.lines.map { try JSONValue(parsing: Array($0.utf8)) }
    try #require(objects.count == 3)
    #expect(
      objects[0].keys == [
        "component", "name", "bundle", "outcome", "reason", "cost", "latency", "reportedLatency", "loadTime", "memory",
        "waiting", "version", "machine",
      ])
    #expect(objects.map { $0["name"] } == [.text("Burns"), .text("Delay"), .text("Gain stereo")])
    #expect(objects.allSatisfy { $0["outcome"] == .text("measured") && $0["reason"] == .null })
    // Burns takes as long as it is told, here nothing; the delay is one of 100 frames.
    #expect(objects[1]["latency"] == .number(100) && objects[1]["reportedLatency"] == .number(100))
    #expect(objects[2]["latency"] == .number(0) && objects[2]["reportedLatency"] == .null)
    for object in objects {
      guard case .number(let cost) = object["cost"], case .number(let loadTime) = object["loadTime"] else {
        Issue.record("\(object)")
        continue
      }
      #expect(cost < 50 && loadTime > 0)
    }
    #expect(run.errors.contains("3 components: 3 measured"))
  }

  @Test("of each that is not measured it is said why; the status tells of those that end or hold up their process")
  func objections() {
    func bench(_ words: String...) -> Child { Studio.machine.aucat(["bench"] + words) }
    let skipped = bench(uri("unknown-feature"))
    #expect(skipped.status == 0 && skipped.errors.contains("1 component: 1 skipped"), "\(skipped.errors)")
    #expect(skipped.text.hasPrefix("Unknown feature\tskipped\tit requires "), "\(skipped.text)")
    let twice = bench(uri("unknown-feature"), "Unknown feature")
    #expect(twice.errors.contains("1 component: 1 skipped"), "by URI and by name: \(twice.errors)")
    let crashed = bench(uri("crash-run"), uri("gain-mono"))
    #expect(crashed.status == 5 && crashed.errors.contains("1 measured, 1 crashed"), "\(crashed.errors)")
    #expect(crashed.lines.count == 2 && crashed.lines[0].hasPrefix("Gain mono\t"))
    let killed = bench(uri("killed"), uri("gain-mono"))
    #expect(killed.status == 5 && killed.errors.contains("1 measured, 1 crashed"), "\(killed.errors)")
    let late = bench("--timeout", "1", uri("hang-run"), uri("gain-mono"))
    #expect(late.status == 5 && late.text.contains("\nHang in run\ttimedOut\t"))
    #expect(late.errors.contains("1 measured, 1 timed out"), "\(late.errors)")
  }

  @Test func measurementsAreKeptUntilAFileChanges() throws {
    let machine = Machine.withTestPlugins()
    func measured() throws -> [String] {
      try Connection(machine.catalog, for: .reading).texts(
        "SELECT uri FROM components WHERE cost NOT NULL AND load_time NOT NULL AND memory NOT NULL ORDER BY uri")
    }
    #expect(try measured() == [])
    _ = machine.aucat("bench", uri("gain-mono"), uri("delay"))
    #expect(try measured() == [uri("delay"), uri("gain-mono")])
    // A scan that reads all again, and finds nothing new, doesn't forget it.
    _ = machine.aucat("scan", "--full")
    #expect(try measured() == [uri("delay"), uri("gain-mono")])
    // As a new version of the binary would be.
    machine.folder.write("x", to: "lv2/\(TestPlugins.bundle)/other.so")
    _ = machine.aucat("scan")
    #expect(try measured() == [])
    // These plugins' files are the same all the same.
    let stale = machine.aucat("bench", "--stale", uri("gain-mono"), uri("delay"))
    #expect(stale.status == 0 && stale.text == "" && stale.errors.contains("nothing to measure"), "\(stale.errors)")
    #expect(try measured() == [uri("delay"), uri("gain-mono")])
    // What took too long may not with another limit.
    _ = machine.aucat("bench", "--timeout", "0.2", uri("hang-run"))
    let longer = machine.aucat("bench", "--stale", "--timeout", "0.3", uri("hang-run"))
    #expect(longer.errors.contains("1 component: 1 timed out"), "\(longer.errors)")
    machine.folder.write("# nothing\n", to: "lv2/\(TestPlugins.bundle)/more.ttl")
    let again = machine.aucat("bench", "--stale", uri("gain-mono"), uri("delay"))
    #expect(again.errors.contains("2 components: 2 measured"), "\(again.errors)")
  }

  @Test func whatIsMeasuredIsSearchedForSortedAndExplained() throws {
    let machine = Machine.withTestPlugins()
    // Before, no comparison is true, and the remedy is said.
    let none = machine.aucat("search", "cost < 1000")
    #expect(none.status == 1 && none.errors.contains("no component has been measured yet"), "\(none.errors)")
    #expect(none.errors.contains("`aucat bench --all` measures them"))
    #expect(machine.aucat("search", "--count", "cost == nil and not cost >= 0 and cost != 1").text != "0\n")
    let zero = machine.aucat("search", "latency == 0")
    #expect(zero.status == 1 && zero.errors.contains("no component has been measured yet"), "\(zero.errors)")
    let unknown = machine.aucat("search", "--count", "latency == nil").text
    #expect(unknown == machine.aucat("search", "--count", "name != nil").text, "even of those that report none")
    let before = try machine.aucat("info", "--json", uri("gain-mono")).json
    #expect(before["latency"] == .null)
    let said = machine.aucat("info", uri("gain-mono")).text
    #expect(said.contains("latency         unknown: it reports none, and was not measured\n"), "\(said)")
    _ = machine.aucat("bench", uri("gain-mono"), uri("delay"))
    let counted = machine.aucat("search", "--count", "cost >= 0 loadTime >= 0 memory >= 0")
    #expect(counted.text == "2\n" && counted.errors.contains("only 2 of "), "\(counted.errors)")
    #expect(counted.errors.contains("components have been measured; `aucat bench --all --stale` measures the others"))
    #expect(machine.aucat("search", "--sort", "cost", "gain").errors.contains("only 2 of "))
    try rangesAreThoseOfPredicates(machine)
    #expect(!machine.aucat("search", "gain").errors.contains("only 2 of "))
    let proven = machine.aucat("search", "realtime == proven")
    #expect(proven.status == 1 && proven.errors.contains("no component has been validated yet"), "\(proven.errors)")
    #expect(machine.aucat("search", "--format", "uri", "gain cost < 1000 latency == 0").lines == [uri("gain-mono")])
    // What it reports is known now.
    #expect(machine.aucat("search", "--format", "uri", "latency == 100").lines == [uri("delay")])
    #expect(machine.aucat("search", "--count", "latency == nil").text != unknown)
    for order in ["cost", "-cost", "loadTime", "-memory"] {
      let sorted = machine.aucat("search", "--format", "uri", "--sort", order, "latency >= 0 or latency == nil").lines
      #expect(Set(sorted.prefix(2)) == [uri("gain-mono"), uri("delay")], "\(order): unknown is last")
    }
    let info = machine.aucat("info", uri("delay"))
    #expect(info.text.contains("latency         100 frames\n"), "\(info.text)")
    #expect(machine.aucat("info", uri("gain-mono")).text.contains("latency         0 frames\n"))
    #expect(info.text.contains("% of a core, loads in ") && info.text.contains(" MB, today\n"))
    let object = try machine.aucat("info", "--json", uri("delay")).json
    #expect(object["cost"]?.kind == "number" && object["measurement"]?["outcome"] == .text("measured"))
    let why = machine.aucat("why", uri("gain-stereo"), "cost < 1")
    #expect(why.status == 1 && why.text.contains("false  cost < 1  <- nil"), "\(why.text)")
    #expect(machine.aucat("keys").text.contains("cost\tnumber\t2\tcost < 1\t"))
    machine.folder.write("x", to: "lv2/\(TestPlugins.bundle)/other.so")
    _ = machine.aucat("scan")
    #expect(
      machine.aucat("info", uri("delay")).text.contains("unknown, because its files have changed; last measured: "))
    #expect(machine.aucat("search", "--count", "latency == nil").text == unknown)
  }

  /// What a facet counts is what its text finds as a predicate.
  private func rangesAreThoseOfPredicates(_ machine: Machine) throws {
    let facets = machine.aucat("search", "--facets", "").lines.map { $0.split(separator: "\t") }
    for key in ["cost", "latency", "loadTime", "memory"] {
      let ranges = facets.filter { $0.first == key[...] }
      #expect(!ranges.isEmpty, "\(key)")
      for range in ranges {
        let counted = machine.aucat("search", "--count", "\(key) \(range[1])")
        #expect(counted.text == "\(range[2])\n", "\(range)")
      }
    }
  }

  @Test(
    "a catalog that can't be written costs no more than what would be kept",
    arguments: [(["bench"], "the measurements are not kept"), (["validate", "--quick"], "the verdicts are not kept")])
  func unwritableCatalog(words: [String], says: String) {
    let run = Studio.machine.aucat(
      words + [uri("gain-mono")], setting: ["AUCAT_CATALOG": "/dev/null/catalog.sqlite", "AUCAT_RESULTS": ""])
    #expect(run.status == 0 && run.text.contains("Gain mono") && run.errors.contains(says), "\(run)")
  }

  @Test(arguments: [["bench"], ["validate", "--quick"]]) func aFolderThatCannotBeWrittenIsNamed(words: [String]) {
    Studio.machine.aucat(words + [uri("gain-mono")], setting: ["TMPDIR": "/dev/null/none"]).expectRefusal(
      3, saying: "/dev/null/none can't be used for temporary files (not a directory); set TMPDIR")
  }
}
