/// What a component requires of a host.
package struct HostNeeds: Hashable, Sendable {
  /// The ports of one kind that a component has, by their symbols.
  package struct Ports: Hashable, Sendable {
    package var kind: ComponentPort.Kind
    /// Whether hosts may leave them unconnected: they are `lv2:connectionOptional`.
    package var isOptional: Bool
    package var symbols: [String]

    package init(_ kind: ComponentPort.Kind, isOptional: Bool, symbols: [String] = []) {
      self.kind = kind
      self.isOptional = isOptional
      self.symbols = symbols
    }
  }

  package var features: [String] = []
  package var options: [String] = []
  package var ports: [Ports] = []
  package var isInPlaceBroken = false
  package var hasAudioInput = true
  package var hasAudioOutput = true
  /// The verdict of a validation that no host can be expected to run it with; nil if there is none.
  package var validation: String?

  package init() {}

  /// A verdict, if it is one of those that keep a component from all hosts.
  package static func objection(_ verdict: String?) -> String? {
    verdict.flatMap { ["failed", "crashed", "timedOut"].contains($0) ? $0 : nil }
  }

  package init(_ component: Component, _ details: ComponentDetails) {
    features = component.requiredFeatures
    isInPlaceBroken = component.isInPlaceBroken
    hasAudioInput = component.audioInputs > 0
    hasAudioOutput = component.audioOutputs > 0
    validation = Self.objection(component.validation)
    for port in details.ports {
      let isOptional = port.has(.connectionOptional)
      if let place = ports.firstIndex(where: { $0.kind == port.kind && $0.isOptional == isOptional }) {
        ports[place].symbols.append(port.symbol)
      } else {
        ports.append(Ports(port.kind, isOptional: isOptional, symbols: [port.symbol]))
      }
    }
  }
}

extension HostProfile {
  /// The reasons why a component with these needs can't run in the host.
  package func obstacles(to needs: HostNeeds) -> [HostObstacle] {
    var obstacles: [HostObstacle] = needs.features.filter { !features.contains($0) }.map { .feature($0) }
    obstacles += needs.options.filter { !options.contains($0) }.map { .option($0) }
    for kind in ComponentPort.Kind.allCases where !portKinds.contains(kind) {
      let ports = needs.ports.filter { $0.kind == kind && (!$0.isOptional || demands.contains(.everyPort)) }
      if !ports.isEmpty { obstacles.append(.ports(kind, symbols: ports.flatMap(\.symbols))) }
    }
    if needs.isInPlaceBroken, demands.contains(.inPlace) { obstacles.append(.inPlaceBroken) }
    if !needs.hasAudioOutput, demands.contains(.audioOutput) { obstacles.append(.noAudioOutput) }
    if !needs.hasAudioInput, !needs.hasAudioOutput, demands.contains(.audioPort) { obstacles.append(.noAudioPort) }
    if let verdict = needs.validation { obstacles.append(.validation(verdict)) }
    return obstacles
  }
}
