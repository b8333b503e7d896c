import ComponentModel
import ComponentScan
import Glibc
import TestSupport
import Testing

/// The difference between a search path and the catalog: one bundle that the catalog knows, and what becomes of it.
struct ScanPlanTests {
  private let folder = TemporaryFolder()

  private func known(_ bundle: SurveyedBundle) -> KnownBundle {
    KnownBundle(
      path: bundle.path, fingerprint: bundle.fingerprint, content: 7, scanner: ScanPlan.scannerVersion,
      roots: Set(bundle.roots))
  }

  private func plan(_ known: KnownBundle, full: Bool = false, root: String? = nil) -> ScanPlan {
    ScanPlan(survey: Scan.survey(root ?? folder.path), known: [known], full: full)
  }

  @Test func aBundleIsReadWhenItHasTo() throws {
    folder.bundleWithGoodPlugin("a.lv2")
    let bundle = try demand(Scan.survey(folder.path).bundles.first)
    let changes: [(String, reads: Bool, (inout KnownBundle) -> Void)] = [
      ("unchanged is not read, and the catalog keeps its verdict", false, { _ in }),
      ("other Turtle is read", true, { $0.fingerprint?.turtle ^= 1 }),
      ("a new binary is read even where the Turtle is the same", true, { $0.fingerprint?.other ^= 1 }),
      ("both", true, { $0.fingerprint = Fingerprint(turtle: 1, other: 1) }),
      ("what an older scanner read is read again", true, { $0.scanner -= 1 }),
      ("what a newer scanner read is read again", true, { $0.scanner += 1 }),
      ("a reading that never ended is done again", true, { $0.fingerprint = nil }),
      ("an unknown content is no reason to read", false, { $0.content = nil }),
      ("what scans were kept from reading is read when it is due", true, { $0.isDue = true }),
      ("another bundle's row is none of this one's", true, { $0.path += "x" }),
    ]
    for (what, reads, change) in changes {
      var known = known(bundle)
      change(&known)
      let plan = plan(known)
      verify(plan.jobs.map(\.bundle), equals: reads ? [bundle] : [], "\(what)")
      verify(plan.jobs.first?.knownContent, equals: what == "other Turtle is read" ? 7 : nil, "\(what)")
      verify(plan.unchanged, equals: reads ? [] : [bundle.path], "\(what)")
      verify(plan.moved.isEmpty && plan.unreadable.isEmpty, "\(what)")
    }
    verify(plan(known(bundle), full: true).jobs.map(\.bundle), equals: [bundle])
  }

  @Test func theLargestBundleIsReadFirstAndOneWithAProblemNeedsNoWorker() {
    for (name, size) in [("a.lv2", 100), ("b.lv2", 30_000), ("c.lv2", 5_000)] {
      folder.bundleWithGoodPlugin(name, more: "# " + String(repeating: "x", count: size))
    }
    mkdir(folder("d.lv2"), 0o755)
    symlink("manifest.ttl", folder("d.lv2/manifest.ttl"))
    let plan = ScanPlan(survey: Scan.survey(folder.path), known: [], full: false)
    verify(plan.jobs.map { lastPart($0.bundle.path) }, equals: ["b.lv2", "c.lv2", "a.lv2"])
    verify(plan.unreadable.map(\.path), equals: [folder("d.lv2")])
  }

  @Test func aBundleIsGoneOnlyWhereARootThatWasLookedAtTellsAndMovedWhereAnotherReachesIt() throws {
    symlink("loop", folder("loop"))
    let here = folder.path
    for (roots, root, isGone) in [
      ([here], here, true), (["/elsewhere"], here, false), ([here, "/elsewhere"], here, true), ([], here, false),
      ([folder("loop")], folder("loop"), false), ([folder("missing")], folder("missing"), true),
    ] {
      let old = KnownBundle(path: "/old.lv2", fingerprint: nil, content: nil, scanner: 1, roots: Set(roots))
      for full in [false, true] {
        verify(plan(old, full: full, root: root).gone, equals: isGone ? [old.path] : [], "\(roots)")
      }
    }
    folder.bundleWithGoodPlugin("a.lv2")
    let bundle = try demand(Scan.survey(here).bundles.first)
    var old = known(bundle)
    old.roots = ["/elsewhere"]
    verify(plan(old).moved == [bundle] && plan(old).unchanged == [bundle.path], "it is not read")
    old.roots = [here, "/elsewhere"]
    verify(plan(old).moved.isEmpty, "other roots are not ours to change")
  }
}
