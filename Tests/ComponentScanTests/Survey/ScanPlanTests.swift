import ComponentModel
import ComponentScan
import Glibc
import TestSupport
import Testing

/// The difference between a search path and the catalog: one bundle that the catalog knows, and what becomes of it.
@Suite struct ScanPlanTests {
  private let folder = TemporaryFolder()

  /// A row of the specification.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout KnownBundle) -> Void = { _ in }
    var full = false
    var reads = false
    var knowsContent = false
  }

  static let rows: [Row] = [
    Row(testDescription: "unchanged is not read"),
    Row(
      testDescription: "unchanged and quarantined is not read again: the catalog keeps its verdict", change: { _ in }),
    Row(testDescription: "everything is read again on demand", full: true, reads: true),
    Row(
      testDescription: "another fingerprint of the Turtle is read unless the content is the known one",
      change: { $0.fingerprint?.turtle ^= 1 }, reads: true, knowsContent: true),
    Row(
      testDescription: "a new binary is read even where the Turtle is the same",
      change: { $0.fingerprint?.other ^= 1 }, reads: true),
    Row(
      testDescription: "a new binary with new Turtle is read",
      change: {
        $0.fingerprint?.turtle ^= 1
        $0.fingerprint?.other ^= 1
      }, reads: true),
    Row(testDescription: "what an older scanner read is read again", change: { $0.scanner -= 1 }, reads: true),
    Row(testDescription: "what a newer scanner read is read again", change: { $0.scanner += 1 }, reads: true),
    Row(testDescription: "a reading that never ended is done again", change: { $0.fingerprint = nil }, reads: true),
    Row(testDescription: "an unknown content is no reason to read", change: { $0.content = nil }),
    Row(
      testDescription: "what scans were kept from reading is read when it is due", change: { $0.isDue = true },
      reads: true),
    Row(testDescription: "another bundle's row is none of this one's", change: { $0.path += "x" }, reads: true),
  ]

  private func survey() -> BundleSurvey { BundleSurvey(SearchPath(entries: [folder.path], environment: [:])) }

  private func known(_ bundle: BundleSurvey.Bundle) -> KnownBundle {
    KnownBundle(
      path: bundle.path, fingerprint: bundle.fingerprint, content: 7, scanner: ScanPlan.scannerVersion,
      roots: Set(bundle.roots))
  }

  @Test(arguments: rows) func aBundleIsReadWhenItHasTo(_ row: Row) throws {
    folder.bundleWithGoodPlugin("a.lv2")
    let bundle = try #require(survey().bundles.first)
    var known = known(bundle)
    row.change(&known)
    let plan = ScanPlan(survey: survey(), known: [known], full: row.full)
    #expect(plan.jobs.map(\.bundle) == (row.reads ? [bundle] : []))
    #expect(plan.jobs.first?.knownContent == (row.knowsContent ? 7 : nil))
    #expect(plan.unchanged == (row.reads ? [] : [bundle.path]))
    #expect(plan.moved.isEmpty && plan.unreadable.isEmpty)
  }

  @Test func theLargestBundleIsReadFirst() {
    for (name, size) in [("a.lv2", 100), ("b.lv2", 30_000), ("c.lv2", 5_000)] {
      folder.bundleWithGoodPlugin(name, more: "# " + String(repeating: "x", count: size))
    }
    let plan = ScanPlan(survey: survey(), known: [], full: false)
    #expect(plan.jobs.map { lastPart($0.bundle.path) } == ["b.lv2", "c.lv2", "a.lv2"])
  }

  @Test func aBundleThatIsNoLongerThereIsGone() {
    let here: Set = [folder.path]
    let rows: [(roots: Set<String>, isGone: Bool)] = [
      (here, true), (["/elsewhere"], false), (here.union(["/elsewhere"]), true), ([], false),
    ]
    for row in rows {
      let old = KnownBundle(path: folder("old.lv2"), fingerprint: nil, content: nil, scanner: 1, roots: row.roots)
      let plan = ScanPlan(survey: survey(), known: [old], full: false)
      #expect(plan.gone == (row.isGone ? [old.path] : []), "only roots that were looked at can tell: \(row.roots)")
    }
  }

  @Test func aRootThatCannotBeListedLosesNothing() {
    symlink("loop", folder("loop"))
    let old = KnownBundle(path: "/x", fingerprint: nil, content: nil, scanner: 1, roots: [folder("loop")])
    let survey = BundleSurvey(SearchPath(entries: [folder("loop")], environment: [:]))
    #expect(ScanPlan(survey: survey, known: [old], full: true).gone.isEmpty)
  }

  @Test func aMissingRootHasLostItsBundles() {
    let old = KnownBundle(path: "/x", fingerprint: nil, content: nil, scanner: 1, roots: [folder("missing")])
    let survey = BundleSurvey(SearchPath(entries: [folder("missing")], environment: [:]))
    #expect(ScanPlan(survey: survey, known: [old], full: false).gone == ["/x"])
  }

  @Test func aBundleThatAnotherRootReachesIsMovedAndNotRead() throws {
    folder.bundleWithGoodPlugin("a.lv2")
    let bundle = try #require(survey().bundles.first)
    var old = known(bundle)
    old.roots = ["/elsewhere"]
    let plan = ScanPlan(survey: survey(), known: [old], full: false)
    #expect(plan.moved == [bundle])
    #expect(plan.unchanged == [bundle.path])
    old.roots = [folder.path, "/elsewhere"]
    #expect(ScanPlan(survey: survey(), known: [old], full: false).moved.isEmpty, "other roots are not ours to change")
  }

  @Test func aBundleWithAProblemNeedsNoWorker() throws {
    mkdir(folder("a.lv2"), 0o755)
    symlink("manifest.ttl", folder("a.lv2/manifest.ttl"))
    let plan = ScanPlan(survey: survey(), known: [], full: false)
    #expect(plan.unreadable.map(\.path) == [folder("a.lv2")])
    #expect(plan.jobs.isEmpty)
  }
}
