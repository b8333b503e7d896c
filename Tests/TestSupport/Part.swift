import Glibc
public import Testing

/// A part of the tests that takes long, and runs when it is asked for: `.dev/test PART`.
public enum Part: String, Sendable {
  /// Random cases that are compared with a model.
  case laws
  /// Comparison with other implementations over many real plugins and files.
  case oracle
  /// Programs that tests compile, or that embed the library.
  case hosts
  /// The Python package.
  case python
  /// The documentation of modules.
  case docs
  /// Forced faults, damage and shortage.
  case faults
  /// Validation and measurement of plugins, which take time by their nature.
  case checks

  /// Whether a test of the part runs. `AUCAT_TEST_PARTS` names parts, or is `all`; with `AUCAT_TEST_TENTH`, a seed, a
  /// tenth of all of them runs, chosen by where they are.
  public func runs(_ file: String, _ line: Int) -> Bool {
    if let parts = Self.variable("AUCAT_TEST_PARTS"),
      parts == "all" || parts.split(separator: ",").contains(rawValue[...])
    {
      return true
    }
    guard let seed = Self.variable("AUCAT_TEST_TENTH").flatMap({ UInt64($0) }) else { return false }
    let place = "\(file):\(line)".utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    var generator = SeededGenerator(seed: place)
    return generator.next() % 10 == 0
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension Trait where Self == ConditionTrait {
  /// Takes a test, or a suite, out of the quick ones.
  public static func part(_ part: Part, file: String = #fileID, line: Int = #line) -> Self {
    .enabled(if: part.runs(file, line), "`.dev/test \(part.rawValue)` runs it")
  }
}
