/// A pattern of `LIKE`: `*` stands for any text, `?` for any one Unicode scalar, a backslash escapes the
/// next `*`, `?` or backslash.
struct Wildcard: Sendable {
  private enum Element: Sendable {
    case anyText, anyScalar
    case scalar(Unicode.Scalar)
  }

  private var elements: [Element] = []

  init(_ pattern: String) {
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if isEscaped {
        if scalar != "*", scalar != "?", scalar != "\\" { elements.append(.scalar("\\")) }
        elements.append(.scalar(scalar))
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        elements.append(Self.unescaped(scalar))
      }
    }
    if isEscaped { elements.append(.scalar("\\")) }
  }

  private static func unescaped(_ scalar: Unicode.Scalar) -> Element {
    switch scalar {
    case "*": .anyText
    case "?": .anyScalar
    default: .scalar(scalar)
    }
  }

  /// Whether the whole of `text` matches.
  ///
  /// Only the last `*` backtracks, because it can match whatever an earlier one could have matched instead: the time
  /// is at most the product of the lengths.
  func matchesWhole(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    var position = scalars.startIndex
    var element = 0
    var retry: (element: Int, position: String.Index)?
    while position < scalars.endIndex {
      if element < elements.count, case .anyText = elements[element] {
        element += 1
        retry = (element, position)
      } else if element < elements.count, accepts(elements[element], scalars[position]) {
        element += 1
        position = scalars.index(after: position)
      } else if let last = retry {
        position = scalars.index(after: last.position)
        element = last.element
        retry = (element, position)
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { if case .anyText = $0 { true } else { false } }
  }

  private func accepts(_ element: Element, _ scalar: Unicode.Scalar) -> Bool {
    switch element {
    case .scalar(let wanted): wanted == scalar
    case .anyScalar: true
    case .anyText: false
    }
  }
}
