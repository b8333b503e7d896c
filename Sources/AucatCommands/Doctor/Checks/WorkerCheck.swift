internal import AudioComponents

/// The program that reads bundles: whether it is there, starts, and has the right version.
enum WorkerCheck: Check {
  static let name = "worker"

  static func findings(_ checkup: Checkup) -> [Finding] {
    var findings: [Finding] = []
    do throws(ComponentManagerError) {
      try checkup.manager.tryWorker()
    } catch {
      findings.append(
        .problem(nil, error.message, remedy: "install aucat again; until then nothing can be scanned"))
    }
    if HelperProgram.path("aucat-render") == nil {
      findings.append(
        .problem(
          nil, "aucat-render is missing beside this program",
          remedy: "install aucat again; until then `render` and `lint` don't work"))
    }
    return findings
  }
}
