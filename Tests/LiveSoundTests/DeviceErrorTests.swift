import Testing

@testable import LiveSound

/// An error of a device says what helps.
@Suite struct DeviceErrorTests {
  static let causes: [DeviceError.Cause] = [
    .libraryMissing, .libraryUnsuited(function: "jack_connect"), .noServer, .versions, .clientName("a:b"),
    .refused(action: "register a port"), .pipeWireLibraryMissing, .connection(DeviceConnection("a", "b")), .notOpen,
  ]

  @Test(arguments: causes) func aRemedyFollows(cause: DeviceError.Cause) {
    let text = DeviceError(cause, detail: "their words").description
    #expect(text.contains(" (their words); "), "\(text)")
    #expect(DeviceError(cause).description == text.replacing(" (their words)", with: ""))
  }

  /// What helps depends on the program, which knows its options.
  @Test(arguments: [DeviceError.Cause.noPort("system:x"), .wrongDirection("system:x", sends: true)])
  func aPortsRemedyIsTheProgramsAffair(cause: DeviceError.Cause) {
    let text = DeviceError(cause, detail: "their words").description
    #expect(text.hasSuffix(" (their words)") && !text.contains("--"), "\(text)")
  }

  @Test func aServerIsToBeStarted() {
    #expect(
      DeviceError(.noServer).description
        == "no JACK server is running; start one with `jackd -d alsa`, or without a sound card `jackd -d dummy`, or start "
        + "PipeWire")
  }

  @Test func anOwnTextStandsAlone() {
    #expect(DeviceError(.wish("65 inputs are too many")).description == "65 inputs are too many")
  }
}
