internal import ComponentModel
internal import ComponentQuery

/// The purposes of ports: designations, latency, side chains.
enum RoleRules {
  static let checks: [Check] = [.port(unknownDesignation), .port(latency), .port(sideChain)]

  private static let known: [(space: String, names: [String])] = [
    (Namespace.lv2, ["latency", "freeWheeling", "enabled", "control"]),
    (
      Namespace.parameters,
      [
        "amplitude", "attack", "bypass", "cutoffFrequency", "decay", "delay", "dryLevel", "frequency", "gain", "hold",
        "pulseWidth", "ratio", "release", "resonance", "sampleRate", "sustain", "threshold", "waveform", "wetDryRatio",
        "wetLevel",
      ]
    ),
    (
      Namespace.portGroups,
      [
        "left", "right", "center", "side", "centerLeft", "centerRight", "sideLeft", "sideRight", "rearLeft",
        "rearRight", "rearCenter", "lowFrequencyEffects",
      ] + (0...15).map { "ACN\($0)" }
    ),
    (
      Namespace.time,
      [
        "Position", "Rate", "Time", "position", "barBeat", "bar", "beat", "beatUnit", "beatsPerBar", "beatsPerMinute",
        "frame", "framesPerSecond", "speed",
      ]
    ),
  ]

  private static let property = Property.lv2Designation

  private static func unknownDesignation(_ port: PortFacts) -> [Diagnostic] {
    port.values(property).compactMap { value in
      guard let uri = value.uri else {
        let problem = Problem(.unknownDesignation, "a designation must be a URI, which this is not")
        return value.removal(of: property, for: problem, advice: "or name one")
      }
      guard let (space, names) = known.first(where: { uri.hasPrefix($0.space) }) else { return nil }
      let name = String(uri.dropFirst(space.count))
      guard !names.contains(name) else { return nil }
      let elsewhere = known.first { $0.names.contains(name) }.map { $0.space + name }
      let near = elsewhere ?? nearest(to: name, in: names).map { space + $0 }
      let problem = Problem(
        .unknownDesignation,
        "this namespace of LV2 has no designation `\(name)`, so hosts ignore it" + nearestText(near.map(URIPart.last)))
      guard let near else { return value.removal(of: property, for: problem, advice: "or name one of LV2's") }
      return value.replacement(problem, property, by: value.document.term(near))
    }
  }

  private static func latency(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.direction == .output, port.designation == nil, !port.has("reportsLatency"),
      ["latency", "_latency", "lv2_latency"].contains(port.symbol?.lowercased() ?? "")
        || port.name?.lowercased() == "latency"
    else { return [] }
    let problem = Problem(
      .latencyNotReported, "the output is named latency but is not designated so, and hosts don't compensate for it")
    return [port.adding(property, object: port.document.term(ResourceClass.latency.uri), for: problem)]
  }

  private static func sideChain(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .audio, port.direction == .input, !port.has("isSideChain") else { return [] }
    let texts = [port.name, port.symbol].compactMap { $0?.lowercased() }
    let spellings = ["sidechain", "side chain", "side-chain", "side_chain"]
    guard
      texts.contains(where: { text in spellings.contains { text.contains(run: $0) } })
        || SideChainName.isTold(by: [port.name, port.symbol].compactMap(\.self))
          && port.plugin.count(.audio, .input) > 1
    else { return [] }
    let graph = port.plugin.graph
    guard
      !port.groups.contains(where: { group in
        !graph.values(group.node, .groupsSideChainOf).isEmpty
          || graph.text(group.node, .lv2Symbol)?.hasPrefix("sidechain") == true
      })
    else { return [] }
    let problem = Problem(
      .sideChainByName, "the input is named a side chain but not marked as one, so hosts feed it the main signal")
    return [port.adding(.lv2PortProperty, object: port.document.term(Namespace.lv2 + "isSideChain"), for: problem)]
  }
}
