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
      let api = PageAPI(session.manager)
      let port = command.port ?? BrowseCommand.usualPort
      let server: PageServer
      do {
        server = try PageServer(port: port) { api.answer($0) }
      } catch {
        if let address = RunningPage.address(port: port) { return try lead(to: port, printing: address, command) }
        throw CommandFailure(
          .storeFailed,
          "port \(port) is not available (\(error)); stop the program that uses it, or choose another with --port")
      }
      defer { server.end() }
      let follower = PageFollower(session.manager, server)
      defer { follower.end() }
      // Files that are edited in place are only found by scans.
      let scans = try? BackgroundScans(session.manager)
      defer { withExtendedLifetime(scans) {} }
      // Without it, a second start reports that the port is taken.
      let running = try? RunningPage(port: server.port)
      let door = BrowserDoor(port: server.port)
      defer { door.remove() }
      try Interruption.observed {
        if !command.opensNothing, !door.open(to: Self.address(server)) { warn(BrowserDoor.failure) }
        try Output.print("\(Self.address(server))\n")
        wait(server, running, stays: command.stays)
      }
      if Interruption.isRequested { throw CommandFailure(.interrupted) }
    }

    /// Opens the page of another process, which removes the file when it ends: a browser may take long to read it.
    private func lead(to port: Int, printing address: String, _ command: BrowseCommand) throws {
      try Output.print("\(address)\n")
      if command.opensNothing { return }
      // The printed one is good once.
      guard let other = RunningPage.address(port: port), BrowserDoor(port: port).open(to: other) else {
        throw CommandFailure(.storeFailed, BrowserDoor.failure)
      }
    }

    /// An address that opens the page once. Browsers send the fragment neither to servers nor to other pages.
    private static func address(_ server: PageServer) -> String {
      "http://127.0.0.1:\(server.port)/#ticket=\(server.access.ticket())"
    }

    private func wait(_ server: PageServer, _ running: RunningPage?, stays: Bool) {
      var hadPages = false
      while !Interruption.isRequested {
        CurrentThread.sleep(milliseconds: 200)
        running?.answer { Self.address(server) }
        let pages = server.pages
        if pages.count > 0 { hadPages = true }
        if !stays, hadPages, pages.count == 0, pages.seconds > Self.grace { return }
      }
    }
  }
#endif
