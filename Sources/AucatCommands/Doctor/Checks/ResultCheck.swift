internal import AudioComponents

/// The file of results: what can't be read again from the bundles.
enum ResultCheck: Check {
  static let name = "results"

  static func findings(_ checkup: Checkup) -> [Finding] {
    guard let path = checkup.manager.resultsPath else {
      return [
        .note(
          nil, "there is no place for results, so validations and measurements are lost with the catalog",
          remedy: "set HOME, XDG_STATE_HOME or AUCAT_RESULTS")
      ]
    }
    return [checkup.manager.problemWithResults().map { state(path, $0) }].compactMap(\.self)
      + checkup.manager.resultsAside.map(setAside)
  }

  private static func state(_ path: String, _ problem: (detail: String, isDamage: Bool)) -> Finding {
    if problem.isDamage {
      return .problem(
        path, "it is damaged (\(problem.detail))",
        remedy: "`aucat scan --full` begins it anew with what the catalog has; so does --fix", fix: .scan)
    }
    return .problem(
      path, "it can't be used (\(problem.detail)), so validations and measurements are lost with the catalog",
      remedy: "make it and its folder writable, or set XDG_STATE_HOME or AUCAT_RESULTS to a place of your own")
  }

  private static func setAside(_ path: String) -> Finding {
    .note(path, "this file of results was set aside", remedy: "delete it: what the catalog had is in the new one")
  }
}
