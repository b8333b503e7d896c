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
        if let address = RunningPage.address(port: port) { return try lead(to: address, command) }
        throw CommandFailure(
          .storeFailed,
          "port \(port) is not available (\(error)); end the program that uses it, or choose another with --port")
      }
      defer { server.end() }
      let follower = PageFollower(session.manager, server)
      defer { follower.end() }
      // Without it, a second start reports that the port is taken.
      let running = try? RunningPage(port: server.port)
      try Interruption.observed {
        let door = command.opensNothing ? nil : BrowserDoor(to: Self.address(server))
        try Output.print("\(Self.address(server))\n")
        withExtendedLifetime(door) { wait(server, running, stays: command.stays) }
      }
      if Interruption.isRequested { throw CommandFailure(.interrupted) }
    }

    /// Opens the page of another process.
    private func lead(to address: String, _ command: BrowseCommand) throws {
      guard !command.opensNothing else { return try Output.print("\(address)\n") }
      let door = BrowserDoor(to: address)
      // Keep the file until the browser has read it.
      withExtendedLifetime(door) { CurrentThread.sleep(milliseconds: 5_000) }
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
