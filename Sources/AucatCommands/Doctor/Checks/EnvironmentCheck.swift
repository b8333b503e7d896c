internal import AudioComponents
internal import Linux

/// What the environment and the system must provide.
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
