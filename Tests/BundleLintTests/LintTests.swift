import BundleLint
import Foundation
import TestSupport
import Testing

/// What a lint promises to the program that it runs in. `Tests/Transcripts/Lint` has what it finds.
struct LintTests {
  private let linter = Linter()
  private var path: String { LintFixture().install(in: linter.folder) }

  @Test func aLintCanBeCancelledAndEndsNoProcessOfItsHost() throws {
    let error = verify(throws: (any Error).self) { try BundleLint(path, linter.options()) { true } }
    verify("\(error.map { "\($0)" } ?? "")".contains("interrupted"))
    var others: [Process] = []
    defer { for process in others { process.terminate() } }
    _ = try BundleLint(path, linter.options()) {
      // Asked while a child of the lint is running.
      guard others.count < 20 else { return false }
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sleep")
      process.arguments = ["60"]
      if (try? process.run()) != nil { others.append(process) }
      return false
    }
    verify(others.count > 1 && others.allSatisfy { $0.isRunning })
  }

  @Test func aCleanBundleHasNoFindingAndABinaryThatCannotBeLoadedOne() throws {
    let clean = try linter.lint(path, loadingBinaries: false)
    verify(clean.findings == [] && clean.isClean && !clean.hasFailedBinary)
    verify(clean.plugins == ["urn:test:lint"] && clean.bundle == linter.folder("lint.lv2"))
    let empty = try linter.lint(path)
    verify(empty.findings.map(\.rule) == [.binaryNotLoadable] && !empty.isClean && !empty.hasFailedBinary)
    verify(empty.findings.first?.message.hasPrefix("plugin.so can't be loaded"), equals: true)
  }
}
