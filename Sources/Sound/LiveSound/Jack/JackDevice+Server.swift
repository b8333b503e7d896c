internal import CJack

/// A session's requests to its server while it plays.
extension JackDevice {
  package func connect(_ ports: DeviceConnection) throws(DeviceError) {
    let client = try opened()
    let named = try named(ports, client, among: JackPorts(client).all())
    try JackPorts(client).connect(named.source, named.target)
  }

  package func disconnect(_ ports: DeviceConnection) throws(DeviceError) {
    let client = try opened()
    let known = try JackPorts(client).all()
    let named = try named(ports, client, among: known)
    for name in [named.source, named.target] where !known.contains(where: { $0.name == name }) {
      throw DeviceError(.noPort(name))
    }
    let status = client.with { jack, client in jack.disconnect(client, named.source, named.target) }
    guard status == 0 else { throw DeviceError(.connection(named), detail: JackClient.words()) }
  }

  package func setPlaying(_ isPlaying: Bool) throws(DeviceError) {
    let client = try opened()
    _ = client.with { jack, client in isPlaying ? jack.transport_start(client) : jack.transport_stop(client) }
  }

  package func locate(_ frame: UInt32) throws(DeviceError) {
    let status = try opened().with { jack, client in jack.transport_locate(client, frame) }
    guard status == 0 else { throw JackClient.refused("move the transport") }
  }

  /// The full names of ports: a name such as `out_1` stands for this client's port.
  private func named(
    _ ports: DeviceConnection, _ client: JackClient, among known: [DevicePort]
  ) throws(DeviceError) -> DeviceConnection {
    let own = try client.format().clientName + ":"
    func full(_ name: String) -> String { known.contains { $0.name == own + name } ? own + name : name }
    return DeviceConnection(full(ports.source), full(ports.target))
  }
}
