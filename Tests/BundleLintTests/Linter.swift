import BundleLint
import Foundation
import TestSupport

/// Lints bundles of a folder of its own.
struct Linter {
  let folder = TemporaryFolder()
  /// All that children see of the environment.
  var environment: [String: String] {
    [
      "HOME": folder.path, "TMPDIR": folder.path,
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "AUCAT_WORKER": Child.products + "/aucat-scan-worker",
    ]
  }

  /// How bundles are looked at.
  func options(loadingBinaries: Bool = true, seconds: Double = 20) -> BundleLint.Options {
    var options = BundleLint.Options(environment: environment)
    // The test's own program can't be a child of a lint.
    options.program = Child.products + "/aucat-render"
    options.loadsBinaries = loadingBinaries
    options.seconds = seconds
    return options
  }

  /// Looks at the bundle at a path.
  func lint(_ path: String, loadingBinaries: Bool = true, seconds: Double = 20) throws -> BundleLint {
    try BundleLint(path, options(loadingBinaries: loadingBinaries, seconds: seconds))
  }
}
