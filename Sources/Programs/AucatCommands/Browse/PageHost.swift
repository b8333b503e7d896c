package import AucatProgram

/// What `aucat-browse` does, which links a server.
package protocol PageHost {
  /// Runs `aucat browse`.
  func browse(_ command: BrowseCommand, _ session: Session) throws
}

/// The page host of this program; the others have none.
enum PageHosts {
  /// Set once, before any command runs.
  // SAFETY: The program has one thread until the host is set.
  nonisolated(unsafe) static var current: (any PageHost)?

  /// The host; a program without one replaces itself by `aucat-browse`.
  static func find() throws -> any PageHost {
    if let current { return current }
    try PluginHosts.handOver(to: "aucat-browse")
  }
}
