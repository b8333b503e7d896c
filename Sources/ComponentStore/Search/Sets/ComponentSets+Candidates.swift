internal import ComponentModel
internal import ComponentQuery

extension ComponentSets {
  /// The components that may satisfy a comparison of names of parameters or presets, according to the index of words;
  /// nil if that can't tell.
  ///
  /// An ASCII text is in a name only if each of its runs of letters and digits is in a word of the name.
  func candidates(for comparison: Comparison) throws -> ComponentSet? {
    guard let field = Self.field(of: comparison.key), !comparison.isCount, comparison.listReading.quantifier == .any,
      let text = comparison.value.text, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return nil }
    switch comparison.listReading.elementOperator {
    case .equal, .contains, .beginsWith, .endsWith: break
    default: return nil
    }
    var candidates: ComponentSet?
    // Most words contain a single letter.
    for run in state.view.rules.words(of: text) where run.utf8.count > 1 {
      let found = try state.wordIndex().components(withWordsContaining: run, in: field)
      if candidates == nil { candidates = found } else { candidates?.formIntersection(found) }
    }
    return candidates
  }

  private static func field(of key: Key) -> WordField? {
    switch key {
    case .parameterName: .parameter
    case .presetName: .preset
    default: nil
    }
  }
}
