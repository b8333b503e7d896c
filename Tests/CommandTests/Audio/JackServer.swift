import Foundation
import TestSupport

/// A JACK server of a test's own, without a sound card. One at a time runs on a machine.
final class JackServer {
  /// Whether JACK is installed.
  static let isInstalled = Machine.has("jackd")

  /// The server's name, which clients find it by.
  let name = "aucat-commands-\(getpid())"
  private var process: Process?
  private let lock: Int32

  /// Waits for other tests' servers to end. Nothing runs yet.
  init() {
    lock = open("/tmp/aucat-test-sound-server.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    flock(lock, LOCK_EX)
  }

  deinit {
    stop()
    close(lock)
  }

  /// What clients need in their environment.
  var environment: [String: String] { ["JACK_DEFAULT_SERVER": name, "XDG_RUNTIME_DIR": "/nonexistent"] }

  /// Starts the server, which answers a little later.
  func start(block: Int = 256, isRealtime: Bool = false) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "-i", "PATH=/usr/bin:/bin", "jackd", "-n", name, isRealtime ? "-R" : "-r", "-d", "dummy", "-r", "48000", "-p",
      "\(block)",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
  }

  /// Ends the server, and waits for that.
  func stop() {
    guard let process else { return }
    process.terminate()
    process.waitUntilExit()
    self.process = nil
  }
}
