package import AucatProgram

/// The part of `aucat-browse` that needs its server.
package protocol PageHost {
  /// Runs `aucat browse`.
  func browse(_ command: BrowseCommand, _ session: Session) throws
}

/// The page host of this program; only `aucat-browse` has one.
enum PageHosts {
  /// Set once, before any command runs.
  // SAFETY: The program has one thread until the host is set.
  nonisolated(unsafe) static var current: (any PageHost)?

  /// The host. A program without one replaces itself with `aucat-browse`.
  static func find() throws -> any PageHost {
    if let current { return current }
    try PluginHosts.handOver(to: "aucat-browse")
  }
}
