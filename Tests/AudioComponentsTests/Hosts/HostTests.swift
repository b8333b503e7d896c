import Foundation
import TestSupport
import Testing

@testable import AudioComponents

/// The profiles of hosts that a manager has; `Transcripts/Info/hosts.txt` shows what searches answer from them.
struct HostTests {
  private let folder = TemporaryFolder()
  private let notices = Notices()

  private func manager() throws -> ComponentManager {
    let bundles = HandmadeBundles(folder)
    bundles.effect("plain.lv2", uri: "urn:plain", name: "Plain")
    bundles.effect("broken.lv2", uri: "urn:broken", name: "Broken", more: "lv2:optionalFeature lv2:inPlaceBroken")
    bundles.effect("strange.lv2", uri: "urn:strange", name: "Strange", more: "lv2:requiredFeature <urn:strange:f>")
    return try bundles.manager(home: folder.path, notice: { [notices] in notices.add($0) })
  }

  @Test("our own profiles are valid, one for each file, and of different hosts")
  func ownProfiles() throws {
    let files = TemporaryFolder.names(inFolder: Repository.path("Sources/Libraries/AudioComponents/Hosts/Data"))
    verify(HostProfiles.standard.map { $0.file + ".json" }, equals: files.sorted())
    for (file, text) in HostProfiles.standard {
      let profile = try HostProfile(parsing: text)
      verify(profile.name == file && profile.source != nil && (profile.version != nil || file == "aucat"))
      verify(profile.features.contains("http://lv2plug.in/ns/ext/urid#map"))
      verify(profile.portKinds.isSuperset(of: [.audio, .control]))
    }
    try verify(manager().hosts.map(\.name), equals: files.sorted().map { String($0.dropLast(5)) })
  }

  @Test(
    "a user's profile is added, or replaces ours of its name, without a scan; broken ones are named and stop nothing")
  func ownHosts() throws {
    func write(_ text: String, to name: String) { folder.write(text, to: ".config/aucat/hosts/\(name)") }
    write(#"{"name": "mine", "ports": ["audio", "control"], "features": ["urn:strange:f"]}"#, to: "b.json")
    write(#"{"name": "jalv", "version": "9", "ports": ["audio", "control"], "features": []}"#, to: "a.json")
    write("nothing", to: "readme.txt")
    write("nothing", to: ".hidden.json")
    write("{\n  \"name\": \"other\",\n  \"port\": []\n}", to: "other.json")
    folder.write([0xFF, 0xFE], to: ".config/aucat/hosts/bytes.json")
    write("", to: "folder.json/readme")
    mkfifo(folder(".config/aucat/hosts/pipe.json"), 0o600)
    let manager = try manager()
    try verify(manager.components(matching: "name == Plain").count, equals: 1)
    verify(notices.all.isEmpty, "nothing asked for hosts")
    for _ in 0..<2 { try verify(manager.components(matching: "usableIn contains mine").count, equals: 3) }
    try verify(manager.components(matching: "usableIn contains jalv").count, equals: 2)
    verify(manager.hosts.count == 8 && manager.hosts.first { $0.name == "jalv" }?.version == "9")
    let hosts = folder(".config/aucat/hosts")
    let expected = [
      ("bytes.json", "not UTF-8"), ("folder.json", "not a regular file"), ("other.json:3", "`port` is unknown"),
      ("pipe.json", "not a regular file"),
    ]
    verify(notices.all.count, equals: expected.count, "\(notices.all)")
    for (notice, (file, reason)) in zip(notices.all, expected) {
      verify(notice.hasPrefix("\(hosts)/\(file): the profile of a host is left out: "), "\(notice)")
      verify(notice.contains(reason) && notice.hasSuffix("; `man aucat-hosts` describes profiles"), "\(notice)")
    }
  }

  @Test(
    "the page's table is that of the plugins of Debian 12", .part(.oracle),
    .enabled(if: ScannedCatalog.has("mda.lv2"), "no real plugins are installed: .dev/setup plugins"))
  func realPlugins() throws {
    let manager = try ScannedCatalog.corpus.get()
    // Other plugins, other numbers.
    guard try manager.prepare(.constant(true)).count() == 679 else { return }
    let page = String(decoding: Child.contents(Repository.path("schema/hosts.md")), as: UTF8.self)
    for host in manager.hosts {
      let count = try manager.prepare(manager.predicate("usableIn contains \(host.name)")).count()
      verify(page.contains("\n| `\(host.name)` | \(count) | "), "\(host.name): \(count)")
    }
  }
}
