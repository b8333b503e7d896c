internal import ComponentModel
internal import Glibc

/// The names of parameters as sets of words, each with a number: `Decay Time 2` and `decay time` are the same.
struct ParameterVocabulary {
  private let rules: any TextRules
  private var byText: [String: Int?] = [:]
  private var byWords: [[Int]: Int] = [:]
  private var words: [String: Int] = [:]
  /// The words of each name, as numbers in ascending order.
  private(set) var names: [[Int]] = []
  /// The letters of each name, by which `Predelay` and `Pre-Delay` match.
  private var letters: [String] = []
  private var counts: [Int] = []
  private var wordCounts: [Int] = []

  init(rules: any TextRules) { self.rules = rules }

  /// The number of a name; nil if it has no word.
  mutating func number(of text: String) -> Int? {
    if let known = byText[text] { return known }
    let found = numbered(rules.folded(text, [.ignoringCase, .ignoringAccents]))
    byText[text] = .some(found)
    return found
  }

  private mutating func numbered(_ folded: String) -> Int? {
    let parts = folded.unicodeScalars.split { !$0.properties.isAlphabetic }
    let numbers = Set(parts.map { word(String($0)) }).sorted()
    guard !numbers.isEmpty else { return nil }
    if let known = byWords[numbers] { return known }
    byWords[numbers] = names.count
    names.append(numbers)
    letters.append(parts.reduce(into: "") { $0.unicodeScalars.append(contentsOf: $1) })
    counts.append(0)
    return names.count - 1
  }

  private mutating func word(_ text: String) -> Int {
    if let known = words[text] { return known }
    words[text] = wordCounts.count
    wordCounts.append(0)
    return wordCounts.count - 1
  }

  /// Counts the distinct names of one component.
  mutating func count(_ numbers: [Int]) {
    var seen: Set<Int> = []
    for number in numbers {
      counts[number] += 1
      for word in names[number] where seen.insert(word).inserted { wordCounts[word] += 1 }
    }
  }

  /// How specific each name is: the rarer, the more.
  func weights(of total: Int) -> [Double] { counts.map { Self.weight($0, of: total) } }

  /// How specific a feature is, given the number of components that have it.
  static func weight(_ count: Int, of total: Int) -> Double { log(1 + Double(total) / Double(max(1, count))) }

  /// For each name, the most similar of a component's names, and how similar it is, from 0 to 1; nil if none is.
  func likenesses(to own: [Int], of total: Int) -> [(own: Int, strength: Double)?] {
    let weights = wordCounts.map { Self.weight($0, of: total) }
    func sum(_ name: Int) -> Double { names[name].reduce(0) { $0 + weights[$1] } }
    let sums = own.map(sum)
    var ownByWord: [Int: [Int]] = [:]
    for (index, name) in own.enumerated() {
      for word in names[name] { ownByWord[word, default: []].append(index) }
    }
    let ownByLetters = Dictionary(own.enumerated().map { (letters[$1], $0) }, uniquingKeysWith: { first, _ in first })
    return names.indices.map { name in
      if let index = ownByLetters[letters[name]] { return (index, 1) }
      var best: (own: Int, strength: Double)?
      var common: [Int: Double] = [:]
      for word in names[name] {
        for index in ownByWord[word] ?? [] { common[index, default: 0] += weights[word] }
      }
      for index in common.keys.sorted() {
        let strength = (common[index] ?? 0) / max(sums[index], sum(name))
        if strength >= Self.leastStrength, strength > best?.strength ?? 0 { best = (index, strength) }
      }
      return best
    }
  }

  /// Names are similar if the words that they share have at least this share of the weight of the heavier one.
  private static let leastStrength = 0.6
}
