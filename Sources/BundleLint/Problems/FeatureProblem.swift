/// A feature that a plugin requires.
enum FeatureProblem: Problem {
  case rare(String)
  case twice(String)

  var rule: Rule {
    switch self {
    case .rare: .rareFeature
    case .twice: .featureTwice
    }
  }

  var description: String {
    switch self {
    case .rare(let uri):
      "it requires <\(uri)>, which common hosts lack, so they refuse it; make it optional if it can do without"
    case .twice(let uri): "<\(uri)> is required, so optional says nothing"
    }
  }
}
