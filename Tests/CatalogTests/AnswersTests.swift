import Testing

@testable import CatalogSearch

/// Where good answers end.
@Suite struct AnswersTests {
  @Test(
    "behind the last that has its share of the best one's points",
    arguments: [
      ("short lists are whole", [100] + Array(repeating: 1, count: 24), 25),
      ("a longer one ends", Array(repeating: 100, count: 12) + Array(repeating: 39, count: 14), 12),
      ("at two fifths", Array(repeating: 100, count: 12) + Array(repeating: 40, count: 14), 26),
      ("ten are a choice", [100] + Array(repeating: 1, count: 30), 10),
      ("the last good one counts", Array(repeating: 100, count: 12) + Array(repeating: 1, count: 14) + [90, 1], 27),
      ("nothing is good without points", Array(repeating: 0, count: 30), 30), ("nothing", [], 0),
    ] as [(String, [Int], Int)])
  func end(case name: String, points: [Int], count: Int) {
    #expect(Answers.goodCount(points) { _ in false } == count, "\(name)")
  }

  @Test("variants are not parted") func variants() {
    let points = Array(repeating: 100, count: 12) + Array(repeating: 1, count: 18)
    #expect(Answers.goodCount(points) { (12...14).contains($0) } == 15)
    #expect(Answers.goodCount(points) { $0 > 12 } == 12)
    #expect(Answers.goodCount(points) { _ in true } == 30)
  }
}
