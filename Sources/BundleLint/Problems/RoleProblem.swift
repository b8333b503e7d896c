/// What a port is for, or should say that it is for.
enum RoleProblem: Problem {
  case designationNotURI
  case unknownDesignation(String, nearest: String?)
  case latencyNotReported
  case sideChainByName

  var rule: Rule {
    switch self {
    case .designationNotURI, .unknownDesignation: .unknownDesignation
    case .latencyNotReported: .latencyNotReported
    case .sideChainByName: .sideChainByName
    }
  }

  var description: String {
    switch self {
    case .designationNotURI: "a designation is a URI, and this is none"
    case .unknownDesignation(let name, let nearest):
      "LV2 has no designation `\(name)` there, so hosts take no notice of it" + nearestText(nearest)
    case .latencyNotReported:
      "the output is called latency and does not say so to hosts, so they don't compensate it"
    case .sideChainByName:
      "the input is called a side chain and does not say so to hosts, so they feed it the main sound"
    }
  }
}
