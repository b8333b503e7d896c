package import AucatProgram

/// `aucat browse`
package struct BrowseCommand: Command {
  package static let name = "browse"
  /// Fixed, so that bookmarks work: the letters of aucat on a telephone keypad.
  package static let usualPort = 28_228

  /// The port; nil for ``usualPort``.
  package var port: Int?
  package var opensNothing = false
  package var stays = false
  package var common = CommonOptions()

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Opens a page in the browser to search, tag and hear components.",
    discussion: """
      The page is served to this machine alone, and only to the browser that opens the printed address, which works once. \
      It ends on Control-C, or a minute after the last page is closed.

      EXAMPLES:
        aucat browse
        aucat browse --no-open --stay
      """,
    [
      .number(
        "port", value: "n", "Listen on this port, by default \(usualPort); 0 takes one that is free.", in: 0...65_535
      ) { $0.port = $1 },
      .flag("no-open", "Print the address without opening a browser.") { $0.opensNothing = true },
      .flag("stay", "Keep running when the last page is closed.") { $0.stays = true },
    ])

  package init() {}

  package func run() throws { try PageHosts.find().browse(self, Session(common)) }
}

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
