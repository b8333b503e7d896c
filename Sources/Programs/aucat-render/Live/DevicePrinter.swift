internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import LiveSound

/// `aucat live --list`
struct DevicePrinter {
  private let devices: [DeviceListing]

  /// Asks the running servers.
  init() { devices = DeviceList.all() }

  /// The ports of the server that would play.
  private var ports: [DevicePort] { devices.first { $0.format != nil }?.ports ?? [] }

  /// The names of ports, to complete an argument; none without a server.
  static func names(_ kind: PortCompletion) -> [String] {
    DevicePrinter().ports.filter { $0.isInput == (kind == .targets) && $0.kind != .other }.map(\.name)
  }

  /// Prints the ports, and describes the devices.
  func printDevices(isJSON: Bool, _ terminal: Terminal) throws {
    if isJSON { return try Output.print(devices.map { json($0).encoded + "\n" }.joined()) }
    try Output.print(ports.isEmpty ? "" : table.text(terminal))
    try remark(devices.map(Self.line), terminal)
  }

  private static func line(_ device: DeviceListing) -> String {
    let library = device.library.map { path in
      " (\(([path] + [device.version].compactMap(\.self)).joined(separator: ", ")))"
    }
    let name = device.device + (library ?? "")
    if let error = device.error { return "\(name): \(error)" }
    guard let format = device.format else { return "\(name): a clock without output" }
    return "\(name): \(LiveText.text(format.sampleRate, format.blockLength))"
  }

  private var table: Table {
    var table = Table(header: ["Port", "Carries", "Direction", "Of", "Connected to"])
    table.rows = ports.map { port in
      [
        port.name, port.kind.rawValue, port.isInput ? "input" : "output", port.isPhysical ? "hardware" : "program",
        port.connections.joined(separator: ", "),
      ]
    }
    return table
  }

  private func json(_ device: DeviceListing) -> JSON {
    .object([
      ("device", .string(device.device)), ("library", .optional(device.library)),
      ("version", .optional(device.version)),
      ("sampleRate", .optional(device.format?.sampleRate)), ("blockLength", .optional(device.format?.blockLength)),
      ("error", .optional(device.error?.description)),
      ("ports", .array(device.ports.map(json))),
    ])
  }

  private func json(_ port: DevicePort) -> JSON {
    .object([
      ("name", .string(port.name)), ("kind", .string(port.kind.rawValue)),
      ("direction", .string(port.isInput ? "input" : "output")), ("physical", .bool(port.isPhysical)),
      ("connections", .array(port.connections.map { .string($0) })),
    ])
  }
}
