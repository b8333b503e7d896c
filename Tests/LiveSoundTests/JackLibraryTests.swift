import CJack
import TestSupport
import Testing

@testable import LiveSound

/// How JACK's library is found.
struct JackLibraryTests {
  private let folder = TemporaryFolder()

  @Test("a chosen library is the only one; PipeWire's comes where it runs, from a folder of its own")
  func candidates() {
    verify(JackLibrary.candidates(["AUCAT_JACK": "/x/libjack.so", "PIPEWIRE_REMOTE": "/"]), equals: ["/x/libjack.so"])
    for environment in [["AUCAT_JACK": ""], [:]] {
      verify(JackLibrary.candidates(environment), equals: ["libjack.so.0"])
    }
    verify(!JackLibrary.pipeWireRuns(["XDG_RUNTIME_DIR": folder.path]))
    for name in ["pipewire-0", "other"] { folder.write("", to: name) }
    for (environment, runs) in [
      (["XDG_RUNTIME_DIR": folder.path], true),
      (["XDG_RUNTIME_DIR": "/none", "PIPEWIRE_RUNTIME_DIR": folder.path], true),
      (["XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "other"], true),
      (["PIPEWIRE_REMOTE": folder("other")], true),
      (["XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "none"], false),
    ] { verify(JackLibrary.pipeWireRuns(environment) == runs, "\(environment)") }
    verify(JackLibrary.candidates(["XDG_RUNTIME_DIR": folder.path]).first, equals: "libjack.so.0")
    verify(JackLibrary.pipeWire(root: folder("lib")).isEmpty)
    let found = ["lib64", "lib/x86_64-linux-gnu"].map { folder.write("", to: "\($0)/pipewire-0.3/jack/libjack.so.0") }
    folder.write("", to: "lib/other/libjack.so.0")
    verify(JackLibrary.pipeWire(root: folder("lib")), equals: found)
  }

  @Test("a library that is missing says so, and one of something else what it lacks")
  func unsuited() {
    func error(_ library: String) -> DeviceError? {
      let (device, recorder) = (JackDevice(environment: ["AUCAT_JACK": library]), Recorder())
      return verify(throws: DeviceError.self) { try device.open(DeviceWishes(), call: recorder.call) { _ in } }
    }
    let missing = error(folder("none.so"))
    verify(missing?.cause == .libraryMissing && missing?.detail.contains("none.so") == true)
    verify(error("libc.so.6")?.cause, equals: .libraryUnsuited(function: "jack_client_open"))
    verify(aucatJackMostPorts, equals: DeviceWishes.mostChannels)
  }
}
