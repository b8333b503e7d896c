import Glibc
import Linux
import TestSupport

@testable import LiveSound

/// A server for a test: one at a time on this machine, since JACK's share what they keep in memory.
final class SoundServer {
  private let child: ChildProcess
  private let lock: Int32

  /// Waits for others to end, and starts a program.
  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    lock = Glibc.open("/tmp/aucat-test-sound-server.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    flock(lock, LOCK_EX)
    let own = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "JACK_NO_AUDIO_RESERVATION": "1"]
    child = try ChildProcess(
      program, arguments: arguments, descriptors: [nil, nil], environment: own.merging(environment) { $1 })
  }

  deinit { end() }

  /// Ends it in order; a server that doesn't is killed.
  func end() {
    kill(child.process, SIGTERM)
    _ = child.end(within: 5_000)
    close(lock)
  }

  /// Ends it at once. The place for others stays taken.
  func kills() {
    kill(child.process, SIGKILL)
    _ = child.end(within: 5_000)
  }

  /// Opens a device once the server answers. JACK's library doesn't always find one that has just been started.
  static func open(
    _ device: JackDevice, _ wishes: DeviceWishes, _ recorder: Recorder, _ notices: NoticeLog
  ) throws -> DeviceFormat {
    var (format, failure): (DeviceFormat?, (any Error)?)
    _ = waitUntil(10) {
      do { format = try device.open(wishes, call: recorder.call, notice: notices.add) } catch { failure = error }
      return format != nil
    }
    if let format { return format }
    throw failure ?? DeviceError(.noServer)
  }
}
