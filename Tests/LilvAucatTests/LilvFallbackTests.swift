import Foundation
import Glibc
import SQLite
import TestSupport
import Testing

/// When the catalog doesn't answer for lilv: the answers are lilv's then, and the reason is told to who asks for it.
@Suite(.enabled(if: Machine.has("cc") && Machine.has("pkg-config"), "a C compiler or pkg-config is missing"))
struct LilvFallbackTests {
  private let host: LilvHost
  private static let words = ["listing", "/home/.lv2/"]

  init() throws {
    host = try LilvHost([Bundle(name: "one", plugins: [Plugin(uri: "urn:one", name: "One")])])
    host.scan()
  }

  /// Checks that lilv's answers arrive.
  private func expectLilv(
    saying reason: String, setting: [String: String?] = [:], location: SourceLocation = #_sourceLocation
  ) {
    let alone = host.alone(Self.words, setting: setting)
    let answered = host.answered(Self.words, setting: setting)
    #expect(alone.status == 0 && answered.status == 0, sourceLocation: location)
    #expect(alone.text == answered.text && !alone.text.isEmpty, sourceLocation: location)
    #expect(answered.errors.contains(reason), "\(answered.errors)", sourceLocation: location)
    #expect((answered.answerCounts?.answers ?? 0) == 0, "\(answered.errors)", sourceLocation: location)
  }

  @Test func anUnchangedBundleIsAnsweredFromTheCatalog() {
    let answered = host.answered(Self.words)
    #expect((answered.answerCounts?.answers ?? 0) > 50 && answered.answerCounts?.readings == 0, "\(answered.errors)")
    #expect(host.answered(Self.words, setting: ["AUCAT_LILV_NOTES": nil]).errors == "")
  }

  @Test func lilvReadsABundleThatHasChanged() {
    var bundle = Bundle(name: "one", plugins: [Plugin(uri: "urn:one", name: "Another")])
    bundle.plugins[0].ports = [.control]
    host.machine.install(bundle, in: "home/.lv2")
    expectLilv(saying: "<urn:one>: its bundle has changed since the scan")
    #expect(host.answered(Self.words).text.contains("string <Another>"))
  }

  @Test func lilvReadsABundleThatHasCome() {
    host.machine.install(Bundle(name: "two", plugins: [Plugin(uri: "urn:two", name: "Two")]), in: "home/.lv2")
    let answered = host.answered(Self.words)
    #expect(answered.text == host.alone(Self.words).text && answered.text.contains("string <Two>"))
    #expect(answered.errors.contains("<urn:two>: the catalog has no answers"))
    #expect(answered.answerCounts?.readings == 1)
  }

  @Test func aBundleThatIsGoneIsGone() throws {
    host.machine.install(Bundle(name: "two", plugins: [Plugin(uri: "urn:two", name: "Two")]), in: "home/.lv2")
    host.scan()
    try FileManager.default.removeItem(atPath: host.machine.folder("home/.lv2/two.lv2"))
    let answered = host.answered(Self.words)
    #expect(answered.text == host.alone(Self.words).text && !answered.text.contains("urn:two"))
  }

  @Test func lilvAnswersWithoutACatalog() {
    expectLilv(saying: "there is no catalog", setting: ["AUCAT_CATALOG": host.machine.folder("none.sqlite")])
    let setting = ["AUCAT_CATALOG": host.machine.folder("none.sqlite"), "AUCAT_LILV_NOTES": nil]
    let quiet = host.answered(Self.words, setting: setting)
    #expect(quiet.errors.hasPrefix("aucat: lilv answers, since there is no catalog"), "\(quiet.errors)")
  }

  @Test func lilvAnswersWhereTheCatalogIsNone() {
    host.machine.folder.write(String(repeating: "no database ", count: 1_000), to: "noise.sqlite")
    expectLilv(saying: "can't be used", setting: ["AUCAT_CATALOG": host.machine.folder("noise.sqlite")])
  }

  /// A text with a null character, which no scan writes.
  @Test func lilvAnswersWhereARowMeansNothing() throws {
    try Connection(host.machine.catalog, for: .writing).execute(
      "UPDATE lilv_answer SET facts = facts || char(0) || 'x'; PRAGMA wal_checkpoint(TRUNCATE)")
    expectLilv(saying: "<urn:one>: the catalog's row is damaged")
  }

  @Test(
    "the machine's catalog answers only if nobody but root can have written it, or put it into its folder",
    .enabled(if: geteuid() == 0 && Machine.has("unshare"), "this needs root, and unshare"),
    arguments: [
      ("", true), ("chmod 775 .", false), ("chmod 757 .", false), ("chown nobody .", false),
      ("chmod 664 catalog.sqlite", false), ("chown nobody catalog.sqlite", false),
      ("mv catalog.sqlite other && ln -s other catalog.sqlite", false),
    ])
  func theMachinesCatalog(change: String, answers: Bool) throws {
    let script = """
      mount -t tmpfs none /var/cache && mkdir -m 755 /var/cache/aucat && cd /var/cache/aucat
      cp "$catalog" catalog.sqlite && chmod 644 catalog.sqlite
      \(change)
      AUCAT_LILV_NOTES=1 LD_PRELOAD="$library" exec "$dump" listing /home/.lv2/
      """
    var environment = host.environment(["AUCAT_CATALOG": host.machine.folder("none.sqlite")])
    environment["catalog"] = host.machine.catalog
    let run = Child.run("/usr/bin/unshare", ["-m", "sh", "-c", script], environment: environment)
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.text == host.alone(Self.words).text)
    #expect((run.answerCounts?.answers ?? 0 > 0) == answers, "\(run.errors)")
  }

  /// A host such as Qtractor sets `LV2_PATH` itself.
  @Test func anLV2PathOfTheCatalogsFoldersIsAnswered() {
    let usual = [
      "~/.lv2", "/usr/lib/x86_64-linux-gnu/lv2", "/nosuch/lv2", host.machine.folder("home/.lv2"), "/usr/lib/lv2/",
      "/usr/local/lib/lv2",
    ]
    let setting = ["LV2_PATH": usual.joined(separator: ":")]
    let answered = host.answered(Self.words, setting: setting)
    #expect(answered.text == host.alone(Self.words, setting: setting).text && !answered.text.isEmpty)
    #expect((answered.answerCounts?.answers ?? 0) > 50 && answered.answerCounts?.readings == 0, "\(answered.errors)")
  }

  /// The order of folders decides which of two bundles with the same plugin a host gets.
  @Test func lilvAnswersWithAnotherLV2PathAndSaysSoOnce() {
    let home = host.machine.folder("home/.lv2")
    for path in ["/usr/lib/lv2:\(home)", "\(home):\(host.machine.folder.path)", "$HOME/.lv2:/usr/lib/lv2", home] {
      expectLilv(saying: "LV2_PATH names other folders", setting: ["LV2_PATH": path])
      let quiet = host.answered(Self.words, setting: ["LV2_PATH": path, "AUCAT_LILV_NOTES": nil])
      // lilv has complaints of its own about folders without a manifest.
      let said = quiet.errors.split(separator: "\n").filter { $0.hasPrefix("aucat: ") }
      #expect(said.count == 1 && said[0].hasSuffix("unset it"), "\(quiet.errors)")
    }
  }

  @Test func lilvAnswersWithoutTheLibrary() {
    let answered = host.answered(Self.words, setting: ["AUCAT_LILV": "off"])
    #expect(answered.text == host.alone(Self.words).text && !answered.text.isEmpty && answered.errors == "")
  }

  /// What depends on the host's language is lilv's; what doesn't is the catalog's in any language.
  @Test(arguments: ["C", "de_DE.UTF-8", "sv"]) func lilvTranslates(language: String) throws {
    var text = Plugin.prefixes + Plugin(uri: "urn:one", name: "One", ports: [.control]).description
    text = text.replacing("doap:name \"One\"", with: "doap:name \"One\", \"Eins\"@de, \"Ett\"@sv")
    host.machine.folder.write(text, to: "home/.lv2/one.lv2/plugin.ttl")
    host.scan()
    let setting = ["LANG": language]
    let answered = host.answered(Self.words, setting: setting)
    #expect(answered.text == host.alone(Self.words, setting: setting).text)
    #expect(answered.text.contains(["C": "<One>", "sv": "<Ett>"][language] ?? "<Eins>"))
  }

  @Test func lilvReadsAPluginThatAnotherManifestDescribes() {
    let folder = host.machine.folder
    folder.write(
      Plugin.prefixes + "<urn:one> doap:name \"Zero\" ; lv2:requiredFeature <urn:feature> .",
      to: "home/.lv2/other.lv2/manifest.ttl")
    let answered = host.answered(Self.words)
    #expect(answered.text == host.alone(Self.words).text)
    #expect(answered.errors.contains("<urn:one>: another bundle describes it as well"), "\(answered.errors)")
  }

  @Test func lilvReadsAPluginToWhichAnotherBundleAddsAFile() {
    let folder = host.machine.folder
    folder.write(Plugin.prefixes + "<urn:one> lv2:optionalFeature <urn:more> .", to: "home/.lv2/aaa.lv2/more.ttl")
    folder.write(Plugin.prefixes + "<urn:one> rdfs:seeAlso <more.ttl> .", to: "home/.lv2/aaa.lv2/manifest.ttl")
    let answered = host.answered(Self.words)
    #expect(answered.text == host.alone(Self.words).text)
  }

  /// An author with a URI belongs to no bundle.
  @Test(arguments: [("\"Ann\"", "\"Anna\""), ("\"Ann\" ; foaf:mbox <mailto:ann@example.org>", "\"Ann\"")])
  func anAuthorOfTwoBundlesIsDescribedAsByLilv(one: String, other: String) {
    for (name, author) in [("one", one), ("two", other)] {
      let plugin = Plugin(uri: "urn:\(name)", name: name)
      let text = plugin.description.replacing("[ foaf:name \"Ben\" ]", with: "<urn:ann>")
      host.machine.install(Bundle(name: name, plugins: [plugin]), in: "home/.lv2")
      host.machine.folder.write(
        Plugin.prefixes + text + "<urn:ann> foaf:name \(author) .", to: "home/.lv2/\(name).lv2/plugin.ttl")
    }
    host.scan()
    for order in ["listing", "plugin"] {
      let words = [order, "/home/.lv2/"]
      #expect(host.answered(words).text == host.alone(words).text)
    }
  }
}
