package import AucatProgram

/// `aucat browse`
package struct BrowseCommand: Command {
  package static let name = "browse"

  /// The port; nil for any free one, and for the page that is served already, if there is one.
  package var port: Int?
  package var opensNothing = false
  package var stays = false
  package var common = CommonOptions()

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Opens a page in the browser to search, tag and hear components.",
    discussion: """
      The page is served to this machine alone, and only to the browser that opens a printed address; one of them works, \
      once. The first has a name of this start alone, under which no other program can have left anything in the browser; \
      the second is for browsers that don't know such names. The page ends on Control-C, or a minute after the last one is \
      closed.

      EXAMPLES:
        aucat browse
        aucat browse --no-open --stay
      """,
    [
      .number(
        "port", value: "n", "Listen on this port; by default, and with 0, on one that is free.", in: 0...65_535
      ) { $0.port = $1 },
      .flag("no-open", "Print the addresses without opening a browser.") { $0.opensNothing = true },
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
