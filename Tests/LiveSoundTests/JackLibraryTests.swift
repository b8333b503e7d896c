import CJack
import TestSupport
import Testing

@testable import LiveSound

/// How JACK's library is found.
@Suite struct JackLibraryTests {
  private let folder = TemporaryFolder()

  @Test func aChosenLibraryIsTheOnlyOne() {
    #expect(JackLibrary.candidates(["AUCAT_JACK": "/x/libjack.so", "PIPEWIRE_REMOTE": "/"]) == ["/x/libjack.so"])
    #expect(JackLibrary.candidates(["AUCAT_JACK": ""]) == ["libjack.so.0"])
    #expect(JackLibrary.candidates([:]) == ["libjack.so.0"])
  }

  @Test func pipeWiresComesWhereItRuns() {
    #expect(!JackLibrary.pipeWireRuns(["XDG_RUNTIME_DIR": folder.path]))
    folder.write("", to: "pipewire-0")
    folder.write("", to: "other")
    #expect(JackLibrary.pipeWireRuns(["XDG_RUNTIME_DIR": folder.path]))
    #expect(JackLibrary.pipeWireRuns(["XDG_RUNTIME_DIR": "/none", "PIPEWIRE_RUNTIME_DIR": folder.path]))
    #expect(JackLibrary.pipeWireRuns(["XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "other"]))
    #expect(JackLibrary.pipeWireRuns(["PIPEWIRE_REMOTE": folder("other")]))
    #expect(!JackLibrary.pipeWireRuns(["XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "none"]))
    #expect(JackLibrary.candidates(["XDG_RUNTIME_DIR": folder.path]).first == "libjack.so.0")
  }

  @Test func pipeWiresIsInAFolderOfItsOwn() {
    #expect(JackLibrary.pipeWire(root: folder("lib")).isEmpty)
    folder.write("", to: "lib/x86_64-linux-gnu/pipewire-0.3/jack/libjack.so.0")
    folder.write("", to: "lib64/pipewire-0.3/jack/libjack.so.0")
    folder.write("", to: "lib/other/libjack.so.0")
    #expect(
      JackLibrary.pipeWire(root: folder("lib")) == [
        folder("lib64/pipewire-0.3/jack/libjack.so.0"), folder("lib/x86_64-linux-gnu/pipewire-0.3/jack/libjack.so.0"),
      ])
  }

  @Test func aLibraryThatIsMissingSaysSo() {
    let device = JackDevice(environment: ["AUCAT_JACK": folder("none.so")])
    let recorder = Recorder()
    let error = #expect(throws: DeviceError.self) { try device.open(DeviceWishes(), call: recorder.call) { _ in } }
    #expect(error?.cause == .libraryMissing && error?.detail.contains("none.so") == true)
  }

  @Test func aLibraryOfSomethingElseSaysWhatIsMissing() {
    let device = JackDevice(environment: ["AUCAT_JACK": "libc.so.6"])
    let recorder = Recorder()
    let error = #expect(throws: DeviceError.self) { try device.open(DeviceWishes(), call: recorder.call) { _ in } }
    #expect(error?.cause == .libraryUnsuited(function: "jack_client_open"))
  }

  @Test func aDeviceHasAsManyPortsAsTheLibrarysClient() {
    #expect(aucatJackMostPorts == DeviceWishes.mostChannels)
  }
}
