/// Why a value of a state can't become an atom.
package enum AtomProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case deepNesting
  case tooLarge
  case notBase64
  /// The value as written, which is not of its type.
  case wrongType(String)
  case vectorWithoutElementType
  /// A vector that is not base64, or ends within an element.
  case invalidVector
  /// The element as written, and the name of the type that it lacks.
  case vectorElement(String, type: String)
  case emptyEvent
  case endlessList

  /// What the value is, after "is".
  package var description: String {
    switch self {
    case .deepNesting: "nested too deeply"
    case .tooLarge: "too large"
    case .notBase64: "not base64"
    case .wrongType(let value): "`\(value)`, which is not of its type"
    case .vectorWithoutElementType: "a vector whose elements have no type of a fixed size"
    case .invalidVector: "a vector that is not base64, or ends within an element"
    case .vectorElement(let element, let type): "a vector with the element `\(element)`, which is not of type \(type)"
    case .emptyEvent: "a sequence with an empty event"
    case .endlessList: "a list without an end"
    }
  }
}
