internal import AudioComponents
internal import Linux

/// The directories in which bundles are looked for.
enum SearchPathCheck: Check {
  static let name = "search path"

  static func findings(_ checkup: Checkup) -> [Finding] {
    let configuration = checkup.configuration
    var findings = configuration.ignoredEntries.filter { !$0.isEmpty }.map { entry in
      Finding.problem(entry, "this entry names no directory that can be searched", remedy: "correct LV2_PATH")
    }
    findings += checkup.catalog.unreadableDirectories.map { problem in
      .problem(nil, "\(problem); its bundles are not found", remedy: "check its permissions, or correct LV2_PATH")
    }
    if configuration.searchDirectories.isEmpty {
      findings.append(
        .problem(
          nil, "LV2_PATH is empty, so no bundle is found",
          remedy: "unset LV2_PATH, or name directories of bundles in it"))
    }
    // Of the default directories, some are always missing.
    guard configuration.environment["LV2_PATH"] != nil else { return findings }
    return findings
      + configuration.searchDirectories.filter { !Path.exists($0) }.map { directory in
        .note(directory, "it does not exist", remedy: "create it, or correct LV2_PATH")
      }
  }
}
