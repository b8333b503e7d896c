internal import Linux
internal import ComponentScan

/// What the rules say of a bundle's Turtle, told by a child. Where a plugin or preset ends it, another child goes on
/// without that one.
struct TurtleRun {
  /// A plugin or preset, or the rest of the bundle, that ended a child.
  struct Crash {
    /// nil for the bundle.
    var uri: String?
    var failure: ChildFailure
  }

  /// The last child. It has told what those before it had told.
  private(set) var child: JSONLinesChild
  private(set) var crashes: [Crash] = []

  /// The most that a child may tell, in bytes.
  private static let longest = 256 << 20

  /// Applies the rules. Blocks the calling thread.
  init(
    _ bundle: String, _ options: BundleLint.Options, _ isCancelled: () -> Bool
  ) throws(ChildProcess.Failure) {
    var skipped: [Int] = []
    func start() throws(ChildProcess.Failure) -> JSONLinesChild {
      try JSONLinesChild(
        [LintChild.turtle, bundle, "\(Int(options.seconds) + 2)"] + skipped.map(String.init),
        options: options, longest: Self.longest, isCancelled: isCancelled)
    }
    child = try start()
    while let failure = child.failure, child.stop == nil, let number = child.number, skipped.count < ScanLimits.crashes
    {
      crashes.append(Crash(uri: child.step, failure: failure))
      skipped.append(number)
      child = try start()
    }
  }
}
