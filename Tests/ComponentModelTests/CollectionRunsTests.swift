import ComponentModel
import Testing

/// Runs of elements in texts and lists.
@Suite struct CollectionRunsTests {
  @Test(arguments: [
    ("libsqlite3.so.0.8.6", ".so.", 10), ("aab", "ab", 1), ("ab", "ab", 0), ("ab", "abc", nil), ("ab", "", nil),
    ("", "a", nil), ("e\u{301}tude", "\u{E9}t", 0),
  ])
  func aRunIsFoundWhereItFirstOccurs(text: String, run: String, start: Int?) {
    let range = text.range(ofRun: run)
    #expect(range.map { text.distance(from: text.startIndex, to: $0.lowerBound) } == start)
    #expect(range.map { text[$0] == run } ?? true)
  }

  @Test(arguments: [
    ([1, 2, 1, 2, 3], [1, 2], [9], [9, 9, 3]), ([1, 1, 1], [1, 1], [], [1]), ([1], [1], [1, 1], [1, 1]),
    ([1, 2], [], [9], [1, 2]), ([], [1], [9], []), ([1, 2], [3], [9], [1, 2]),
  ])
  func eachRunIsReplacedOnce(list: [Int], run: [Int], replacement: [Int], result: [Int]) {
    var list = list
    list.replace(run: run, with: replacement)
    #expect(list == result)
  }
}
