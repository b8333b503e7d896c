import Foundation
import TestSupport
import Testing

@testable import AudioComponents

/// `usableIn`: the profiles that a manager has, and what searches answer from them.
@Suite struct HostTests {
  private let folder = TemporaryFolder()
  private let notices = Notices()

  private func manager() throws -> ComponentManager {
    let bundles = HandmadeBundles(folder)
    bundles.effect("plain.lv2", uri: "urn:plain", name: "\"Plain\"")
    bundles.effect("broken.lv2", uri: "urn:broken", name: "\"Broken\"", more: "lv2:optionalFeature lv2:inPlaceBroken")
    bundles.effect("strange.lv2", uri: "urn:strange", name: "\"Strange\"", more: "lv2:requiredFeature <urn:strange:f>")
    bundles.component("arp.lv2", HandmadeComponent(uri: "urn:arp", name: "Arp", midi: (true, true)))
    let notices = notices
    return try ScannedCatalog.manager(
      catalog: folder("catalog.sqlite"), path: bundles.path, home: folder.path, notice: { notices.add($0) })
  }

  /// A suite whose catalog all tests share that only search.
  private static let searching = HostTests()
  private static let searched = Result { try searching.manager() }

  private func write(_ text: String, to name: String) { folder.write(text, to: ".config/aucat/hosts/\(name)") }

  @Test("our own profiles are valid, one for each file, and of different hosts")
  func ownProfiles() throws {
    let files = TemporaryFolder.names(inFolder: Repository.path("Sources/Libraries/AudioComponents/Hosts/Data"))
    #expect(HostProfiles.standard.map { $0.file + ".json" } == files.sorted())
    for (file, text) in HostProfiles.standard {
      let profile = try HostProfile(parsing: text)
      #expect(profile.name == file && profile.source != nil && (profile.version != nil || file == "aucat"))
      #expect(profile.features.contains("http://lv2plug.in/ns/ext/urid#map"))
      #expect(profile.portKinds.isSuperset(of: [.audio, .control]))
    }
    #expect(try manager().hosts.map(\.name) == files.sorted().map { String($0.dropLast(5)) })
  }

  @Test(
    "searches find what hosts can run",
    arguments: [
      ("usableIn contains ardour", ["arp", "plain"]), ("usableIn contains Ardour", ["arp", "plain"]),
      ("usableIn == PIPEWIRE", ["broken", "plain"]), ("usableIn contains aucat", ["broken", "plain"]),
      ("usableIn != ardour", ["broken", "strange"]), ("not usableIn contains jalv", ["strange"]),
      ("usableIn.@count == 0", ["strange"]), ("usableIn.@count == 7", ["plain"]),
      ("usableIn.@count >= 5", ["arp", "broken", "plain"]),
      ("usableIn in {ardour, pipewire}", ["arp", "broken", "plain"]), ("ALL usableIn == jalv", ["strange"]),
      ("NONE usableIn beginswith p", ["arp", "strange"]), ("ANY usableIn like \"mod*\"", ["arp", "broken", "plain"]),
      ("usableIn contains ardour and usableIn contains pipewire", ["plain"]), ("usableIn contains nosuch", []),
      ("usableIn contains ardour or name == Strange", ["arp", "plain", "strange"]), ("host:ardour", ["arp", "plain"]),
      ("usableIn contains pipewire and name beginswith P or usableIn.@count < 1", ["plain", "strange"]),
    ])
  func searches(predicate: String, found: [String]) throws {
    let manager = try Self.searched.get()
    let components = try manager.components(matching: predicate)
    #expect(components.map { String($0.uri.dropFirst(4)) }.sorted() == found)
    let details = try manager.components(matching: "").map { ($0, try manager.details(of: $0)) }
    let parsed = try manager.predicate(predicate)
    let inMemory = try details.filter { component, details in
      try parsed.matches(CatalogSubject(component) { details }, rules: manager.textRules)
    }
    if !predicate.hasPrefix("host:") { #expect(Set(inMemory.map(\.0.uri)) == Set(components.map(\.uri))) }
    #expect(Self.searching.notices.all.isEmpty)
  }

  @Test("the facet of hosts counts a component for each host")
  func facets() throws {
    let facets = try manager().prepare(.constant(true)).facets()
    #expect(facets.hosts["ardour"] == 2 && facets.hosts["jalv"] == 3 && facets.hosts["pipewire"] == 2)
  }

  @Test("the reason names what is missing, and for which host")
  func reasons() throws {
    let manager = try manager()
    func reason(_ uri: String, _ predicate: String) throws -> String? {
      let component = try #require(try manager.component(uri: uri))
      return try manager.why(component, matches: manager.predicate(predicate)).truth.value
    }
    #expect(
      try reason("urn:strange", "usableIn contains jalv")
        == "needs the feature urn:strange:f, which jalv 1.6.6 doesn't offer")
    #expect(
      try reason("urn:broken", "usableIn != ardour")
        == "needs separate buffers for input and output, and Ardour 7.3 uses the same")
    #expect(
      try reason("urn:arp", "usableIn in {aucat, pipewire}")
        == "has no main audio output, which aucat needs; PipeWire's filter-chain 0.3.65 can't run it: its ports `events_in`, "
        + "`events_out` carry atoms; has no main audio port"
    )
    #expect(try reason("urn:plain", "usableIn contains jalv") == "\"jalv\" and 6 more")
    #expect(try reason("urn:strange", "usableIn.@count == 0") == "0")
  }

  @Test("a user's profile is added, and replaces ours of the same name, without a scan")
  func ownHosts() throws {
    write(#"{"name": "mine", "ports": ["audio", "control"], "features": ["urn:strange:f"]}"#, to: "b.json")
    write(#"{"name": "jalv", "version": "9", "ports": ["audio", "control"], "features": []}"#, to: "a.json")
    write("nothing", to: "readme.txt")
    write("nothing", to: ".hidden.json")
    let manager = try manager()
    #expect(try manager.components(matching: "usableIn contains mine").map(\.uri).count == 3)
    #expect(try manager.components(matching: "usableIn contains jalv").count == 2)
    #expect(manager.hosts.count == 8 && manager.hosts.first { $0.name == "jalv" }?.version == "9")
    #expect(notices.all.isEmpty)
  }

  @Test("a broken profile is named with its line, and stops nothing")
  func brokenProfiles() throws {
    write("{\n  \"name\": \"mine\",\n  \"port\": []\n}", to: "mine.json")
    folder.write([0xFF, 0xFE], to: ".config/aucat/hosts/bytes.json")
    folder.write("", to: ".config/aucat/hosts/folder.json/readme")
    mkfifo(folder(".config/aucat/hosts/pipe.json"), 0o600)
    write(#"{"name": "good", "ports": ["audio", "control"], "features": []}"#, to: "zgood.json")
    let manager = try manager()
    #expect(try manager.components(matching: "name == Plain").count == 1)
    #expect(notices.all.isEmpty, "nothing asked for hosts")
    for _ in 0..<2 { #expect(try manager.components(matching: "usableIn contains good").count == 2) }
    let hosts = folder(".config/aucat/hosts")
    let reasons = notices.all.map { $0.split(separator: ": the profile of a host is left out: ").map(String.init) }
    #expect(
      reasons.map { $0.first } == [
        "\(hosts)/bytes.json", "\(hosts)/folder.json", "\(hosts)/mine.json:3", "\(hosts)/pipe.json",
      ])
    #expect(notices.all.allSatisfy { $0.hasSuffix("; `man aucat-hosts` describes profiles") })
    #expect(notices.all[0].contains("not UTF-8") && notices.all[1].contains("not a regular file"))
    #expect(notices.all[2].contains("`port` is unknown") && notices.all[3].contains("not a regular file"))
  }

  @Test("a host without a profile is not one that runs nothing")
  func unknownHosts() throws {
    let manager = try manager()
    func why(_ predicate: String) throws -> EmptyResult? {
      try manager.whyNothing(matches: manager.predicate(predicate))
    }
    let unknown = try #require(try why("usableIn contains reaper"))
    #expect(unknown.unknownHosts == ["reaper"] && unknown.knownHosts.count == 7)
    #expect(
      "\(unknown)" == "there is no profile of the host `reaper`, only of ardour, aucat, carla, jalv, mod-host, "
        + "pipewire, qtractor; `man aucat-hosts` says how to add one")
    let near = try #require(try why("usableIn contains quractor and audioInputs > 0"))
    #expect("\(near)".contains("did you mean `usableIn CONTAINS \"qtractor\"`?"), "\(near)")
    let known = try #require(try why("usableIn contains jalv and name == Strange"))
    #expect(known.unknownHosts.isEmpty && known.knownHosts.isEmpty)
  }

  @Test(
    "the page's table is that of the plugins of Debian 12",
    .enabled(if: ScannedCatalog.has("mda.lv2"), "no real plugins are installed: .dev/setup plugins"))
  func realPlugins() throws {
    let manager = try ScannedCatalog.corpus.get().manager
    // Other plugins, other numbers.
    guard try manager.prepare(.constant(true)).count() == 679 else { return }
    let page = String(decoding: Child.contents(Repository.path("schema/hosts.md")), as: UTF8.self)
    for host in manager.hosts {
      let count = try manager.prepare(manager.predicate("usableIn contains \(host.name)")).count()
      #expect(page.contains("\n| `\(host.name)` | \(count) | "), "\(host.name): \(count)")
    }
  }
}
