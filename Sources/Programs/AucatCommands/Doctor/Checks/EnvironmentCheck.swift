internal import AucatProgram
internal import AudioComponents
internal import Linux

/// The environment and what the system must provide.
enum EnvironmentCheck: Check {
  static let name = "environment"

  static func findings(_ checkup: Checkup) -> [Finding] {
    var findings: [Finding] = []
    let environment = checkup.configuration.environment
    for variable in ["HOME"] + [BaseDirectory.cache, .data].map(\.variable) {
      guard let value = environment[variable], !value.isEmpty, !LexicalPath.isAbsolute(value) else { continue }
      findings.append(
        .problem(variable, "`\(value)` is a relative path, which is ignored", remedy: "set it to an absolute path"))
    }
    if !Path.exists("/proc/self") {
      findings.append(
        .problem(
          "/proc", "there is no /proc, so processes that a plugin leaves behind can't be found",
          remedy: "mount proc on /proc"))
    }
    return findings
  }
}

/// Whether the program that reads bundles exists, starts and has the right version.
enum WorkerCheck: Check {
  static let name = "worker"

  static func findings(_ checkup: Checkup) -> [Finding] {
    var findings: [Finding] = []
    do throws(ComponentManagerError) {
      try checkup.manager.tryWorker()
    } catch {
      findings.append(.problem(nil, error.message, remedy: remedy(for: error)))
    }
    for (program, verbs) in [("aucat-render", "`render` and `lint` don't"), ("aucat-browse", "`browse` doesn't")] {
      guard HelperProgram.path(program) == nil else { continue }
      findings.append(
        .problem(
          nil, "\(program) is missing beside this program",
          remedy: "install aucat again; until then \(verbs) work"))
    }
    return findings
  }

  private static func remedy(for error: ComponentManagerError) -> String {
    // The message names what the machine lacks, and the remedy.
    if case .systemFailure = error { return "until then nothing can be scanned" }
    return "install aucat again; until then nothing can be scanned"
  }
}

/// The library's messages when it was opened: damaged languages, and data that can't be shown.
enum ResourceCheck: Check {
  static let name = "library"

  static func findings(_ checkup: Checkup) -> [Finding] {
    checkup.messages.map { .problem(nil, $0, remedy: "install aucat again, unless the message names something else") }
  }
}

/// The directories that are searched for bundles.
enum SearchPathCheck: Check {
  static let name = "search path"

  static func findings(_ checkup: Checkup) -> [Finding] {
    let configuration = checkup.configuration
    var findings = configuration.ignoredEntries.filter { !$0.isEmpty }.map { entry in
      Finding.problem(entry, "this entry is not a directory that can be searched", remedy: "correct LV2_PATH")
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
    // Some of the default directories are always missing.
    guard configuration.environment["LV2_PATH"] != nil else { return findings }
    return findings
      + checkup.manager.answeringDirectories.filter { !Path.exists($0) }.map { directory in
        .note(directory, "it does not exist", remedy: "create it, or correct LV2_PATH")
      }
  }
}
