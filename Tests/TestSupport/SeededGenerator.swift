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
