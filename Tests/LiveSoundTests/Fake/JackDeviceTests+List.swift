import Testing

@testable import LiveSound

extension JackDeviceTests {
  /// The list of devices.
  @Suite struct List {
    @Test func aServerIsListedWithItsPorts() throws {
      let fake = FakeDevice()
      let list = DeviceList.all(environment: ["AUCAT_JACK": FakeJack.path])
      #expect(list.map(\.device) == ["jack", "null"])
      #expect(list[0].library?.hasSuffix("/libFakeJack.so") == true && list[0].version == "1.9.21")
      #expect(list[0].format?.sampleRate == 48_000 && list[0].error == nil)
      #expect(list[0].ports.map(\.name).first == "system:capture_1" && list[0].ports.count == 6)
      #expect(list[0].ports.map(\.kind.rawValue).suffix(2) == ["midi", "midi"])
      #expect(fake.fake.clients == 0)
    }

    @Test func aServerThatIsMissingIsAReason() {
      let fake = FakeDevice()
      fake.fake.server(isUp: false)
      let list = DeviceList.all(environment: ["AUCAT_JACK": FakeJack.path])
      #expect(list[0].error == DeviceError(.noServer) && list[0].format == nil && list[0].ports == [])
      #expect(list[1] == DeviceListing(device: "null", ports: []))
      #expect(DeviceList.all(environment: ["AUCAT_JACK": "/none"])[0].error?.cause == .libraryMissing)
    }
  }
}
