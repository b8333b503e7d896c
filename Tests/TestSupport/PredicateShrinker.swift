import ComponentModel
public import ComponentQuery

/// Makes a predicate that fails a test smaller while it still fails, so that a person sees what matters: it drops
/// operands, puts operands in place of what holds them, and simplifies comparisons and words.
///
/// It makes only trees that the parser makes. A predicate counts as smaller when its text is shorter, or as long and
/// earlier in the order of texts.
public struct PredicateShrinker {
  /// How many predicates are tried.
  public var limit = 5_000

  /// A shrinker.
  public init() {}

  /// A predicate that `fails`, as small as can be found; the predicate itself where nothing smaller does.
  public func shrunk(_ predicate: ComponentPredicate, fails: (ComponentPredicate) throws -> Bool) rethrows
    -> ComponentPredicate
  {
    var smallest = predicate
    var tries = 0
    while tries < limit {
      var next: ComponentPredicate?
      let size = Size(smallest)
      for candidate in candidates(smallest) where Size(candidate) < size && tries < limit {
        tries += 1
        if try fails(candidate) {
          next = candidate
          break
        }
      }
      guard let next else { return smallest }
      smallest = next
    }
    return smallest
  }

  /// What a predicate may become in one step, the largest steps first.
  private func candidates(_ predicate: ComponentPredicate) -> [ComponentPredicate] {
    switch predicate {
    case .constant, .saved(""): []
    case .not(let operand): [operand] + candidates(operand).map(ComponentPredicate.not)
    case .and(let operands): candidates(operands) { chain($0, isConjunction: true) }
    case .or(let operands): candidates(operands) { chain($0, isConjunction: false) }
    case .comparison(let comparison): candidates(comparison).map(ComponentPredicate.comparison)
    case .text(let words): candidates(words).map(ComponentPredicate.text)
    case .saved(let name): shorter(name).filter { !$0.isEmpty }.map(ComponentPredicate.saved)
    }
  }

  private func candidates(_ operands: [ComponentPredicate], _ join: ([ComponentPredicate]) -> ComponentPredicate)
    -> [ComponentPredicate]
  {
    let dropped = operands.indices.map { join(without($0, operands)) }
    let replaced = operands.indices.flatMap { index in
      candidates(operands[index]).map { join(replacing(index, operands, with: $0)) }
    }
    return operands + dropped + replaced
  }

  /// A chain as the parser makes it: flat, and of two operands at least.
  private func chain(_ operands: [ComponentPredicate], isConjunction: Bool) -> ComponentPredicate {
    let flat = operands.flatMap { operand -> [ComponentPredicate] in
      switch operand {
      case .and(let inner) where isConjunction: inner
      case .or(let inner) where !isConjunction: inner
      default: [operand]
      }
    }
    if flat.count == 1 { return flat[0] }
    return isConjunction ? .and(flat) : .or(flat)
  }

  private func candidates(_ words: [String]) -> [[String]] {
    let dropped = words.count > 1 ? words.indices.map { without($0, words) } : []
    let replaced = words.indices.flatMap { index in
      shorter(words[index]).filter { !$0.isEmpty }.map { replacing(index, words, with: $0) }
    }
    return words.map { [$0] } + dropped + replaced
  }

  private func candidates(_ comparison: Comparison) -> [Comparison] {
    var candidates: [Comparison] = []
    func add(_ change: (inout Comparison) -> Void) {
      var candidate = comparison
      change(&candidate)
      candidates.append(candidate)
    }
    if comparison.quantifier != nil { add { $0.quantifier = nil } }
    if !comparison.options.isEmpty { add { $0.options = [] } }
    if comparison.key.kind == .text { add { $0.key = .name } }
    let changesText = !comparison.isCount && [.text, .texts, .tags].contains(comparison.key.kind)
    for value in simpler(comparison.value, changesText: changesText) { add { $0.value = value } }
    return candidates
  }

  private func simpler(_ value: Comparison.Value, changesText: Bool) -> [Comparison.Value] {
    switch value {
    case .text(let text): return changesText ? shorter(text).map(Comparison.Value.text) : []
    case .number(let number): return [0, 1, number.rounded(.towardZero)].map(Comparison.Value.number)
    case .null, .flag: return []
    case .set(let members):
      let single = members.map { Comparison.Value.set([$0]) }
      let dropped = members.indices.map { Comparison.Value.set(without($0, members)) }
      let replaced = members.indices.flatMap { index in
        simpler(members[index], changesText: changesText).map {
          Comparison.Value.set(replacing(index, members, with: $0))
        }
      }
      return [.set([])] + single + dropped + replaced
    case .range(let low, let high):
      let lower = simpler(low, changesText: changesText).map { Comparison.Value.range($0, high) }
      return lower + simpler(high, changesText: changesText).map { Comparison.Value.range(low, $0) }
    }
  }

  /// Parts of a text, and the text without one of its first scalars.
  private func shorter(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    let half = scalars.count / 2
    let parts = [[], ["a"], Array(scalars[..<half]), Array(scalars[half...])]
    let dropped = scalars.indices.prefix(20).map { without($0, scalars) }
    return (parts + dropped).map { String(String.UnicodeScalarView($0)) }
  }

  private func without<Element>(_ index: Int, _ elements: [Element]) -> [Element] {
    Array(elements[..<index] + elements[(index + 1)...])
  }

  private func replacing<Element>(_ index: Int, _ elements: [Element], with element: Element) -> [Element] {
    var elements = elements
    elements[index] = element
    return elements
  }
}

/// What predicates are ordered by.
private struct Size: Comparable {
  let text: [UInt8]

  init(_ predicate: ComponentPredicate) { text = Array("\(predicate)".utf8) }

  static func < (a: Size, b: Size) -> Bool {
    a.text.count < b.text.count || a.text.count == b.text.count && a.text.lexicographicallyPrecedes(b.text)
  }
}
