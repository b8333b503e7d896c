internal import AudioComponents
internal import Synchronization

/// Problems that leave this run's answers incomplete: reported on standard error and in the exit status.
enum Shortfalls {
  private static let reported = Mutex<Set<String>>([])

  /// Whether none was reported.
  static var isEmpty: Bool { reported.withLock(\.isEmpty) }

  /// Says what is lacking, once.
  static func report(_ message: String) {
    if reported.withLock({ $0.insert(message).inserted }) { warn(message) }
  }

  /// Says what a scan could not read.
  static func report(_ scan: ScanReport) {
    report(unreadableDirectories: scan.unreadableDirectories)
    for bundle in scan.interrupted { report("\(bundle); it was not read, and the next scan tries again") }
  }

  /// Says which directories of the search path can't be read, with the reasons.
  static func report(unreadableDirectories: [String]) {
    for problem in unreadableDirectories {
      report("the directory \(problem); the catalog keeps what it has of its bundles")
    }
  }
}
