#if Browse
  internal import AucatProgram
  internal import AudioComponents
  internal import Linux

  /// A file that redirects the browser to an address. Only this user can read it, whereas other users see the arguments of programs.
  final class BrowserDoor {
    private let path: String

    /// Opens the desktop's browser.
    ///
    /// - Returns: nil if that fails, after a warning.
    init?(to address: String) {
      do {
        path = "\(try SessionFolder().path)/browse-\(CurrentProcess.identifier).html"
        try? Path.remove(path)
        let file = try FileDescriptor(
          path, for: .writing, options: [.create, .exclusive, .noFollow], permissions: 0o600)
        try file.writeAll(Array(Self.page(address).utf8))
        try file.close()
        let script = "command -v xdg-open >/dev/null && { setsid xdg-open \"$0\" >/dev/null 2>&1 & }"
        let shell = try FedProcess(
          "/bin/sh", arguments: ["-c", script, path], environment: Configuration.processEnvironment)
        if shell.end(after: []).exitStatus == 0 { return }
      } catch {}
      warn("the browser can't be opened; open the printed address")
      return nil
    }

    deinit { try? Path.remove(path) }

    private static func page(_ address: String) -> String {
      "<!doctype html><meta charset=utf-8><meta name=referrer content=no-referrer>"
        + "<meta http-equiv=refresh content=\"0;url=\(address)\"><title>aucat</title>\n"
    }
  }
#endif
