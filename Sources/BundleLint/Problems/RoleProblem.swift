/// What a port is for, or should be declared to be for.
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
    case .designationNotURI: "a designation is a URI, and this is not"
    case .unknownDesignation(let name, let nearest):
      "this namespace of LV2 has no designation `\(name)`, so hosts ignore it" + nearestText(nearest)
    case .latencyNotReported:
      "the output is named latency but is not designated so, and hosts don't compensate for it"
    case .sideChainByName:
      "the input is named a side chain but not marked as one, so hosts feed it the main signal"
    }
  }
}
