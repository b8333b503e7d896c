#if Browse
  internal import AucatCommands
  internal import AucatProgram
  internal import AudioComponents
  internal import CatalogPage
  internal import Linux
  internal import PageServer

  /// Runs `aucat browse`.
  struct PageVerb: PageHost {
    /// How long to keep running after the last page was closed, in seconds.
    private static let grace = 60.0

    func browse(_ command: BrowseCommand, _ session: Session) throws {
      // Scans now, with a progress bar, instead of while the first page waits.
      _ = try session.manager.prepare(.constant(true)).count()
      // Only a chosen port that is taken would tell that there is a page already.
      if command.port == nil, try lead(to: nil, command) { return }
      guard let server = try server(for: PageAPI(session.manager), command) else { return }
      defer { server.end() }
      let chosen = command.port == nil ? nil : server.port
      // Without it, a second start finds no page, or reports that the port is taken.
      let running = try? RunningPage(port: chosen)
      // Another one started at the same time, and was first.
      if running == nil, try lead(to: chosen, command) { return }
      try serve(server, running, BrowserDoor(port: chosen), command, session)
    }

    /// Starts the server.
    ///
    /// - Returns: nil if another process has the port, and a page for this user, which is opened.
    private func server(for api: PageAPI, _ command: BrowseCommand) throws -> PageServer? {
      do {
        return try PageServer(port: command.port ?? 0) { api.answer($0) }
      } catch {
        guard let port = command.port else {
          throw CommandFailure(.storeFailed, "this machine gives the page no port (\(error))")
        }
        if try lead(to: port, command) { return nil }
        throw CommandFailure(
          .storeFailed,
          "port \(port) is not available (\(error)); stop the program that uses it, or leave out --port, which takes a free one"
        )
      }
    }

    private func serve(
      _ server: PageServer, _ running: RunningPage?, _ door: BrowserDoor, _ command: BrowseCommand, _ session: Session
    ) throws {
      let follower = PageFollower(session.manager, server)
      defer { follower.end() }
      // Files that are edited in place are only found by scans.
      let scans = try? BackgroundScans(session.manager)
      defer { withExtendedLifetime(scans) {} }
      defer { door.remove() }
      try Interruption.observed {
        if !command.opensNothing, !door.open(to: Self.addresses(server)[0]) { warn(BrowserDoor.failure) }
        try Self.print(Self.addresses(server))
        wait(server, running, stays: command.stays)
      }
      if Interruption.isRequested { throw CommandFailure(.interrupted) }
    }

    /// Opens the page of another process, which removes the file when it ends: a browser may take long to read it.
    ///
    /// - Parameter port: the port, if a person has chosen it.
    /// - Returns: false if there is none.
    private func lead(to port: Int?, _ command: BrowseCommand) throws -> Bool {
      guard let addresses = RunningPage.addresses(port: port) else { return false }
      try Self.print(addresses)
      if command.opensNothing { return true }
      // The printed one is good once.
      guard let other = RunningPage.addresses(port: port)?.first, BrowserDoor(port: port).open(to: other) else {
        throw CommandFailure(.storeFailed, BrowserDoor.failure)
      }
      return true
    }

    /// Two addresses that open the page, one of them once: of this start's own name, and, for a browser that doesn't lead such
    /// names to this machine, of the number. Browsers send the fragment neither to servers nor to other pages.
    private static func addresses(_ server: PageServer) -> [String] {
      let ticket = server.access.ticket()
      return [server.access.name, "127.0.0.1"].map { "http://\($0):\(server.port)/#ticket=\(ticket)" }
    }

    private static func print(_ addresses: [String]) throws {
      try Output.print(addresses.map { $0 + "\n" }.joined())
    }

    private func wait(_ server: PageServer, _ running: RunningPage?, stays: Bool) {
      var hadPages = false
      while !Interruption.isRequested {
        CurrentThread.sleep(milliseconds: 200)
        running?.answer { Self.addresses(server) }
        let pages = server.pages
        if pages.count > 0 { hadPages = true }
        if !stays, hadPages, pages.count == 0, pages.seconds > Self.grace { return }
      }
    }
  }
#endif
