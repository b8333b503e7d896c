internal import AudioComponents

/// The program that reads bundles: whether it is there, starts, and has the right version.
enum WorkerCheck: Check {
  static let name = "worker"

  static func findings(_ checkup: Checkup) -> [Finding] {
    var findings: [Finding] = []
    do throws(ComponentManagerError) {
      try checkup.manager.tryWorker()
    } catch {
      findings.append(.problem(nil, error.message, remedy: remedy(for: error)))
    }
    if HelperProgram.path("aucat-render") == nil {
      findings.append(
        .problem(
          nil, "aucat-render is missing beside this program",
          remedy: "install aucat again; until then `render` and `lint` don't work"))
    }
    return findings
  }

  private static func remedy(for error: ComponentManagerError) -> String {
    // What the machine lacks is in the message, with what helps.
    if case .systemFailure = error { return "until then nothing can be scanned" }
    return "install aucat again; until then nothing can be scanned"
  }
}
