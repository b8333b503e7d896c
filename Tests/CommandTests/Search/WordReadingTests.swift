import TestSupport
import Testing

/// What is said of plain words that find nothing, on real plugins.
@Suite(.enabled(if: RealPlugins.areThere, "the real plugins are not installed: .dev/setup plugins"))
struct WordReadingTests {
  private let machine = RealPlugins.machine()

  @Test("the word that nothing has is to blame, and not those that are left out beside it")
  func unknownWord() {
    #expect(machine.aucat("search", "something like valhalla").errors == "aucat: nothing matches `valhalla`\n")
  }
}
