import TestSupport
import Testing

@testable import CatalogSearch

struct AnswersTests {
  @Test("good answers end behind the last that has its share of the best one's points, and variants are not parted")
  func ends() {
    let good = Array(repeating: 100, count: 12)
    for (name, points, count) in [
      ("short lists are whole", [100] + Array(repeating: 1, count: 24), 25),
      ("a longer one ends", good + Array(repeating: 39, count: 14), 12),
      ("at two fifths", good + Array(repeating: 40, count: 14), 26),
      ("ten are a choice", [100] + Array(repeating: 1, count: 30), 10),
      ("the last good one counts", good + Array(repeating: 1, count: 14) + [90, 1], 27),
      ("nothing is good without points", Array(repeating: 0, count: 30), 30), ("nothing", [], 0),
    ] as [(String, [Int], Int)] {
      verify(Answers.goodCount(points) { _ in false }, equals: count, "\(name)")
    }
    let points = good + Array(repeating: 1, count: 18)
    verify(Answers.goodCount(points) { (12...14).contains($0) }, equals: 15)
    verify(Answers.goodCount(points) { $0 > 12 }, equals: 12)
    verify(Answers.goodCount(points) { _ in true }, equals: 30)
  }
}
