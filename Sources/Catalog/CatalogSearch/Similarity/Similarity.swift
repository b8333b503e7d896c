internal import ComponentModel

/// How similar one component is to others. The rarer a shared trait is, the more it counts.
struct Similarity {
  private let subject: Component
  private let parameters: ParameterReader
  private let total: Int
  private let tagCounts: [String: Int]
  private let nameWeights: [Double]
  private let own: ParameterReader.Parameters
  private let likenesses: [(own: Int, strength: Double)?]

  /// The weight of each aspect; they add up to 1.
  private enum Share {
    static let tags = 0.4
    static let parameters = 0.3
    static let pluginClass = 0.1
    static let channels = 0.1
    static let units = 0.05
    static let signals = 0.05
  }

  /// - Parameter others: the components to compare with, from which rarity is computed.
  init(to subject: Component, among others: [Component], _ parameters: ParameterReader) {
    self.subject = subject
    self.parameters = parameters
    total = others.count + 1
    var counts: [String: Int] = [:]
    for component in others + [subject] {
      for key in Set(component.tags.map(Self.key)) { counts[key, default: 0] += 1 }
    }
    tagCounts = counts
    nameWeights = parameters.vocabulary.weights(of: total)
    own = parameters.parameters[subject.rowID] ?? ParameterReader.Parameters()
    likenesses = parameters.vocabulary.likenesses(to: own.names, of: total)
  }

  /// Compares a component with the subject.
  func compared(with other: Component) -> SimilarComponent {
    let theirs = parameters.parameters[other.rowID] ?? ParameterReader.Parameters()
    let tags = tags(other)
    let names = names(theirs)
    let score =
      Share.tags * tags.likeness + Share.parameters * names.likeness + Share.pluginClass * classes(other)
      + Share.channels * channels(other) + Share.units * units(theirs) + Share.signals * signals(other)
    let hasSameClass = subject.pluginClass == other.pluginClass && subject.pluginClass != LV2.plugin
    let counts = ChannelCounts(inputs: subject.audioInputs, outputs: subject.audioOutputs)
    let isAlike = counts == ChannelCounts(inputs: other.audioInputs, outputs: other.audioOutputs)
    return SimilarComponent(
      other, score: score, tags: tags.shared, pluginClass: hasSameClass ? subject.pluginClass : nil,
      channels: isAlike ? counts : nil, parameters: names.shared)
  }

  // MARK: Aspects, from 0 to 1

  private static func key(_ tag: Tag) -> String { (tag.isStandard ? "" : "own ") + tag.identifier }

  private func weight(_ tag: Tag) -> Double {
    ParameterVocabulary.weight(tagCounts[Self.key(tag)] ?? 1, of: total)
  }

  private func tags(_ other: Component) -> (likeness: Double, shared: [Tag]) {
    let theirs = Set(other.tags.map(Self.key))
    let shared = subject.tags.filter { theirs.contains(Self.key($0)) }
    let common = shared.reduce(0) { $0 + weight($1) }
    let own = subject.tags.reduce(0) { $0 + weight($1) }
    let all = own + other.tags.reduce(0) { $0 + weight($1) } - common
    let ranked = shared.sorted { a, b in
      let (first, second) = (weight(a), weight(b))
      return first == second ? a.identifier < b.identifier : first > second
    }
    return (all > 0 ? common / all : 0, ranked)
  }

  private func names(_ theirs: ParameterReader.Parameters) -> (likeness: Double, shared: [String]) {
    guard !own.names.isEmpty, !theirs.names.isEmpty else { return (0, []) }
    var strengths = Array(repeating: 0.0, count: own.names.count)
    for name in theirs.names {
      guard let likeness = likenesses[name] else { continue }
      strengths[likeness.own] = max(strengths[likeness.own], likeness.strength)
    }
    func sum(_ names: [Int]) -> Double { names.reduce(0) { $0 + nameWeights[$1] } }
    let common = own.names.indices.reduce(0) { $0 + nameWeights[own.names[$1]] * strengths[$1] }
    let shared = own.names.indices.filter { strengths[$0] > 0 }.map { own.names[$0] }
    let ranked = shared.sorted { nameWeights[$0] == nameWeights[$1] ? $0 < $1 : nameWeights[$0] > nameWeights[$1] }
    let likeness = common / (sum(own.names) * sum(theirs.names)).squareRoot()
    return (min(1, likeness), ranked.compactMap { parameters.spellings[$0] })
  }

  private func units(_ theirs: ParameterReader.Parameters) -> Double {
    let all = own.units.union(theirs.units).count
    return all == 0 ? 0 : Double(own.units.intersection(theirs.units).count) / Double(all)
  }

  /// A superclass of the other's class counts half.
  private func classes(_ other: Component) -> Double {
    guard subject.pluginClass != LV2.plugin, other.pluginClass != LV2.plugin else { return 0 }
    if subject.pluginClass == other.pluginClass { return 1 }
    guard let first = LV2ClassTree.localName(subject.pluginClass),
      let second = LV2ClassTree.localName(other.pluginClass)
    else { return 0 }
    return LV2ClassTree.isClass(first, within: second) || LV2ClassTree.isClass(second, within: first) ? 0.5 : 0
  }

  private func channels(_ other: Component) -> Double {
    (subject.audioInputs == other.audioInputs ? 0.5 : 0) + (subject.audioOutputs == other.audioOutputs ? 0.5 : 0)
  }

  private func signals(_ other: Component) -> Double {
    func hasCV(_ component: Component) -> Bool { component.cvInputs + component.cvOutputs > 0 }
    let same = [
      subject.type == other.type, subject.hasMIDIInput == other.hasMIDIInput,
      subject.hasSideChain == other.hasSideChain, hasCV(subject) == hasCV(other),
    ]
    return Double(same.count(where: \.self)) / Double(same.count)
  }
}
