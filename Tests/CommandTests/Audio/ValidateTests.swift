import Foundation
import TestSupport
import Testing

/// `aucat validate`: its arguments, output and exit status.
@Suite(.endsIfItHangs) struct ValidateTests {
  private let studio = Studio()

  private func validate(_ words: String...) -> Child { Studio.machine.aucat(["validate"] + words) }

  private func uri(_ name: String) -> String { TestPlugins.uri(name) }

  @Test func theStatusTellsWhatWasFound() {
    #expect(validate("--quick", uri("gain-mono")).status == 0)
    #expect(validate("--quick", uri("changes-directory")).status == 1)
    #expect(validate("--quick", uri("loud")).status == 1)
    #expect(validate("--quick", uri("crash-run")).status == 5)
    #expect(validate("--quick", "--timeout", "1", uri("hang-run")).status == 5)
    #expect(validate("--quick", uri("unknown-feature")).status == 0)
  }

  @Test func badUseIsRefused() {
    validate().expectRefusal(2, saying: "a component is missing")
    validate("--quick", "--strict", uri("gain-mono")).expectRefusal(2, saying: "can't be combined")
    validate("--json", "--tap", uri("gain-mono")).expectRefusal(2, saying: "can't be combined")
    validate("--all", uri("gain-mono")).expectRefusal(2, saying: "--all")
    validate("--timeout", "0", uri("gain-mono")).expectRefusal(2, saying: "--timeout")
    validate("Gaim mono").expectRefusal(1, saying: "did you mean `Gain mono`?")
    #expect(validate("channels ==").status == 2)
  }

  @Test func componentsAreNamedOrChosenByAPredicate() throws {
    let named = validate("--quick", "--json", uri("gain-mono"), "Gain stereo")
    #expect(named.lines.count == 2 && named.lines.allSatisfy { $0.contains(#""verdict":"passed""#) })
    let chosen = validate("--quick", "--json", "name beginswith 'Gain '")
    #expect(Set(chosen.lines) == Set(named.lines))
    #expect(chosen.errors == "" && chosen.status == 0)
  }

  @Test func anObjectHasEachTest() throws {
    let report = try validate("--json", "--seed", "7", uri("gain-mono")).json
    #expect(report["component"] == .text(uri("gain-mono")) && report["verdict"] == .text("passed"))
    #expect(report["level"] == .text("normal") && report["seed"] == .text("7"))
    let tests = try #require(report["tests"]).elements
    let listed = try validate("--tests", "--json").json.elements
    #expect(tests.compactMap { $0["test"]?.string } == listed.prefix(tests.count).compactMap { $0["test"]?.string })
    #expect(validate("--tests").lines.count == listed.count && listed.count > tests.count)
  }

  @Test func ofOneComponentAllIsSaidAndOfSeveralTheObjections() {
    let one = validate("--quick", uri("prints"))
    #expect(
      one.text.hasPrefix(
        "passed Prints (\(uri("prints")))\n  signal-outputs: it has no such outputs (skipped)\n"
          + "  printing: prints while it runs (a fact)\n"))
    #expect(one.lines.last == "1 component: 1 passed; level quick, seed 1")
    let several = validate("--quick", uri("prints"), uri("loud"))
    #expect(several.lines.count == 3 && several.lines[0] == "failed Loud (\(uri("loud")))")
    #expect(several.lines[2] == "2 components: 1 passed, 1 failed; level quick, seed 1")
  }

  @Test func readersOfTAPGetAPlanAndSubtests() {
    let run = validate("--quick", "--tap", uri("gain-mono"), uri("loud"), uri("unknown-feature"))
    #expect(run.lines.prefix(3) == ["TAP version 14", "1..3", "# Subtest: Gain mono (\(uri("gain-mono")))"])
    #expect(run.lines.contains("ok 1 - Gain mono (\(uri("gain-mono")))"))
    #expect(run.lines.contains("not ok 2 - Loud (\(uri("loud")))"))
    #expect(run.lines.contains { $0.hasPrefix("ok 3 - Unknown feature") && $0.contains("# SKIP it requires") })
    #expect(run.lines.contains("    not ok 5 - level") && run.lines.contains("      severity: failed"))
  }

  @Test func serversGetXML() {
    let run = validate("--quick", "--junit", uri("loud"), uri("crash-run"))
    #expect(run.text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"))
    #expect(run.lines.last == "</testsuites>")
    #expect(run.text.contains("name=\"level\"><failure message=\"gives "))
    #expect(run.text.contains("name=\"runs\"><error message=\"crashes with signal 11"))
  }

  @Test(.enabled(if: Machine.has("python3"), "python3 is not installed"))
  func theXMLIsWellFormed() {
    let run = validate("--quick", "--junit", uri("loud"), uri("crash-run"))
    let parsed = Child.run(
      "/usr/bin/python3", ["-c", Self.parser, run.text], environment: ["PATH": "/usr/bin:/bin"])
    #expect(parsed.status == 0 && parsed.lines == ["2", "1", "1"], "\(parsed.errors)")
  }

  /// Prints how many suites, failures and errors there are.
  private static let parser = """
    import sys, xml.etree.ElementTree as tree
    root = tree.fromstring(sys.argv[1])
    print(len(root), len(root.findall('.//failure')), len(root.findall('.//error')), sep='\\n')
    """

  // MARK: - What goes wrong

  /// What has been written can be read all the same.
  @Test(arguments: [("--junit", "</testsuites>"), ("--tap", "Bail out! interrupted")])
  func anInterruptionEndsTheReport(format: String, end: String) {
    let run = studio.shell(
      #"""
      set -- validate --quick --timeout 60 $1 'Gain mono' 'Hang in instantiate'
      env --default-signal=INT "$aucat" "$@" > out 2> errors &
      until grep -q 'Gain mono\|gain-mono' out; do sleep 0.05; done
      kill -INT $!; wait $!; echo $?; cat errors; tail -n 1 out
      """#, [:], [format])
    #expect(run.lines == ["130", "aucat: the validation was interrupted", end], "\(run.lines)")
  }

  // MARK: - What is kept

  /// A scan doesn't read them, and what wants to know whether files have changed doesn't, either.
  @Test func aFileOfABundleThatNeverEndsIsNoReasonToHang() {
    let machine = Machine.withTestPlugins()
    let bundle = "lv2/\(TestPlugins.bundle)"
    mkfifo(machine.folder("\(bundle)/pipe.ttl"), 0o600)
    symlink("/dev/zero", machine.folder("\(bundle)/zero.ttl"))
    for verb in ["validate", "bench"] {
      let run = machine.aucat(verb, uri("gain-mono"))
      #expect(run.status == 0, "\(verb): \(run)")
      let again = machine.aucat(verb, "--stale", uri("gain-mono"))
      #expect(again.status == 0 && !again.text.contains("gain-mono"), "\(verb): \(again)")
    }
  }

  @Test func verdictsAreKeptUntilAFileChanges() throws {
    let machine = Machine.withTestPlugins()
    func search(_ predicate: String) -> String { machine.aucat("search", "--count", predicate).text }
    #expect(search("validation != nil") == "0\n")
    _ = machine.aucat("validate", "--quick", uri("gain-mono"), uri("loud"))
    #expect(search("validation == passed") == "1\n" && search("validation == failed") == "1\n")
    #expect(machine.aucat("info", uri("loud")).text.contains("validation      failed, level quick, today\n"))
    // Neither a scan that finds nothing new, nor one that reads all again, forgets it.
    _ = machine.aucat("scan", "--full")
    #expect(search("validation != nil") == "2\n")
    // As a new version of the binary would be.
    machine.folder.write("x", to: "lv2/\(TestPlugins.bundle)/other.so")
    _ = machine.aucat("scan")
    #expect(search("validation != nil") == "0\n")
    #expect(
      machine.aucat("info", uri("loud")).text.contains(
        "none since its files changed; last verdict: failed, level quick, today"))
  }

  @Test func onlyWhatIsStaleIsValidatedAgain() throws {
    let machine = Machine.withTestPlugins()
    func validate(_ words: String...) -> Child {
      machine.aucat(["validate", "--stale"] + words + [uri("gain-mono"), uri("gain-stereo")])
    }
    _ = machine.aucat("validate", "--quick", uri("gain-mono"))
    let first = validate("--quick")
    #expect(first.lines.last == "1 component: 1 passed; level quick, seed 1" && first.status == 0)
    #expect(first.text.contains("Gain stereo") && !first.text.contains("Gain mono"))
    #expect(validate("--quick").text == "0 components to validate\n")
    // What a lower level has judged is stale for a higher one, but not the other way round.
    #expect(validate().text.hasPrefix("2 components: 2 passed; level normal"))
    #expect(validate("--quick").text == "0 components to validate\n")
    // Fewer tests with no worse result say nothing new.
    _ = machine.aucat("validate", "--quick", uri("gain-mono"))
    #expect(machine.aucat("info", uri("gain-mono")).text.contains("passed, level normal, today\n"))
    // The files of these plugins are still the same: their verdicts are found again.
    machine.folder.write("x", to: "lv2/\(TestPlugins.bundle)/other.so")
    _ = machine.aucat("scan")
    #expect(machine.aucat("search", "--count", "validation != nil").text == "0\n")
    #expect(validate("--quick").text == "0 components to validate\n")
    #expect(machine.aucat("search", "--count", "validation == passed").text == "2\n")
    // Other Turtle makes them stale.
    machine.folder.write("# nothing\n", to: "lv2/\(TestPlugins.bundle)/more.ttl")
    #expect(validate("--quick").text.hasPrefix("2 components: 2 passed"))
  }

  @Test func aBundleIsRunWhereverItIs() throws {
    let machine = Machine([])
    let bundle = machine.folder("other/one.lv2")
    machine.folder.write(
      "<urn:aucat:test:loud> a <http://lv2plug.in/ns/lv2core#Plugin> ; "
        + "<http://lv2plug.in/ns/lv2core#binary> <plugins.so> ; "
        + "<http://www.w3.org/2000/01/rdf-schema#seeAlso> <plugins.ttl> .", to: "other/one.lv2/manifest.ttl")
    machine.folder.write(
      Child.contents(Repository.path("Tests/TestPlugins/Bundle/plugins.ttl")), to: "other/one.lv2/plugins.ttl")
    symlink(Child.products + "/libTestPlugins.so", machine.folder("other/one.lv2/plugins.so"))
    let run = machine.aucat("lint", "--run", bundle)
    #expect(run.lines.contains("failed \(uri("loud"))") && run.status == 1, "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("  level: gives ") } && run.text.contains("\(bundle): "))
    let json = try machine.aucat("lint", "--run", "--json", bundle).json
    let reports = try #require(json["validations"]).elements
    #expect(reports.map { $0["verdict"] } == [.text("failed")] && json["findings"] != nil)
    #expect(try machine.aucat("lint", "--json", bundle).json["validations"] == nil)
    machine.aucat("lint", "--run", "--no-binaries", bundle).expectRefusal(2, saying: "can't be combined")
    machine.aucat("lint", "--run", "--timeout", "0.01", bundle).expectRefusal(2, saying: "0.1 to 86400 seconds")
  }

  @Test func aWatchRenewsTheVerdictsOfWhatChanges() throws {
    let machine = Machine.withTestPlugins()
    _ = machine.aucat("validate", "--quick", uri("gain-mono"))
    let turtle = machine.folder("lv2/\(TestPlugins.bundle)/plugins.ttl")
    let run = machine.shell(
      """
      "$aucat" watch --scan --validate >"$folder/lines" 2>&1 & watch=$!
      n=0; until grep -q . "$folder/lines" || [ $n -gt 10 ]; do n=$((n + 1)); sleep 0.1; done
      sed -i 's/"Gain mono"/"Gain of one channel"/' '\(turtle)'
      n=0
      until [ "$("$aucat" search --count 'name == "Gain of one channel" and validation == passed')" = 1 ]; do
        n=$((n + 1)); [ $n -lt 200 ] || break; sleep 0.1
      done
      kill -TERM $watch; wait $watch
      "$aucat" info \(uri("gain-mono")) | grep '^validation'
      """)
    #expect(run.lines == ["validation      passed, level quick, today"], "\(run)")
    machine.aucat("watch", "--once", "--validate").expectRefusal(2, saying: "--once and --validate")
  }

  /// What the validation sees is asked of the catalog like anything else.
  @Test func realTimeSafetyAndRepeatabilityAreSearched() throws {
    let machine = Machine.withTestPlugins()
    func search(_ predicate: String) -> [String] {
      machine.aucat("search", "--format", "uri", predicate).lines.sorted()
    }
    let claims = [uri("busy-thread"), uri("claims-real-time")]
    #expect(search("realtime == claimed") == claims && search("realtime != nil") == claims)
    #expect(search("deterministic != nil") == [])
    _ = machine.aucat("validate", uri("busy-thread"), uri("claims-real-time"), uri("chance"), uri("allocates"))
    #expect(search("realtime == proven") == [uri("busy-thread")])
    #expect(search("realtime == broken") == [uri("claims-real-time")] && search("realtime == claimed") == [])
    #expect(search("deterministic == no") == [uri("chance")] && search("deterministic == yes").count == 3)
    let facets = try machine.aucat("search", "--facets", "--json", "").json
    #expect(facets["realtime"] == .object(["proven": .number(1), "broken": .number(1)]))
    #expect(facets["deterministic"] == .object(["yes": .number(3), "no": .number(1)]))
    guard case .object(let verdicts) = facets["validation"] else { return #expect(Bool(false), "\(facets)") }
    for (verdict, count) in verdicts { #expect(.number(Double(search("validation == \(verdict)").count)) == count) }
    #expect(!verdicts.isEmpty)
    let info = machine.aucat("info", uri("claims-real-time"))
    #expect(info.text.contains("but `aucat validate` found calls that may block"))
    #expect(info.text.contains("repeatable      the same input gives the same output"))
    let why = machine.aucat("why", uri("claims-real-time"), "realtime == proven")
    #expect(why.text.contains("broken") && why.status == 1, "\(why)")
    let object = try machine.aucat("info", "--json", uri("chance")).json
    #expect(object["deterministic"] == .bool(false) && object["realtime"] == .null)
    // A lower level has not looked, so what is known holds. What changes is claimed again.
    _ = machine.aucat("validate", "--quick", uri("busy-thread"))
    #expect(search("realtime == proven") == [uri("busy-thread")] && search("realtime == claimed") == [])
    machine.folder.write("x", to: "lv2/\(TestPlugins.bundle)/other.so")
    _ = machine.aucat("scan")
    #expect(search("realtime == claimed") == claims && search("deterministic != nil") == [])
  }

  /// A component finds neither the user's home nor a display.
  @Test func theEnvironmentIsItsOwn() {
    let run = Studio.machine.aucat(
      ["validate", "--quick", uri("gain-mono")], setting: ["DISPLAY": ":99", "QT_QPA_PLATFORM": "xcb"])
    #expect(run.status == 0)
  }
}
