internal import AucatCommands
internal import AudioComponents
internal import RenderChain

/// A chain as a graph of PipeWire's filter-chain, connected as a render connects it.
struct PipeWireGraph {
  /// A plugin, or a copy of a channel.
  private struct Node {
    var name: String
    /// The plugin's URI; nil for a copy.
    var plugin: String?
    var values: [(symbol: String, value: Float)] = []
  }

  /// The source of a channel.
  private enum Source: Hashable {
    case input(Int)
    case port(String)
  }

  private var nodes: [Node] = []
  private var links: [(source: Source, target: String)] = []
  /// The channels after the stages so far.
  private var channels: [Source]
  private let inputCount: Int
  private let host: HostProfile

  /// The longest text that filter-chain reads for a URI or a port with its node, in bytes.
  private static let longestText = 255
  private static let program = "a filter-chain"

  /// - Parameter host: what a filter-chain offers.
  init(_ stages: [HostedStage], channels count: Int, host: HostProfile) throws {
    self.host = host
    inputCount = count
    channels = (0..<count).map { .input($0) }
    for (number, stage) in stages.enumerated() { try append(stage, number) }
  }

  private mutating func append(_ stage: HostedStage, _ number: Int) throws {
    try Self.check(stage, host)
    let record = stage.outline.record
    let plan = try ChannelPlan(record, channels: channels.count)
    if stage.outline.isLeftOut {
      if plan.outputs == channels.count { return }
      throw stage.failure(
        "\(Self.program) can't bypass it, since it changes the number of channels", remedy: "remove it from the chain")
    }
    let before = channels
    var after: [Source] = []
    for instance in 0..<plan.instances {
      let name = Self.nodeName(of: stage, number: number, instance: plan.instances > 1 ? instance : nil)
      nodes.append(
        Node(name: name, plugin: record.uri, values: stage.outline.values.map { ($0.port.symbol, $0.value) }))
      func port(_ index: Int) throws -> String { try Self.port(record.ports[index].symbol, of: name, stage) }
      for (channel, input) in zip(plan.sources[instance], record.mainPorts(.input)) {
        links.append((before[channel], try port(input)))
      }
      for (channel, input) in zip(sideChain(of: stage, plan, instance), record.sideChainInputs) {
        links.append((.input(channel), try port(input)))
      }
      after += try record.mainPorts(.output).map { .port(try port($0)) }
    }
    channels = after
  }

  /// The chain's channels for the side chains of an instance: see `LoadedStage.Channels`.
  private func sideChain(of stage: HostedStage, _ plan: ChannelPlan, _ instance: Int) -> [Int] {
    guard stage.sideChain == .input else { return [] }
    return stage.outline.record.sideChainInputs.indices.map {
      min(plan.instances > 1 ? instance : $0, inputCount - 1)
    }
  }

  private static func check(_ stage: HostedStage, _ host: HostProfile) throws {
    try stage.requireFeatures(of: host, called: program)
    try stage.requirePorts(of: host, called: program)
    let uri = stage.outline.record.uri
    guard uri.utf8.count <= longestText else {
      throw stage.failure(
        "its URI has \(uri.utf8.count) bytes, and \(program) reads at most \(longestText)",
        remedy: "use another plugin")
    }
    if let origin = stage.outline.stateOrigin {
      let remedy =
        switch origin {
        case .preset: "choose a preset that only sets parameters"
        case .chain: "remove `state` from the chain"
        case .bundle: "use another plugin"
        }
      throw stage.failure("it starts from a state, and \(program) restores none", remedy: remedy)
    }
  }

  /// `1-simple-amplifier`, or `1-simple-amplifier-2` for the second of several instances.
  private static func nodeName(of stage: HostedStage, number: Int, instance: Int?) -> String {
    let words = stage.name.lowercased().utf8.split { !$0.isASCIILetterOrDigit }.map { String(Substring($0)) }
    let name =
      ["\(number + 1)"] + words.prefix(6).map { String($0.prefix(20)) } + (instance.map { ["\($0 + 1)"] } ?? [])
    return name.joined(separator: "-")
  }

  private static func port(_ symbol: String, of node: String, _ stage: HostedStage) throws -> String {
    let port = "\(node):\(symbol)"
    guard port.utf8.count <= longestText else {
      throw stage.failure(
        "the symbol of its port `\(symbol.prefix(20))…` is too long for \(program)",
        remedy: "use another plugin")
    }
    return port
  }
}

extension PluginRecord {
  fileprivate var sideChainInputs: [Int] {
    ports.indices.filter { ports[$0].kind == .audio && ports[$0].direction == .input && ports[$0].isSideChain }
  }
}

/// The configuration, in SPA's JSON.
extension PipeWireGraph {
  /// A drop-in with one sink.
  ///
  /// - Parameter name: the name of the chain.
  func configuration(named name: String) -> String {
    let (nodes, links, inputs, outputs) = connected
    let (title, identifier) = (Self.quoted(name), Self.identifier(name))
    return """
      # Made by `aucat chain export --pipewire`.
      context.modules = [
        { name = libpipewire-module-filter-chain
          args = {
            node.description = \(title)
            media.name = \(title)
            filter.graph = {
              nodes = [
      \(nodes.map { "          \(Self.text($0))\n" }.joined())        ]
              links = [
      \(links.map { "          { output = \(Self.quoted($0.0)) input = \(Self.quoted($0.1)) }\n" }.joined())        ]
              inputs = [ \(inputs.map(Self.quoted).joined(separator: " ")) ]
              outputs = [ \(outputs.map(Self.quoted).joined(separator: " ")) ]
            }
            capture.props = {
              node.name = "effect_input.\(identifier)"
              media.class = Audio/Sink
              audio.channels = \(inputs.count)
              audio.position = [ \(Self.positions(inputs.count)) ]
            }
            playback.props = {
              node.name = "effect_output.\(identifier)"
              node.passive = true
              audio.channels = \(outputs.count)
              audio.position = [ \(Self.positions(outputs.count)) ]
            }
          }
        }
      ]

      """
  }

  /// The graph with a copy of each input channel that does not go to exactly one port: filter-chain offers no other
  /// way.
  private var connected: (nodes: [Node], links: [(String, String)], inputs: [String], outputs: [String]) {
    var nodes = nodes
    var inputs: [String] = []
    var copies: [Source: String] = [:]
    for channel in 0..<inputCount {
      let targets = links.filter { $0.source == .input(channel) }.map(\.target)
      if let target = targets.first, targets.count == 1, !channels.contains(.input(channel)) {
        inputs.append(target)
        continue
      }
      let copy = Node(name: "input-\(channel + 1)")
      nodes.append(copy)
      inputs.append(copy.name + ":In")
      copies[.input(channel)] = copy.name + ":Out"
    }
    func port(_ source: Source) -> String? {
      if case .port(let port) = source { return port }
      return copies[source]
    }
    let ends = links.compactMap { link in port(link.source).map { ($0, link.target) } }
    return (nodes, ends, inputs, channels.compactMap(port))
  }

  private static func text(_ node: Node) -> String {
    guard let plugin = node.plugin else { return "{ type = builtin label = copy name = \(quoted(node.name)) }" }
    let values = node.values.map { " \(quoted($0.symbol)) = \(HostedStage.text($0.value))" }.joined()
    let control = values.isEmpty ? "" : " control = {\(values) }"
    return "{ type = lv2 name = \(quoted(node.name)) plugin = \(quoted(plugin))\(control) }"
  }

  private static func quoted(_ text: String) -> String { JSON.string(text).encoded }

  /// A name that needs no quotes anywhere.
  private static func identifier(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      UInt8(exactly: scalar.value).map { $0.isASCIILetterOrDigit || "._-".utf8.contains($0) } == true ? scalar : "_"
    }
    return String(String.UnicodeScalarView(scalars.prefix(100)))
  }

  private static func positions(_ count: Int) -> String {
    switch count {
    case 1: "MONO"
    case 2: "FL FR"
    case 4: "FL FR RL RR"
    case 6: "FL FR FC LFE RL RR"
    case 8: "FL FR FC LFE RL RR SL SR"
    default: (0..<count).map { "AUX\($0)" }.joined(separator: " ")
    }
  }
}
