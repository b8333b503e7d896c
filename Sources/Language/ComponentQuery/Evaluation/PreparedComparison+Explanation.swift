import ComponentModel

extension PreparedComparison {
  /// Whether the comparison is true of a subject, and the subject's value.
  func explained(for subject: some QuerySubject) throws -> (isTrue: Bool, value: String) {
    let value = try subject.value(of: key)
    let reasons = try reasons(for: subject)
    return (try matches(value), reasons.isEmpty ? try shown(value) : reasons.joined(separator: "; "))
  }

  /// Why the hosts that the comparison names can't run the component.
  private func reasons(for subject: some QuerySubject) throws -> [String] {
    guard key == .usableIn, case .texts(_, let test) = test, let subject = subject as? CatalogSubject else { return [] }
    let named = try subject.hosts().filter { try !$0.isUsable && test.matches($0.host.name) }
    let reasons = named.map(\.reason)
    return reasons.prefix(3) + (reasons.count > 3 ? ["and \(reasons.count - 3) more hosts can't run it"] : [])
  }

  private func shown(_ value: SubjectValue) throws -> String {
    switch (value, test) {
    case (.missing, _): "nil"
    case (.text(let text), _): shownText(text)
    case (.number(let number), _): printedNumber(number)
    case (.flag(let flag), _): flag ? "yes" : "no"
    case (.texts(let texts), .count): String(texts.count)
    case (.tags(let tags), .count): String(tags.count)
    case (.ranges(let ranges), .count): String(ranges.count)
    case (.texts(let texts), .texts(let quantifier, let test)):
      shownList(try deciding(texts, by: quantifier, where: test.matches).map(shownText), of: texts.count)
    case (.tags(let tags), .tags(let quantifier, let test)):
      shownList(try deciding(tags, by: quantifier, where: test.matches).map(shownTag), of: tags.count)
    case (.ranges(let ranges), .ranges(let quantifier, let test)):
      shownList(deciding(ranges, by: quantifier, where: test.matches).map(shownRange), of: ranges.count)
    case (.ranges(let ranges), _): shownList(ranges.map(shownRange), of: ranges.count)
    case (.texts(let texts), _): shownList(texts.map(shownText), of: texts.count)
    case (.tags(let tags), _): shownList(tags.map(shownTag), of: tags.count)
    }
  }

  /// The elements that decide a comparison with a list: those that pass, or for `ALL` those that fail. If there are
  /// none, all elements, since none of them explains more than another.
  private func deciding<Element>(
    _ elements: [Element], by quantifier: Comparison.Quantifier, where test: (Element) throws -> Bool
  ) rethrows -> [Element] {
    let deciding = try elements.filter { try test($0) != (quantifier == .all) }
    return deciding.isEmpty ? elements : deciding
  }
}

/// A tag with its English name if that differs.
private func shownTag(_ tag: Tag) -> String {
  tag.name == tag.englishName ? shownText(tag.name) : "\(shownText(tag.name)) (\(shortened(tag.englishName, to: 60)))"
}

/// A range by its limits.
private func shownRange(_ range: ParameterRange) -> String {
  "\(printedNumber(range.low)) to \(printedNumber(range.high))"
}

/// A text of a subject, shortened and quoted.
func shownText(_ text: String) -> String { printedString(shortened(text, to: 60)) }

/// The first elements of a list and the number of the others.
func shownList(_ elements: [String], of count: Int) -> String {
  let first = elements.prefix(4)
  if first.isEmpty { return "an empty list" }
  let rest = count - first.count
  return first.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
}

/// `text`, truncated to `count` characters.
func shortened(_ text: String, to count: Int) -> String {
  guard let end = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex), end < text.endIndex else {
    return text
  }
  return text.prefix(count - 1) + "…"
}
