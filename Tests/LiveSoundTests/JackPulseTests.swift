import Testing

@testable import LiveSound

/// When a silent server is looked at.
@Suite struct JackPulseTests {
  @Test func onlyAfterAWhileAndEverMoreSeldom() {
    var pulse = JackPulse()
    var looks: [Int64] = []
    // Blocks come for two seconds, and then no longer.
    for tenth in 0..<2_000 {
      let time = Int64(tenth) * 100_000_000
      if pulse.isSuspect(cycles: UInt32(min(tenth, 20)), at: time) { looks.append(Int64(tenth)) }
    }
    #expect(looks == [30, 50, 90, 170, 330, 630, 930, 1_230, 1_530, 1_830])
    let ends = (0..<20).map { pulse.isSuspect(cycles: 30 + UInt32($0), at: Int64(300 + $0) * 1_000_000_000) }
    #expect(ends == [Bool](repeating: false, count: 20))
  }
}
