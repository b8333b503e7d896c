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
      "it requires <\(uri)>, which common hosts lack, so they reject the plugin; make it optional if the plugin can do without"
    case .twice(let uri): "<\(uri)> is required already, so listing it as optional means nothing"
    }
  }
}
