import Glibc
import TestSupport

/// The seed of everything random in these tests: `AUCAT_TEST_SEED`, else a new one. Print it with what fails.
let testSeed: UInt64 = {
  let given = getenv("AUCAT_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
  let seed = given ?? UInt64.random(in: 0...999_999_999)
  print("AUCAT_TEST_SEED=\(seed)")
  return seed
}()

extension SeededGenerator {
  /// A generator for one test; `stream` keeps tests from sharing numbers.
  init(stream: UInt64) { self.init(seed: testSeed &+ stream &* 0x9E37_79B9_7F4A_7C15) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
