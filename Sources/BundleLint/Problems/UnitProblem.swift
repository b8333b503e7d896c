/// A unit that is missing, unknown or not defined.
enum UnitProblem: Problem {
  case onlyInName(String)
  case notURI(String)
  case unknown(uri: String, nearest: String?)
  /// The URI of one that has a URI.
  case undefined(uri: String?)

  var rule: Rule {
    switch self {
    case .onlyInName: .unitInName
    case .notURI, .unknown: .unknownUnit
    case .undefined: .unitUndefined
    }
  }

  var description: String {
    switch self {
    case .onlyInName(let word):
      "the name ends in `\(word)` but the port has no unit, so hosts show its values without one"
    case .notURI(let text): "a unit is a URI and not the text `\(text)`, so hosts show none"
    case .unknown(let uri, let nearest): "LV2 has no unit <\(uri)>, so hosts show none" + nearestText(nearest)
    case .undefined(let uri):
      "the unit\(uri.map { " <\($0)>" } ?? "") has neither symbol nor label in the bundle, so hosts show none"
    }
  }
}
