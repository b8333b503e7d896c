internal import CJack
internal import Linux

/// The ports of a server, and the connections of a client's own ports.
struct JackPorts {
  private let client: JackClient

  init(_ client: JackClient) { self.client = client }

  /// JACK's names for audio and MIDI.
  private static let audio = "32 bit float mono audio"
  private static let midi = "8 bit raw midi"

  /// All ports of the server.
  func all() throws(DeviceError) -> [DevicePort] {
    let ports = client.with { jack, client in
      Self.texts(jack, jack.get_ports(client, nil, nil, 0)).compactMap { name in
        jack.port_by_name(client, name).map { Self.port(named: name, handle: $0, jack: jack, client: client) }
      }
    }
    guard let ports else { throw DeviceError(.notOpen) }
    return ports
  }

  private static func port(
    named name: String, handle port: OpaquePointer, jack: AucatJackFunctions, client: OpaquePointer
  ) -> DevicePort {
    let flags = Int(jack.port_flags(port))
    // SAFETY: JACK's constant, which is copied.
    let type = jack.port_type(port).map { String(cString: $0) }
    return DevicePort(
      name: name, kind: type == audio ? .audio : type == midi ? .midi : .other,
      isInput: flags & Int(aucatJackInput) != 0, isPhysical: flags & Int(aucatJackPhysical) != 0,
      isOwn: jack.port_is_mine(client, port) != 0,
      connections: texts(jack, jack.port_get_all_connections(client, port)))
  }

  /// The strings of a list that JACK has allocated, which is freed.
  private static func texts(
    _ jack: AucatJackFunctions, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) -> [String] {
    guard let list else { return [] }
    // SAFETY: the list ends with a null pointer, and each of its texts with a null byte; it is copied, and freed once.
    defer { jack.free(list) }
    var texts: [String] = []
    while let text = list[texts.count] { texts.append(String(cString: text)) }
    return texts
  }

  // MARK: Its own

  /// The connections of the client's own ports, and a bit for each of its inputs and outputs that is connected.
  func own(inputs: Int, outputs: Int) -> (connections: [DeviceConnection], inputs: UInt64, outputs: UInt64)? {
    client.with { jack, handle in
      var (connections, bits): ([DeviceConnection], [UInt64]) = ([], [0, 0])
      var index = 0
      while let port = aucatJackPort(client.memory, UInt32(index)) {
        let others = Self.texts(jack, jack.port_get_all_connections(handle, port))
        // SAFETY: the port's name, which stays as long as the port and is copied.
        let name = jack.port_name(port).map { String(cString: $0) } ?? ""
        let isInput = Int(jack.port_flags(port)) & Int(aucatJackInput) != 0
        connections += others.map { isInput ? DeviceConnection($0, name) : DeviceConnection(name, $0) }
        if !others.isEmpty && index < inputs + outputs {
          bits[index < inputs ? 0 : 1] |= 1 << UInt64(index < inputs ? index : index - inputs)
        }
        index += 1
      }
      return (connections.uniqued(), bits[0], bits[1])
    }
  }

  /// The names of its audio inputs, its audio outputs, and its MIDI ports.
  private func names(_ wishes: DeviceWishes) -> (inputs: [String], outputs: [String], midi: [String]) {
    let names =
      client.with { jack, _ -> [String] in
        let count = wishes.inputs + wishes.outputs + (wishes.hasMIDI ? 2 : 0)
        return (0..<count).map { index -> String in
          // SAFETY: as in `own`.
          aucatJackPort(client.memory, UInt32(index)).flatMap { jack.port_name($0) }.map { String(cString: $0) } ?? ""
        }
      } ?? []
    return (
      Array(names.prefix(wishes.inputs)), Array(names.dropFirst(wishes.inputs).prefix(wishes.outputs)),
      Array(names.dropFirst(wishes.inputs + wishes.outputs))
    )
  }

  // MARK: Connections

  func connect(_ source: String, _ target: String) throws(DeviceError) {
    let outcome = client.with { jack, client -> (status: Int32, missing: String?) in
      let missing: String? = [source, target].first { (name: String) in jack.port_by_name(client, name) == nil }
      return (missing == nil ? jack.connect(client, source, target) : 0, missing)
    }
    guard let outcome else { throw DeviceError(.notOpen) }
    if let missing = outcome.missing { throw DeviceError(.noPort(missing)) }
    // JACK reports ports that are already connected as EEXIST, with either sign.
    guard outcome.status == 0 || SystemError(abs(outcome.status)).isExisting else {
      throw DeviceError(.connection(DeviceConnection(source, target)), detail: JackClient.words())
    }
  }

  /// Makes the requested connections.
  ///
  /// - Returns: false if outputs should go to hardware, and there is none.
  func connect(_ wishes: DeviceWishes) throws(DeviceError) -> Bool {
    let (own, all) = (names(wishes), try all())
    let sources = try Self.named(wishes.inputPorts, in: all, sending: true, channels: own.inputs.count)
    try connect(sources, to: own.inputs, midi: own.midi.first, isInput: true)
    // A single source is heard on both sides.
    let sounds = sources.filter { $0.kind == .audio }
    if sounds.count == 1, own.inputs.count == 2 { try connect(sounds[0].name, own.inputs[1]) }
    switch wishes.outputPorts {
    case .none: return true
    case .physical:
      let targets = all.filter { $0.isPhysical && $0.isInput && $0.kind == .audio && !$0.isOwn }
      // A single output is heard on both sides.
      let count = own.outputs.count == 1 ? 2 : own.outputs.count
      try connect(Array(targets.prefix(count)), to: own.outputs, midi: nil, isInput: false)
      return !targets.isEmpty || own.outputs.isEmpty
    case .ports(let names):
      let targets = try Self.named(names, in: all, sending: false, channels: own.outputs.count)
      try connect(targets, to: own.outputs, midi: own.midi.last, isInput: false)
      return true
    }
  }

  /// Connects others' ports to the client's own, in turn, and starts again with the first after the last.
  private func connect(
    _ others: [DevicePort], to own: [String], midi: String?, isInput: Bool
  ) throws(DeviceError) {
    var next = 0
    for port in others {
      let (ours, what) = port.kind == .midi ? (midi.map { [$0] } ?? [], "MIDI") : (own, "audio")
      guard !ours.isEmpty else {
        throw DeviceError(
          .wish("\"\(port.name)\" is a port for \(what), for which there is no \(isInput ? "input" : "output")"))
      }
      let mine = ours[next % ours.count]
      try isInput ? connect(port.name, mine) : connect(mine, port.name)
      if port.kind != .midi { next += 1 }
    }
  }

  /// The ports with these names, which are those of ports or of clients.
  ///
  /// - Parameter channels: the most audio ports that a client's name stands for.
  static func named(
    _ names: [String], in ports: [DevicePort], sending: Bool, channels: Int
  ) throws(DeviceError) -> [DevicePort] {
    let suited = ports.filter { $0.isInput != sending && $0.kind != .other && !$0.isOwn }
    var found: [DevicePort] = []
    for name in names {
      if let port = suited.first(where: { $0.name == name }) {
        found.append(port)
        continue
      }
      if ports.contains(where: { $0.name == name && $0.isInput == sending && !$0.isOwn }) {
        throw DeviceError(.wrongDirection(name, sends: !sending))
      }
      let all = suited.filter { $0.client == name }
      guard !all.isEmpty else { throw DeviceError(.noPort(name)) }
      let sound = Array(all.filter { $0.kind == .audio }.prefix(channels))
      found += sound.isEmpty ? all.filter { $0.kind == .midi } : sound
    }
    return found
  }

  /// Restores former connections whose ports exist.
  ///
  /// - Parameters:
  ///   - former: the client's former name.
  ///   - name: its present name.
  /// - Returns: the connections whose ports are missing.
  func restore(_ connections: [DeviceConnection], of former: String, as name: String) -> [DeviceConnection] {
    func renamed(_ port: String) -> String {
      port.hasPrefix(former + ":") ? name + port.dropFirst(former.count) : port
    }
    return connections.map { DeviceConnection(renamed($0.source), renamed($0.target)) }.filter { connection in
      do throws(DeviceError) {
        try connect(connection.source, connection.target)
        return false
      } catch {
        if case .noPort = error.cause { return true }
        return false
      }
    }
  }
}

extension [DeviceConnection] {
  /// The connections without duplicates: one between two of the client's ports is seen from both.
  fileprivate func uniqued() -> [DeviceConnection] {
    var seen: Set<DeviceConnection> = []
    return filter { seen.insert($0).inserted }
  }
}
