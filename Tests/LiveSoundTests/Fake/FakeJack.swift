import Glibc
import TestSupport

/// The library of `Tests/FakeJack`, in which a test is the server.
struct FakeJack: @unchecked Sendable {
  static let path = "\(Child.products)/libFakeJack.so"
  /// The same without the functions that older libraries lack.
  static let oldPath = "\(Child.products)/libOldJack.so"

  private let handle: UnsafeMutableRawPointer

  /// Forgets what other tests have done.
  init(_ path: String = Self.path) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      preconditionFailure(dlerror().map { String(cString: $0) } ?? path)
    }
    self.handle = handle
    call("reset")
  }

  private func function<Function>(_ name: String, _ type: Function.Type = Function.self) -> Function {
    guard let address = dlsym(handle, "fake_\(name)") else { preconditionFailure(name) }
    // SAFETY: the type is that of the function in FakeJack.c.
    return unsafeBitCast(address, to: type)
  }

  private func call(_ name: String) { function(name, (@convention(c) () -> Void).self)() }
  private func call(_ name: String, _ number: Int) {
    function(name, (@convention(c) (Int32) -> Void).self)(Int32(number))
  }
  private func call(_ name: String, text: String) {
    function(name, (@convention(c) (UnsafePointer<CChar>) -> Void).self)(text)
  }

  func fail(_ function: String) { call("fail", text: function) }
  func mend() { call("mend") }
  func status(_ status: Int) { call("status", status) }
  func version(_ version: String) { call("version", text: version) }
  func server(isUp: Bool) { call("server", isUp ? 1 : 0) }
  func cycle(_ frames: Int) { call("cycle", frames) }
  func xrun() { call("xrun") }
  func block(_ frames: Int) { call("block", frames) }
  func rate(_ rate: Int) { call("rate", rate) }
  func freewheel(_ isOn: Bool) { call("freewheel", isOn ? 1 : 0) }
  func latency(_ mode: Int) { call("latency", mode) }
  func told() { call("told") }
  func shutdown(_ reason: String) { call("shutdown", text: reason) }

  var clients: Int { Int(function("clients", (@convention(c) () -> Int32).self)()) }
  var recomputations: Int { Int(function("calls", (@convention(c) () -> UInt32).self)()) }

  func say(_ text: String, isError: Bool) {
    function("say", (@convention(c) (UnsafePointer<CChar>, Int32) -> Void).self)(text, isError ? 1 : 0)
  }

  /// The samples of a port.
  func samples(_ port: String) -> UnsafeMutablePointer<Float> {
    guard
      let samples = function("samples", (@convention(c) (UnsafePointer<CChar>) -> UnsafeMutablePointer<Float>?).self)(
        port)
    else { preconditionFailure("no port \(port)") }
    return samples
  }

  func takeBuffer(_ port: String, _ isTaken: Bool = true) {
    function("take_buffer", (@convention(c) (UnsafePointer<CChar>, Int32) -> Void).self)(port, isTaken ? 1 : 0)
  }

  func addEvent(_ port: String, frame: UInt32, _ bytes: [UInt8]) {
    function("add_event", (@convention(c) (UnsafePointer<CChar>, UInt32, UnsafePointer<UInt8>, UInt32) -> Void).self)(
      port, frame, bytes, UInt32(bytes.count))
  }

  /// The events of a port.
  func events(_ port: String) -> [(frame: UInt32, bytes: [UInt8])] {
    let get = function(
      "event",
      (@convention(c) (UnsafePointer<CChar>, UInt32, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt8>) -> Int32)
        .self
    )
    var events: [(UInt32, [UInt8])] = []
    var (frame, bytes): (UInt32, [UInt8]) = (0, [UInt8](repeating: 0, count: 16))
    while true {
      let size = get(port, UInt32(events.count), &frame, &bytes)
      guard size >= 0 else { return events }
      events.append((frame, Array(bytes.prefix(Int(size)))))
    }
  }

  func transport(_ state: Int, frame: Int) {
    function("transport", (@convention(c) (Int32, UInt32) -> Void).self)(Int32(state), UInt32(frame))
  }

  func beats(bar: Int32, beat: Int32, tick: Int32, tempo: Double, offset: UInt32 = 0) {
    function("beats", (@convention(c) (Int32, Int32, Int32, Double, UInt32) -> Void).self)(
      bar, beat, tick, tempo, offset)
  }

  func range(_ port: String, _ mode: Int) -> [UInt32] {
    let get = function("range", (@convention(c) (UnsafePointer<CChar>, Int32, Int32) -> UInt32).self)
    return [get(port, Int32(mode), 0), get(port, Int32(mode), 1)]
  }

  func setRange(_ port: String, _ mode: Int, _ least: UInt32, _ most: UInt32) {
    function("set_range", (@convention(c) (UnsafePointer<CChar>, Int32, UInt32, UInt32) -> Void).self)(
      port, Int32(mode), least, most)
  }
}
