import TestSupport

/// Random texts of the words that `FakeWordKnowledge` knows in different ways, and some that it doesn't.
struct RandomText {
  var generator: SeededGenerator

  /// Words that say something wherever they stand.
  static let content = [
    "calf", "lsp", "hall", "reverb", "gate", "noise", "noisegate", "nachhall", "wah", "eq", "organ", "b3", "vocal",
    "drums",
    "loud", "hum", "lo", "fi", "voice", "choir", "warm", "schroeder", "dragonfly", "freeze", "qqq", "revreb",
    "dragon-fly",
  ]
  /// Words that mean nothing, exclude, or state a condition, alone or with others.
  static let others = [
    "a", "the", "with", "for", "into", "pedal", "plugin", "without", "ohne", "no", "gui", "stereo", "mono", "two",
    "input", "5",
    "over", "s", "parsecs", "side", "chain", "presets", "x42", "l'hall",
  ]
  static let words = content + others

  /// So many words, each of which says something with this chance in percent.
  mutating func words(_ count: Int, content chance: Int) -> [String] {
    (0..<count).map { _ in generator.pick(generator.chance(chance) ? Self.content : Self.others) }
  }
}
