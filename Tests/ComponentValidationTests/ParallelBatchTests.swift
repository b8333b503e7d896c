import ComponentValidation
import TestSupport
import Testing

/// Work on many things at once.
@Suite(.endsIfItHangs) struct ParallelBatchTests {
  @Test("results arrive in order, and an item without one is left out", arguments: [1, 3, 50])
  func order(jobs: Int) throws {
    let batch = ParallelBatch(Array(0..<50)) { number, _ in number % 3 == 0 ? nil : number }
    var delivered: [Int] = []
    var most = 0
    try batch.run(
      jobs: jobs, isCancelled: { false }, progress: { most = max(most, $0) }, deliver: { delivered.append($0) })
    verify(delivered == (0..<50).filter { $0 % 3 != 0 })
    verify(most <= 50)
  }
}
