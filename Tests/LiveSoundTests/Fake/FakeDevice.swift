import CJack
import TestSupport

@testable import LiveSound

/// A device of the fake library, with what it calls and tells.
struct FakeDevice {
  let fake: FakeJack
  let device: JackDevice
  let recorder: Recorder
  let notices = NoticeLog()
  let wishes: DeviceWishes

  init(_ wishes: DeviceWishes = DeviceWishes(), library: String = FakeJack.path) {
    fake = FakeJack(library)
    device = JackDevice(environment: ["AUCAT_JACK": library])
    recorder = Recorder(inputs: wishes.inputs, outputs: wishes.outputs)
    self.wishes = wishes
  }

  /// A device that plays.
  static func started(_ wishes: DeviceWishes = DeviceWishes()) throws(DeviceError) -> FakeDevice {
    let fake = FakeDevice(wishes)
    try fake.start()
    return fake
  }

  @discardableResult func open() throws(DeviceError) -> DeviceFormat {
    try device.open(wishes, call: recorder.call, notice: notices.add)
  }

  func start() throws(DeviceError) {
    try open()
    try device.start()
  }

  /// Runs blocks in which each input has one sample.
  func cycle(_ frames: Int = 64, _ value: Float = 0.25) {
    for channel in 0..<wishes.inputs {
      let samples = fake.samples("aucat:in_\(channel + 1)")
      for frame in 0..<frames { samples[frame] = value + Float(channel) }
    }
    fake.cycle(frames)
  }

  func output(_ channel: Int, _ frames: Int = 64) -> [Float] {
    let samples = fake.samples("aucat:out_\(channel)")
    return (0..<frames).map { samples[$0] }
  }

  func connections() throws -> [DeviceConnection] {
    try device.ports().filter { $0.isOwn && !$0.isInput }.flatMap { port in
      port.connections.map { DeviceConnection(port.name, $0) }
    }
      + device.ports().filter { $0.isOwn && $0.isInput }.flatMap { port in
        port.connections.map { DeviceConnection($0, port.name) }
      }
  }
}

/// What tests do with a server, and devices never do.
extension JackDevice {
  func ports() throws(DeviceError) -> [DevicePort] { try JackPorts(opened()).all() }

  func connect(_ source: String, _ target: String) throws(DeviceError) {
    try connect(DeviceConnection(source, target))
  }

  func disconnect(_ source: String, _ target: String) throws(DeviceError) {
    try disconnect(DeviceConnection(source, target))
  }

  func setFreewheeling(_ isOn: Bool) throws(DeviceError) {
    try call("run as fast as it can") { jack, client in jack.set_freewheel(client, isOn ? 1 : 0) }
  }

  func setBlockLength(_ frames: Int) throws(DeviceError) {
    try call("change its block") { jack, client in jack.set_buffer_size(client, UInt32(frames)) }
  }

  private func call(
    _ action: String, _ body: (AucatJackFunctions, OpaquePointer) -> Int32
  ) throws(DeviceError) {
    guard try opened().with(body) == 0 else { throw JackClient.refused(action) }
  }
}
