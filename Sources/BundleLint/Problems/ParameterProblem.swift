/// A parameter that is set by messages.
enum ParameterProblem: Problem {
  case noLabel(uri: String)
  case noType(uri: String)

  var rule: Rule {
    switch self {
    case .noLabel: .parameterNoLabel
    case .noType: .parameterNoRange
    }
  }

  var description: String {
    switch self {
    case .noLabel(let uri): "the parameter <\(uri)> has no label, so users see its URI"
    case .noType(let uri): "the parameter <\(uri)> has no type, so hosts can't show or set it"
    }
  }
}
