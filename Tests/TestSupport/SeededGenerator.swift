import Glibc

/// A random generator that can be run again: `AUCAT_TEST_SEED` names the seed that a failure has printed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// What the generator began with.
  public let seed: UInt64
  private var state: UInt64

  /// A generator that begins with the environment's seed, else with a new one. The seed is printed.
  public init(environment: [String: String], purpose: String) {
    self.init(seed: environment["AUCAT_TEST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max))
    print("\(purpose): AUCAT_TEST_SEED=\(seed)")
  }

  /// How many random cases a law is tried on: `AUCAT_TEST_CASES=10` tries ten times as many.
  public static func cases(_ count: Int) -> Int {
    count * max(1, getenv("AUCAT_TEST_CASES").flatMap { Int(String(cString: $0)) } ?? 1)
  }

  /// A generator that begins with a seed.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// SplitMix64.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}

/// The seed of everything random in these tests: `AUCAT_TEST_SEED`, else a new one. Print it with what fails.
public let testSeed: UInt64 = {
  let given = getenv("AUCAT_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
  let seed = given ?? UInt64.random(in: 0...999_999_999)
  print("AUCAT_TEST_SEED=\(seed)")
  return seed
}()

extension SeededGenerator {
  /// A generator for one test; `stream` keeps tests from sharing numbers.
  public init(stream: UInt64) { self.init(seed: testSeed &+ stream &* 0x9E37_79B9_7F4A_7C15) }

  /// One of some elements.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// True in so many of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
