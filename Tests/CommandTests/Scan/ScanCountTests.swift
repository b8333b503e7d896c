import TestSupport
import Testing

/// The numbers of `aucat scan --json` where two bundles declare one URI: they count what the caller sees.
@Suite struct ScanCountTests {
  private let machine = Machine([Bundle(name: "older", plugins: [.older]), Bundle(name: "newer", plugins: [.newer])])

  /// What one scan counts.
  private struct Counts: Equatable, CustomStringConvertible {
    var bundles: Double, components: Double, added: Double, changed: Double, removed: Double, unchanged: Double

    init(
      bundles: Double, components: Double = 1, added: Double = 0, changed: Double = 0, removed: Double = 0,
      unchanged: Double = 0
    ) {
      (self.bundles, self.components, self.added) = (bundles, components, added)
      (self.changed, self.removed, self.unchanged) = (changed, removed, unchanged)
    }

    var description: String {
      "\(bundles) bundles, \(components) components: +\(added) *\(changed) -\(removed) =\(unchanged)"
    }
  }

  private func scan(_ arguments: String...) throws -> Counts {
    let report = try machine.aucat(["scan", "--json"] + arguments).json
    func number(_ key: String) -> Double { if case .number(let number) = report[key] { number } else { -1 } }
    let counts = Counts(
      bundles: number("bundles"), components: number("components"), added: number("added"),
      changed: number("changed"), removed: number("removed"), unchanged: number("unchanged"))
    #expect(counts.added + counts.changed + counts.unchanged == counts.components, "\(counts)")
    #expect(machine.aucat("search", "--count").text == "\(Int(counts.components))\n")
    return counts
  }

  private func remove(_ bundle: String) {
    #expect(machine.shell(#"rm -r "$folder/lv2/\#(bundle).lv2""#).status == 0)
  }

  @Test func theFirstScanAddsTheURIOnceAndTheNextOneChangesNothing() throws {
    #expect(try scan() == Counts(bundles: 2, added: 1))
    #expect(try scan() == Counts(bundles: 2, unchanged: 1))
    #expect(try scan("--full") == Counts(bundles: 2, unchanged: 1))
  }

  @Test func withoutTheWinnerTheOtherOneIsAChange() throws {
    _ = try scan()
    remove("newer")
    #expect(try scan() == Counts(bundles: 1, changed: 1))
    machine.install(Bundle(name: "newer", plugins: [.newer]))
    #expect(try scan() == Counts(bundles: 2, changed: 1))
  }

  @Test func withoutTheShadowedOneNothingChanges() throws {
    _ = try scan()
    remove("older")
    #expect(try scan() == Counts(bundles: 1, unchanged: 1))
    machine.install(Bundle(name: "older", plugins: [.older]))
    #expect(try scan() == Counts(bundles: 2, unchanged: 1))
  }

  @Test func withoutBothTheURIIsRemovedOnce() throws {
    _ = try scan()
    remove("older")
    remove("newer")
    machine.install(Bundle(name: "hall", plugins: [.hall]))
    #expect(try scan() == Counts(bundles: 1, added: 1, removed: 1))
  }

  @Test func aShadowedOneThatIsUpdatedBeyondTheWinnerIsAChange() throws {
    _ = try scan()
    var newest = Plugin.older
    newest.microVersion = 1
    machine.install(Bundle(name: "older", plugins: [newest]))
    #expect(try scan() == Counts(bundles: 2, unchanged: 1))
    newest.microVersion = 3
    machine.install(Bundle(name: "older", plugins: [newest]))
    #expect(try scan() == Counts(bundles: 2, changed: 1))
  }

  @Test func aDuplicateInASecondDirectoryIsCountedOnceToo() throws {
    machine.install(Bundle(name: "newer", plugins: [.newer]), in: "second")
    let (first, second) = (machine.folder("lv2"), machine.folder("second"))
    let both = try machine.aucat("scan", "--json", "--path", first, "--path", second).json
    #expect(both["bundles"] == .number(3))
    #expect(both["components"] == .number(1) && both["added"] == .number(1))
    #expect(try scan() == Counts(bundles: 2, unchanged: 1))
  }
}
