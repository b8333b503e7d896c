import Glibc
import SQLite
import TestSupport
import Testing

/// When the catalog doesn't answer for lilv: the answers are lilv's then, and the reason is told to who asks for it.
@Suite(
  .part(.hosts), .enabled(if: Machine.has("cc") && Machine.has("pkg-config"), "a C compiler or pkg-config is missing"))
struct LilvFallbackTests {
  private let host: LilvHost
  private static let words = ["listing", "/home/.lv2/"]

  init() throws { host = try LilvHost() }

  /// Checks that lilv's answers arrive.
  private func expectLilv(saying reason: String, setting: [String: String?] = [:], line: Int = #line) {
    let answered = host.expectSame(Self.words, setting: setting, line: line)
    verify(answered.status == 0 && !answered.text.isEmpty, line: line)
    verify(answered.errors.contains(reason) && answered.counts.answers == 0, "\(answered.errors)", line: line)
  }

  @Test("an unchanged bundle is answered from the catalog; one that has changed, come or gone is lilv's")
  func bundles() throws {
    let answered = host.expectSame(Self.words)
    verify(answered.counts.answers > 50 && answered.counts.readings == 0, "\(answered.errors)")
    verify(host.answered(Self.words, setting: ["AUCAT_LILV_NOTES": nil]).errors, equals: "")
    host.install(.one("two", called: "Two"))
    let come = host.expectSame(Self.words)
    verify(come.text.contains("string <Two>") && come.counts.readings == 1)
    verify(come.errors.contains("<urn:two>: the catalog has no answers"))
    host.scan()
    host.machine.folder.remove("home/.lv2/two.lv2")
    verify(!host.expectSame(Self.words).text.contains("urn:two"))
    host.install(.one("one", called: "Another", [.control]))
    expectLilv(saying: "<urn:one>: its bundle has changed since the scan")
    verify(host.answered(Self.words).text.contains("string <Another>"))
  }

  @Test("lilv answers without a catalog, where it is none, where it is switched off, and where a row means nothing")
  func catalogs() throws {
    let none = host.machine.folder("none.sqlite")
    expectLilv(saying: "there is no catalog", setting: ["AUCAT_CATALOG": none])
    let quiet = host.answered(Self.words, setting: ["AUCAT_CATALOG": none, "AUCAT_LILV_NOTES": nil])
    verify(quiet.errors.hasPrefix("aucat: lilv answers, since there is no catalog"), "\(quiet.errors)")
    let noise = host.machine.folder.write(String(repeating: "no database ", count: 1_000), to: "noise.sqlite")
    expectLilv(saying: "can't be used", setting: ["AUCAT_CATALOG": noise])
    let off = host.expectSame(Self.words, setting: ["AUCAT_LILV": "off"])
    verify(!off.text.isEmpty && off.errors == "")
    // A text with a null character, which no scan writes.
    try Connection(host.machine.catalog, for: .writing).execute(
      "UPDATE lilv_answer SET facts = facts || char(0) || 'x'; PRAGMA wal_checkpoint(TRUNCATE)")
    expectLilv(saying: "<urn:one>: the catalog's row is damaged")
  }

  @Test(
    "the machine's catalog answers only if nobody but root can have written it, or put it into its folder",
    .enabled(if: geteuid() == 0 && Machine.has("unshare"), "this needs root, and unshare"))
  func theMachinesCatalog() throws {
    let script = """
      mount -t tmpfs none /var/cache && mkdir -m 755 /var/cache/aucat && cd /var/cache/aucat
      cp "$folder/home/.cache/aucat/catalog.sqlite" . && chmod 644 catalog.sqlite
      eval "$1"
      AUCAT_LILV_NOTES=1 LD_PRELOAD="$library" exec "$dump" listing /home/.lv2/
      """
    let text = host.alone(Self.words).text
    for (change, answers) in [
      ("", true), ("chmod 775 .", false), ("chmod 757 .", false), ("chown nobody .", false),
      ("chmod 664 catalog.sqlite", false), ("chown nobody catalog.sqlite", false),
      ("mv catalog.sqlite other && ln -s other catalog.sqlite", false),
    ] {
      let run = host.run(
        "/usr/bin/unshare", ["-m", "sh", "-c", script, "sh", change],
        setting: ["AUCAT_CATALOG": host.machine.folder("none.sqlite")])
      verify(run.status == 0 && run.text == text && (run.counts.answers > 0) == answers, "\(change): \(run.errors)")
    }
  }

  /// What depends on the host's language is lilv's; what doesn't is the catalog's in any language.
  @Test func lilvTranslates() {
    var text = Plugin.prefixes + Plugin(uri: "urn:one", name: "One", ports: [.control]).description
    text = text.replacing("doap:name \"One\"", with: "doap:name \"One\", \"Eins\"@de, \"Ett\"@sv")
    host.machine.folder.write(text, to: "home/.lv2/one.lv2/plugin.ttl")
    host.scan()
    for (language, name) in [("C", "<One>"), ("de_DE.UTF-8", "<Eins>"), ("sv", "<Ett>")] {
      verify(host.expectSame(Self.words, setting: ["LANG": language]).text.contains(name), "\(language)")
    }
  }

  @Test("lilv reads a plugin that another bundle describes as well, or to which it adds a file")
  func otherBundles() {
    let folder = host.machine.folder
    folder.write(Plugin.prefixes + "<urn:one> lv2:optionalFeature <urn:more> .", to: "home/.lv2/aaa.lv2/more.ttl")
    folder.write(Plugin.prefixes + "<urn:one> rdfs:seeAlso <more.ttl> .", to: "home/.lv2/aaa.lv2/manifest.ttl")
    host.expectSame(Self.words)
    folder.remove("home/.lv2/aaa.lv2")
    folder.write(
      Plugin.prefixes + "<urn:one> doap:name \"Zero\" ; lv2:requiredFeature <urn:feature> .",
      to: "home/.lv2/other.lv2/manifest.ttl")
    let answered = host.expectSame(Self.words)
    verify(answered.errors.contains("<urn:one>: another bundle describes it as well"), "\(answered.errors)")
  }

  /// An author with a URI belongs to no bundle.
  @Test func anAuthorOfTwoBundlesIsDescribedAsByLilv() {
    for authors in [["\"Ann\"", "\"Anna\""], ["\"Ann\" ; foaf:mbox <mailto:ann@example.org>", "\"Ann\""]] {
      for (name, author) in zip(["one", "two"], authors) {
        host.install(.one(name, called: name))
        let plugin = Plugin(uri: "urn:\(name)", name: name).description
        let text = plugin.replacing("[ foaf:name \"Ben\" ]", with: "<urn:ann>") + "<urn:ann> foaf:name \(author) ."
        host.machine.folder.write(Plugin.prefixes + text, to: "home/.lv2/\(name).lv2/plugin.ttl")
      }
      host.scan()
      for order in ["listing", "plugin"] { host.expectSame([order, "/home/.lv2/"]) }
    }
  }
}
