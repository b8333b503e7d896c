import ChainHosting
import TestSupport
import Testing

@testable import LiveSound

/// A device that tests play on a real server.
protocol ServerBench {
  var device: JackDevice { get }
  /// What the device's call has got.
  var recorder: Recorder { get }
  var notices: NoticeLog { get }

  /// Starts the server.
  func server() throws -> SoundServer
}

extension ServerBench {
  func open(_ wishes: DeviceWishes = DeviceWishes()) throws -> DeviceFormat {
    try SoundServer.open(device, wishes, recorder, notices)
  }

  /// Runs a test while the device plays.
  func playing(_ wishes: DeviceWishes = DeviceWishes(), _ body: () throws -> Void) throws {
    let server = try server()
    defer { server.end() }
    _ = try open(wishes)
    try device.start()
    try body()
    device.close()
  }

  /// Changes the length of the server's blocks.
  func checkBlocks(of length: Int) throws {
    try device.setBlockLength(length)
    verify(notices.waits(for: .blockLength(length)))
    verify(waitUntil { recorder.blocks.last?.frames == length })
  }

  /// Starts or stops the server's transport.
  func checkRolling(_ isPlaying: Bool) throws {
    try device.setPlaying(isPlaying)
    verify(waitUntil { recorder.blocks.last?.position.speed == (isPlaying ? 1 : 0) })
  }
}
