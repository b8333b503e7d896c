#if Browse
  internal import AucatProgram
  internal import AudioComponents
  internal import Linux

  /// A file that redirects the browser to an address. Only this user can read it, whereas other users see the arguments of programs.
  ///
  /// The process that has the port removes it.
  struct BrowserDoor {
    static let failure = "the browser can't be opened; open the printed address"

    /// The port of the page, if a person has chosen it.
    let port: Int?

    /// Opens the desktop's browser.
    ///
    /// - Returns: false if that fails.
    func open(to address: String) -> Bool {
      do {
        let path = try path
        try? Path.remove(path)
        let file = try FileDescriptor(
          path, for: .writing, options: [.create, .exclusive, .noFollow], permissions: 0o600)
        try file.writeAll(Array(Self.page(address).utf8))
        try file.close()
        let script = "command -v xdg-open >/dev/null && { setsid xdg-open \"$0\" >/dev/null 2>&1 & }"
        let shell = try FedProcess(
          "/bin/sh", arguments: ["-c", script, path], environment: Configuration.processEnvironment)
        return shell.end(after: []).exitStatus == 0
      } catch {
        return false
      }
    }

    func remove() {
      if let path = try? path { try? Path.remove(path) }
    }

    private var path: String { get throws { "\(try SessionFolder().path)/browse\(port.map { "-\($0)" } ?? "").html" } }

    private static func page(_ address: String) -> String {
      "<!doctype html><meta charset=utf-8><meta name=referrer content=no-referrer>"
        + "<meta http-equiv=refresh content=\"0;url=\(address)\"><title>aucat</title>\n"
    }
  }
#endif
