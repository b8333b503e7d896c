internal import ComponentValidation
internal import ComponentModel
internal import Linux
internal import ComponentScan

/// A child's check of a bundle's Turtle. If a plugin or preset crashes the child, another child continues without it.
struct TurtleRun {
  /// A plugin or preset, or the rest of the bundle, that crashed a child.
  struct Crash {
    /// nil for the bundle.
    var uri: String?
    var failure: ChildFailure
  }

  /// The last child. It has reported everything that the previous ones did.
  private(set) var child: JSONLinesChild
  private(set) var crashes: [Crash] = []

  /// The maximum size of a child's report, in bytes.
  private static let longest = 256 << 20

  /// Runs the checks. Blocks the calling thread.
  init(_ bundle: String, _ options: BundleLint.Options, isCancelled: () -> Bool) throws(ChildProcess.Failure) {
    var skipped: [Int] = []
    func start() throws(ChildProcess.Failure) -> JSONLinesChild {
      try JSONLinesChild(
        [LintChild.turtle, bundle, "\(Int(options.seconds) + 2)"] + skipped.map(String.init),
        program: options.program, environment: options.environment, seconds: options.seconds, longest: Self.longest,
        isCancelled: isCancelled)
    }
    child = try start()
    while let failure = child.failure, child.stop == nil, let number = child.number, skipped.count < ScanLimits.crashes
    {
      crashes.append(Crash(uri: child.step?.text, failure: failure))
      skipped.append(number)
      child = try start()
    }
  }
}
