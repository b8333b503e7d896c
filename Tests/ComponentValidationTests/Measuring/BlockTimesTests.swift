import ComponentModel
import TestSupport
import Testing

@testable import ComponentValidation

/// Percentiles of times.
struct BlockTimesTests {
  @Test func percentilesAreTimesOfBlocks() throws {
    let times = try demand(BlockTimes((1...1_000).map { UInt64($0) }.shuffled(), floor: 0))
    verify(times.median == 500 && times.percentile95 == 950 && times.percentile99 == 990 && times.worst == 1_000)
    verify(times.count, equals: 1_000)
    let one = try demand(BlockTimes([7], floor: 0))
    verify(one.median == 7 && one.percentile99 == 7 && one.worst == 7)
    verify(BlockTimes([], floor: 0) == nil)
  }

  @Test func theFloorIsSubtractedAndNothingIsNegative() throws {
    let times = try demand(BlockTimes([1, 10, 100], floor: 5))
    verify(times.median == 5 && times.worst == 95)
    try verify(demand(BlockTimes([1, 2], floor: 5)).worst, equals: 0)
  }

  @Test("of several runs, the medians count, and the worst of all")
  func merging() throws {
    let runs = try [[10, 10, 90], [20, 20, 20], [30, 30, 30]].map { times in
      try demand(BlockTimes(times.map { UInt64($0) }, floor: 0))
    }
    let merged = try demand(BlockTimes(merging: runs))
    verify(merged.median == 20 && merged.percentile95 == 30 && merged.worst == 90 && merged.count == 9)
    verify(BlockTimes(merging: []) == nil)
  }

  @Test("a child's numbers come back as they are, and others not at all")
  func json() throws {
    let times = try demand(BlockTimes([1, 2, 3], floor: 0))
    verify(BlockTimes(times.json), equals: times)
    for text in [
      "[1,2,3,4]", "[1,2,3,4,-1]", "[1,2,3,4,1.5]", "[1,2,3,-4,1]", "[1,2,\"3\",4,1]", "7", "[1,2,3,4,1e300]",
    ] {
      verify(JSON(text).flatMap(BlockTimes.init) == nil, "\(text)")
    }
  }
}
