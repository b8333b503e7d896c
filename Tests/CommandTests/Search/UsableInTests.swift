import AudioComponents
import TestSupport
import Testing

/// Which host can run what: `usableIn` in searches, `why`, `info`, facets and completion, and the page about it.
@Suite struct UsableInTests {
  let machine = Machine([Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator])])

  @Test func searchesFindWhatAHostCanRun() {
    let table: [(predicate: [String], uris: [String])] = [
      (["usableIn contains pipewire"], [Plugin.hall.uri]),
      (["usableIn", "contains", "Ardour"], ["urn:test:arp", Plugin.hall.uri]),
      (["not usableIn contains aucat"], ["urn:test:arp"]), (["host:pipewire"], [Plugin.hall.uri]),
    ]
    for row in table {
      let search = machine.aucat(["search", "--format", "uri"] + row.predicate)
      #expect(search.lines == row.uris && search.errors == "", "\(row): \(search)")
    }
    #expect(machine.aucat("search", "--count", "usableIn contains carla").lines == ["2"])
  }

  @Test func whySaysWhatIsMissing() {
    let why = machine.aucat("why", "Arp", "usableIn contains pipewire")
    #expect(why.status == 1 && why.errors == "")
    let atoms = "its ports `port_0`, `port_1` carry atoms"
    let reason = "PipeWire's filter-chain 0.3.65 can't run it: \(atoms); has no main audio port"
    #expect(why.lines.last == "false  usableIn CONTAINS \"pipewire\"  <- \(reason)")
    #expect(machine.aucat("why", "Great Hall", "usableIn contains pipewire").status == 0)
  }

  @Test func infoListsHosts() throws {
    let info = machine.aucat("info", "Arp")
    #expect(
      info.lines.contains("usable in       Ardour 7.3, Carla 2.5.10, jalv 1.6.6, mod-host 0.10.6-666, Qtractor 0.9.31"))
    let others =
      "aucat (has no main audio output), PipeWire's filter-chain 0.3.65 (its ports `port_0`, `port_1` carry atoms; "
      + "has no main audio port)"
    #expect(info.lines.contains("not usable in   \(others)"), "\(info.text)")
    #expect(!machine.aucat("info", "Great Hall").text.contains("not usable in"))
    let json = try machine.aucat("info", "--json", "Arp").json
    #expect(json["usableIn"] == .list(["ardour", "carla", "jalv", "mod-host", "qtractor"].map { .text($0) }))
    let hosts = try #require(json["hosts"]?.elements)
    #expect(hosts.map { $0["name"] } == (try names()).map { .text($0) })
    #expect(hosts.allSatisfy { $0.keys == ["name", "title", "version", "usable", "missing", "leavesOut"] })
    let own = try #require(hosts.first { $0["name"] == .text("aucat") })
    #expect(own["usable"] == .bool(false) && own["version"] == .null)
    #expect(own["missing"] == .list([.text("has no main audio output")]))
  }

  private func names() throws -> [String] { ComponentManager(try Configuration(environment: [:])).hosts.map(\.name) }

  @Test func facetsCountForEachHost() throws {
    let facets = machine.aucat("search", "--facets", "name beginswith G").lines
    #expect(facets.filter { $0.hasPrefix("usableIn\t") } == (try names()).map { "usableIn\t\($0)\t1" })
    let all = try machine.aucat("search", "--facets", "--json").json["usableIn"]
    #expect(all?["ardour"] == .number(2) && all?["pipewire"] == .number(1))
  }

  @Test func namesOfHostsAreCompleted() throws {
    #expect(machine.aucat("scan").status == 0)
    let values = machine.aucat("complete", "fish", "", "search", "usableIn", "contains", "").lines.dropFirst()
    #expect(values.map { String($0.prefix { $0 != "\t" }) } == (try names()))
    let one = machine.aucat("complete", "fish", "", "search", "usableIn", "contains", "q").lines.dropFirst()
    #expect(Array(one) == ["qtractor\tQtractor 0.9.31"])
  }

  @Test func anUnknownHostIsNoHostThatRunsNothing() {
    let search = machine.aucat("search", "usableIn contains reaper")
    search.expectRefusal(1, saying: "there is no profile of the host `reaper`, only of ardour, aucat, carla, jalv")
    #expect(
      machine.aucat("search", "usableIn contains carlo").errors.contains("did you mean `usableIn CONTAINS \"carla\"`?"))
  }

  @Test func aBrokenProfileIsNamedWithItsLine() {
    machine.folder.write("{\n  \"name\": \"mine\" \"ports\"\n}\n", to: "home/.config/aucat/hosts/mine.json")
    let search = machine.aucat("search", "--count", "usableIn contains carla")
    let path = machine.folder("home/.config/aucat/hosts/mine.json")
    // The answer may lack a host.
    #expect(search.lines == ["2"] && search.status == 4)
    #expect(
      search.errors.hasPrefix("aucat: \(path):2: the profile of a host is left out: this is not a JSON object"),
      "\(search)")
    #expect(search.errors.split(separator: "\n").count == 1)
    #expect(machine.aucat("search", "--count", "hall").errors == "")
  }

  /// The page about profiles is true of them, and its example is one.
  @Test func thePageIsTrue() throws {
    let page = String(decoding: Child.contents(Repository.path("schema/hosts.md")), as: UTF8.self)
    let manager = ComponentManager(try Configuration(environment: [:]))
    for host in manager.hosts {
      let title = host.name == "aucat" ? "`aucat render`" : "\(host)"
      #expect(page.contains("| `\(host.name)` | \(title) |"), "\(host)")
    }
    let example = try #require(page.split(separator: "```json\n").dropFirst().first?.prefix { $0 != "`" })
    machine.folder.write(String(example), to: "home/.config/aucat/hosts/myhost.json")
    let search = machine.aucat("search", "--count", "usableIn contains myhost")
    #expect(search.lines == ["2"] && search.errors == "", "\(search)")
    #expect(machine.aucat("info", "Great Hall").text.contains("My Host 1.0"))
    for key in [
      "name", "title", "version", "source", "ports", "blocks", "demands", "features", "options", "extensions", "uis",
    ] {
      #expect(page.contains("| `\(key)` |") && example.contains("\"\(key)\""), "\(key)")
    }
    for kind in ComponentPort.Kind.allCases { #expect(page.contains("`\(kind.rawValue)`"), "\(kind)") }
    for demand in HostProfile.Demand.allCases { #expect(page.contains("`\(demand.rawValue)`"), "\(demand)") }
  }
}
